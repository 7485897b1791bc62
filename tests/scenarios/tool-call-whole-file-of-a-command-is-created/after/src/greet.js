export function greet(name) {
  const text = `Hello, ${name}!`;
  console.log(text);
  return text;
}

export const twice = (n) => n * 2;
