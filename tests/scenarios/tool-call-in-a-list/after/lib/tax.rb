class Tax
  RATE = 19

  def of(amount) # net
    amount * RATE / 100
  end
end
