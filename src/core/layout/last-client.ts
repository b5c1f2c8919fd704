const key = (user: number) => `client:${user}`;

/** The client that a user entered last on this device; null if there is none or it can't be entered any more. */
export function lastClient(user: number): number | null {
  return Number(localStorage.getItem(key(user))) || null;
}

export const keepLastClient = (user: number, client: number) => localStorage.setItem(key(user), String(client));

export const forgetLastClient = (user: number) => localStorage.removeItem(key(user));
