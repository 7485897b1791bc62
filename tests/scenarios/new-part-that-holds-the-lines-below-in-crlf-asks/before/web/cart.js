import { format } from "./format.js";

export class Cart {
  constructor(items = []) {
    this.items = items;
  }

  add(item, count = 1) {
    this.items.push({ item, count });
  }

  total() {
    return this.items.reduce((sum, one) => sum + one.item.price * one.count, 0);
  }

  print() {
    console.log(format(this.total()));
  }
}
