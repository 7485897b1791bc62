export interface User {
  id: number;
  name: string;
}

export function label(user: User): string {
  return `${user.name} (${user.id})`;
}
