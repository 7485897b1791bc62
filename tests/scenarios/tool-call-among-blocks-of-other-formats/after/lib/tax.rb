class Tax
  RATE = 21

  def of(amount)
    amount * RATE / 100
  end
end
