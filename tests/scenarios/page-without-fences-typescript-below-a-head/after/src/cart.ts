import { rate } from "./tax";

export interface Item {
  name: string;
  price: number;
}

export function total(items: Item[]): number {
  const sum = items.reduce((sum, item) => sum + item.price, 0);
  return Math.round(sum * 100) / 100;
}

export function count(items: Item[]): number {
  return items.length;
}
