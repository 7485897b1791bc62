class Tax
  RATE = 20

  def of(amount)
    amount * RATE / 100
  end
end
