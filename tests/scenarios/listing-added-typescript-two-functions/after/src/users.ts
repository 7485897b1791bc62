import { get, del } from "./http";

export const LIMIT = 20;

export async function loadUsers(): Promise<User[]> {
  return get("/users");
}

export const byName = (a: User, b: User) => {
  return a.name.localeCompare(b.name);
};

export async function loadUser(id: string): Promise<User> {
  return get(`/users/${id}`);
}

export async function removeUser(id: string): Promise<void> {
  await del(`/users/${id}`);
}

export default loadUsers;
