const tax = 0.19;
export const total = (items) => sum(items) * (1 + tax);
