class Tax
  RATE = 7

  def of(amount)
    amount * RATE / 100
  end
end
