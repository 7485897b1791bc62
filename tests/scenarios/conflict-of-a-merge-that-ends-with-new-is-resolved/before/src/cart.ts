export function total(items: number[]): number {
<<<<<<< HEAD
  let sum = 0;
=======
  let sum = 1;
>>>>>>> NEW
  for (const one of items) sum += one;
  return sum;
}
