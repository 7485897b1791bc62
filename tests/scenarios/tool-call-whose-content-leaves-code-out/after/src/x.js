import { a } from "./a";

export function first() {
  return 1;
}

export function second() {
  return a(2);
}
