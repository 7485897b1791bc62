class Cart {
  constructor(items) {
    this.items = items;
    this.count = 0;
  }

  total() {
    let sum = 0;
    for (const one of this.items) sum += one;
    return sum;
  }

  clear() {
    this.items = [];
  }
}
