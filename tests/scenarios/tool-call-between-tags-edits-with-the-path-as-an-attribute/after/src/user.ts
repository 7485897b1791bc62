export interface User {
  id: string;
  name: string;
}

export function label(user: User): string {
  return `${user.id}: ${user.name}`;
}
