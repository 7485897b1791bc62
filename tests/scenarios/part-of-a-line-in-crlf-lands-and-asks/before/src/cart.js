const tax = 0.19;
export const total = (items) => items.reduce((a, b) => a + b, 0) * (1 + tax);
