const KEPT = 6;
const key = (user: number) => `used:${user}`;

/** Ids of the screens of a gallery that a user opened last on this device, latest first. */
export const lastUsed = (user: number): string[] => localStorage.getItem(key(user))?.split(' ') ?? [];

export const keepLastUsed = (user: number, id: string) =>
  localStorage.setItem(key(user), [id, ...lastUsed(user).filter((one) => one !== id)].slice(0, KEPT).join(' '));
