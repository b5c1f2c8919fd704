import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Caller, TestApi } from '#tests/support/api.ts';
import type { ReadyFarm } from '#tests/support/feeding.ts';
import type { Dice } from './dice.ts';
import type { Tally } from './tally.ts';

/** The farm's day, independently of the clock. */
export const TODAY = '2026-04-10';

export interface Site {
  farm: ReadyFarm;
  /** The owner at each of the two servers. */
  owners: readonly [Caller, Caller];
  servers: readonly [TestApi, TestApi];
  dice: Dice;
  tally: Tally;
}
export type AnyAnswer = Answer<unknown>;
export type Race = (site: Site) => Promise<void>;

/** Starts all calls within a few milliseconds, at either server. */
export async function herd(
  { owners, dice, tally }: Site,
  what: string,
  works: readonly ((owner: Caller) => Promise<AnyAnswer>)[],
): Promise<AnyAnswer[]> {
  tally.tried(works.length);
  const answers = await Promise.all(works.map((work) => sleep(dice.upTo(6)).then(() => work(dice.pick(owners)))));
  for (const { status, errors } of answers) if (status >= 500) tally.fault(`${what}: ${status} ${JSON.stringify(errors)}`);
  return answers;
}
export const times = <T>(many: number, make: (index: number) => T): T[] => Array.from({ length: many }, (_, index) => make(index));
export const good = (answers: readonly AnyAnswer[]) => answers.filter(({ status }) => status < 300);
const joinStatuses = (answers: readonly AnyAnswer[]) => answers.map(({ status }) => status).join(', ');

export function demand(site: Site, isSo: boolean, what: string, answers: readonly AnyAnswer[]): void {
  if (!isSo) site.tally.lost(`${what}: answers ${joinStatuses(answers)}`);
}
