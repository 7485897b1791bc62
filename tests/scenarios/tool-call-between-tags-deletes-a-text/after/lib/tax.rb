class Tax
  RATE = 19

  def of(amount)
    amount * RATE
  end
end
