class Cart {
  constructor(items) {
    this.items = items;
  }

  total() {
    let sum = 0;
    for (const one of this.items) sum += one;
    return sum;
  }

  export default Cart;

  clear() {
    this.items = [];
  }
}
