export interface User {
  id: number;
  name: string;
}

export function label(user: User): string {
  return `${user.id}: ${user.name}`;
}
