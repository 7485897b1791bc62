class Order
  attr_reader :items

  def initialize(items)
    @items = items
  end

  def total
    items.sum(&:price)
  end

  def pay(wallet)
    wallet.take(total)
    @paid = true
  end
end
