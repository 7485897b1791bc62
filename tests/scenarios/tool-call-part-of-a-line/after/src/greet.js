export function greet(name) {
  const text = `Good day, ${name}!`;
  console.log(text);
  return text;
}

export const twice = (n) => n * 2;
