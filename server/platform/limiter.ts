import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import type { Services } from '#server/platform/context.ts';
import { ApiError, fieldError } from '#server/platform/errors.ts';
import { networksOf } from './http/address.ts';
import { transact } from './transact.ts';

/**
 * How many of a key are let through before the next has to wait (more than one), and for how long. Of those that count failures each further one
 * doubles the wait, up to `longest` seconds, and all are forgotten `forgotten` seconds after the last. Of the others so many are let through within
 * any `window` seconds.
 */
export type Policy = { free: number; longest: number; forgotten: number } | { free: number; window: number };

/** One that is counted under a key. */
export interface Counted {
  key: string;
  policy: Policy;
}

/** One under each network of an address; more may come from a wide network than from one address. */
export const countedFrom = (what: string, address: string, policy: Policy): Counted[] =>
  networksOf(address).map(({ name, share }) => ({ key: `${what} from ${name}`, policy: { ...policy, free: policy.free * share } }));

export type Clocked = Pick<Services, 'database' | 'now'>;
const FIRST_WAIT = 2;

const ruleOf = ({ key, policy }: Counted) =>
  'window' in policy ? { key, free: policy.free, longest: policy.window, span: policy.window } : { key, ...policy };

/**
 * Counts one under each of the keys before it is judged, on whichever server; 429 with the seconds to wait, and nothing is counted, when one of
 * them has to wait. Counting and refusing are one statement under the rows' locks.
 */
export async function countAttempt({ database, now }: Clocked, counted: readonly Counted[]): Promise<void> {
  const at = now();
  await transact(database.acrossClients(), async (tx) => {
    // Nobody waits before the free ones are used up: of several at one moment, the clock of the last to be counted may be the earliest.
    // In the order of the keys, so that two attempts never wait for each other.
    const { rows } = await sql<{ key: string }>`
      with rule as materialized (
        select key, free, longest, forgotten, span, ${at}::timestamptz as at
        from jsonb_to_recordset(${JSON.stringify(counted.map(ruleOf))}::jsonb)
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
    if (rows.length < counted.length) await refuse(tx, keysOf(counted), at);
  });
}

const keysOf = (counted: readonly Counted[]) => counted.map(({ key }) => key);

/** 429; what was counted beside it is taken back with the transaction. */
async function refuse(tx: Tx, keys: readonly string[], at: Date): Promise<never> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from max(next_at) - ${at}::timestamptz))::integer as wait from attempt where key = any(${keys})`.execute(tx);
  throw new ApiError(429, { detail: [fieldError('too_many_attempts', { limit: Math.max(1, rows[0]?.wait ?? 1) })] });
}

/** In the order in which attempts are counted, so that what comes after one never waits for the next, and that for it. */
const held = (keys: readonly string[]) =>
  sql`with held as materialized (select key from attempt where key = any(${keys}) order by key for update)`;

/** One that turned out to be no failure isn't counted. */
export const takeBack = (db: Db, keys: readonly string[], at: Date) =>
  sql`${held(keys)} update attempt set failures = greatest(failures - 1, 0), next_at = least(next_at, ${at}::timestamptz)
    where key in (select key from held)`.execute(db);

/** Nothing of the keys is counted. */
export const forget = (db: Db, keys: readonly string[]) =>
  sql`${held(keys)} delete from attempt where key in (select key from held)`.execute(db);

/** Counts that make nobody wait. */
export const sweepAttempts = (db: Db) => sql`delete from attempt where greatest(at, next_at) < now() - interval '1 day'`.execute(db);
