/** The password of every sign-in of the demonstration data. */
export const PASSWORD = 'feed-the-herd-1';

export const PEOPLE = {
  owner: 'owner@manger.test',
  accountant: 'accountant@manger.test',
  feeder: 'feeder@manger.test',
  consultant: 'consultant@manger.test',
  staff: 'staff@manger.test',
  admin: 'admin@manger.test',
  root: 'root@manger.test',
} as const;
export type Who = keyof typeof PEOPLE;

/** People who work for several clients, and enter one. */
export const SERVICE_USERS: readonly Who[] = ['consultant', 'staff', 'admin', 'root'];

/** The owner's, which the journeys feed. */
export const CLIENT = 'Агрофірма «Вигадана Долина»';
