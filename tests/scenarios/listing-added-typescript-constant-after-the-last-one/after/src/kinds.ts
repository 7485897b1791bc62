export const KINDS = {
  NEW: 1,
  USED: 2,
} as const;

export type Kind = (typeof KINDS)[keyof typeof KINDS];

export const STATES = {
  OPEN: "open",
  SOLD: "sold",
} as const;

