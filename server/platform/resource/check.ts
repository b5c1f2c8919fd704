import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';

/** A query and the function that judges its result: it refuses the change or returns a value. */
export interface Check<T> {
  /** SQL of one value. */
  ask: RawBuilder<unknown>;
  judge: (answer: never) => T;
}

/** Checks by name. */
export type Checks = Readonly<Record<string, Check<unknown>>>;

/** Runs all checks in one query. They are judged in the order given, so the first refusal is the one reported. */
export async function askAll<C extends Checks>(tx: Tx, checks: C): Promise<{ [K in keyof C]: ReturnType<C[K]['judge']> }> {
  const requested = Object.entries(checks);
  if (requested.length === 0) return {} as never;
  const { rows } = await sql<Record<string, never>>`
    select ${sql.join(requested.map(([name, { ask }]) => sql`${ask} as ${sql.ref(name)}`))}`.execute(tx);
  const answers = rows[0] as Record<string, never>;
  return Object.fromEntries(requested.map(([name, { judge }]) => [name, judge(answers[name] as never)])) as never;
}

export const ask = async <T>(tx: Tx, check: Check<T>): Promise<T> => (await askAll(tx, { answer: check })).answer;
