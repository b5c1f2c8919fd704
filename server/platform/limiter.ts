import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import type { Services } from '#server/platform/context.ts';
import { ApiError, fieldError } from '#server/platform/errors.ts';
import { networksOf } from './http/address.ts';
import { transact } from './transact.ts';

/**
 * The limit of a key. `free` attempts pass before the next one waits. With `longest`, each further failure doubles the wait up to `longest`
 * seconds, and failures are forgotten `forgotten` seconds after the last one. With `window`, `free` attempts pass within any `window`
 * seconds.
 */
export type Policy = { free: number; longest: number; forgotten: number } | { free: number; window: number };

/** An attempt counted under a key. */
export interface Counted {
  key: string;
  policy: Policy;
}

/** An attempt counted under each network of an address. Wide networks have higher limits. */
export const countedFrom = (what: string, address: string, policy: Policy): Counted[] =>
  networksOf(address).map(({ name, share }) => ({ key: `${what} from ${name}`, policy: { ...policy, free: policy.free * share } }));

export type Clocked = Pick<Services, 'database' | 'now'>;
const FIRST_WAIT = 2;

const toRule = ({ key, policy }: Counted) =>
  'window' in policy ? { key, free: policy.free, longest: policy.window, span: policy.window } : { key, ...policy };

/**
 * Counts an attempt under each key before it is judged, across all servers. 429 with the wait in seconds if one key must wait; then nothing
 * is counted. Counting and refusing are one statement under row locks.
 */
export async function countAttempt({ database, now }: Clocked, counted: readonly Counted[]): Promise<void> {
  const at = now();
  await transact(database.acrossClients(), async (tx) => {
    // Waits begin after the free attempts: of concurrent ones, the last counted may have the earliest clock. Keys are locked in order, so
    // that attempts never deadlock.
    const { rows } = await sql<{ key: string }>`
      with rule as materialized (
        select key, free, longest, forgotten, span, ${at}::timestamptz as at
        from jsonb_to_recordset(${JSON.stringify(counted.map(toRule))}::jsonb)
          as r (key text, free integer, longest integer, forgotten integer, span integer)
      )
      insert into attempt as t (key, failures, at, next_at, times)
      select key, 1, at, 'epoch', case when span is null then '{}' else array[at] end from rule order by key
      on conflict (key) do update set (failures, at, next_at, times) = (
        select n.failures, r.at, case
            when n.failures < r.free then 'epoch'
            when r.span is null then r.at + make_interval(secs => least(r.longest, ${FIRST_WAIT} * 2 ^ least(n.failures - r.free, 20)))
            else l.times[1] + make_interval(secs => r.span)
          end, l.times
        from rule r
        cross join lateral (
          select coalesce(array_agg(s order by s) filter (
            where s > r.at - make_interval(secs => r.span) and s < r.at + make_interval(secs => r.span)), '{}') as times
          from unnest(t.times || r.at) s) l
        cross join lateral (
          select case when r.span is not null then cardinality(l.times)
            when t.at < r.at - make_interval(secs => r.forgotten) then 1
            else t.failures + 1 end as failures) n
        where r.key = t.key)
      -- Nobody waits for longer than the longest wait: what lies further off was written by a clock that has been put right since.
      where t.next_at <= ${at}::timestamptz
        or t.next_at > ${at}::timestamptz + make_interval(secs => (select r.longest from rule r where r.key = t.key))
      returning key`.execute(tx);
    if (rows.length < counted.length) await refuse(tx, listKeys(counted), at);
  });
}

/** Like `countAttempt`; false instead of 429. */
export async function isWithinLimit(services: Clocked, counted: readonly Counted[]): Promise<boolean> {
  try {
    await countAttempt(services, counted);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return false;
    throw error;
  }
}

const listKeys = (counted: readonly Counted[]) => counted.map(({ key }) => key);

/** 429. The transaction's rollback removes the counts of the other keys. */
async function refuse(tx: Tx, keys: readonly string[], at: Date): Promise<never> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from max(next_at) - ${at}::timestamptz))::integer as wait from attempt where key = any(${keys})`.execute(tx);
  throw new ApiError(429, { detail: [fieldError('too_many_attempts', { limit: Math.max(1, rows[0]?.wait ?? 1) })] });
}

/** Keys in the order of counting, so that later statements can't deadlock with an attempt. */
const lockKeys = (keys: readonly string[]) =>
  sql`with held as materialized (select key from attempt where key = any(${keys}) order by key for update)`;

/** Removes the count of an attempt that was no failure. */
export const takeBack = (db: Db, keys: readonly string[], at: Date) =>
  sql`${lockKeys(keys)} update attempt set failures = greatest(failures - 1, 0), next_at = least(next_at, ${at}::timestamptz)
    where key in (select key from held)`.execute(db);

/** Removes all counts of the keys. */
export const forget = (db: Db, keys: readonly string[]) =>
  sql`${lockKeys(keys)} delete from attempt where key in (select key from held)`.execute(db);

/** Deletes counts that make nobody wait. */
export const sweepAttempts = (db: Db) => sql`delete from attempt where greatest(at, next_at) < now() - interval '1 day'`.execute(db);
