export function load(path: string): Row[] {
  const text = read(path);
  const rows = parse(text);
  check(rows);
  return rows.sort();
}
