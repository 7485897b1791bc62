import { format } from "./format.js";

export class Cart {
  constructor(items = []) {
    this.items = items;
  }

  add(item, count = 1) {
    this.items.push({ item, count });
  }

  count() {
    return this.items.length;
  }

  total() {
    return this.items.reduce((sum, one) => sum + one.item.price * one.count, 0);
  }

  print() {
    return this.items.reduce((sum, one) => sum + one.item.price * one.count, 0);
  }

  print() {
    console.log(format(this.total()));
  }
}
