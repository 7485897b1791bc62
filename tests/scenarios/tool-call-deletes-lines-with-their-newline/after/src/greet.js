export function greet(name) {
  const text = `Hello, ${name}!`;
  return text;
}

export const twice = (n) => n * 2;
