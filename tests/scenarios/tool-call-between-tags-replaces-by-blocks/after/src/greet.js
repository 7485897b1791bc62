export function greet(name) {
  const text = `Hello, ${name}!`;
  console.info(text);
  return text;
}

export const twice = (n) => n * 2;
