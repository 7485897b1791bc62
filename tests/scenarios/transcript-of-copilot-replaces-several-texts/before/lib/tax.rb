class Tax
  RATE = 19

  def of(amount)
    amount * RATE / 100
  end
end
