export function rate(): number {
  return 0.19;
}
