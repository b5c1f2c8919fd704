/** Of every sign-in of the demonstration data. */
export const PASSWORD = 'feed-the-herd-1';

export const PEOPLE = {
  owner: 'owner@manger.test',
  accountant: 'accountant@manger.test',
  feeder: 'feeder@manger.test',
  consultant: 'consultant@manger.test',
} as const;
export type Who = keyof typeof PEOPLE;
