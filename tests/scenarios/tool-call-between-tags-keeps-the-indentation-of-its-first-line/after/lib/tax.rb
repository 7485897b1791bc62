class Tax
  RATE = 19

  def of(amount)
    rate = RATE
    amount * rate / 100
  end
end
