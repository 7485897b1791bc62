import { get } from "./http";

export const LIMIT = 20;

export async function loadUsers(): Promise<User[]> {
  return get("/users");
}

export const byName = (a: User, b: User) => {
  return a.name.localeCompare(b.name);
};

export default loadUsers;
