function invoice(order, customer) {
  const lines = order.items.map((item) => formatItem(item));
  const total = order.items.reduce((sum, item) => sum + item.price, 0);
  const address = formatAddress(customer.address);
  return render('invoice', { lines, total, address });
}
