export function total(items: number[]): number {
  let sum = 0.0;
  for (const one of items) sum += one;
  return sum;
}
