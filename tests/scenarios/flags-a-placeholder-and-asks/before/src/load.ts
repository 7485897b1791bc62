export function load(path: string) {
  const text = read(path);
  const rows = parse(text);
  check(rows);
  return rows;
}
