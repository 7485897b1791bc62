export function load(path: string) {
  // ... rest of the code
  return rows.sort();
}
