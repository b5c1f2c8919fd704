import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';

/** A question to the database, and what follows from its answer: a refusal, or what was wanted. */
export interface Check<T> {
  /** SQL of one value. */
  ask: RawBuilder<unknown>;
  judge: (answer: never) => T;
}

/** Any checks, by name. */
export type Checks = Readonly<Record<string, Check<unknown>>>;

/** Asks all at once, in one round trip; they are judged in their order, so that the first refusal counts. */
export async function askAll<C extends Checks>(tx: Tx, checks: C): Promise<{ [K in keyof C]: ReturnType<C[K]['judge']> }> {
  const requested = Object.entries(checks);
  if (requested.length === 0) return {} as never;
  const { rows } = await sql<Record<string, never>>`
    select ${sql.join(requested.map(([name, { ask }]) => sql`${ask} as ${sql.ref(name)}`))}`.execute(tx);
  const answers = rows[0] as Record<string, never>;
  return Object.fromEntries(requested.map(([name, { judge }]) => [name, judge(answers[name] as never)])) as never;
}

export const ask = async <T>(tx: Tx, check: Check<T>): Promise<T> => (await askAll(tx, { answer: check })).answer;
