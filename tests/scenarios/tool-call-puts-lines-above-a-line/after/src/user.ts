export interface User {
  id: number;
  name: string;
}

// For lists.
export function label(user: User): string {
  return `${user.id}: ${user.name}`;
}
