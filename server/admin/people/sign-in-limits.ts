import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { type Services, transact } from '#server/platform/context.ts';
import { ApiError, fieldError } from '#server/platform/errors.ts';

/**
 * How many attempts may fail before the next has to wait, and the longest wait in seconds: each failure doubles it. By account from one
 * address, by account from anywhere, and by address.
 */
const RULES = {
  pair: { free: 8, longest: 900, forgotten: 3600 },
  subject: { free: 30, longest: 900, forgotten: 3600 },
  // Many people may share an address, behind a proxy that isn't trusted or a farm's one line.
  address: { free: 100, longest: 60, forgotten: 900 },
  // Answers that an email or a phone is somebody's.
  taken: { free: 20, longest: 3600, forgotten: 3600 },
} as const;
type Rule = keyof typeof RULES;
type Clocked = Pick<Services, 'database' | 'now'>;
const FIRST_WAIT = 2;

/** Whoever signed in from an address so lately is known there: what strangers do elsewhere, or to others there, is not theirs to wait for. */
const KNOWN_DAYS = 30;

/** Whom an attempt is about: an account, whatever its login was spelt like, or a login that nobody has. */
export type Subject = { account: number } | { login: string };

/** An attempt that counts as failed until it is told otherwise. */
export interface Attempt {
  /** It was right: failures before it are forgotten. */
  succeed(): Promise<void>;
  /** It was no guess: it isn't counted. */
  withdraw(): Promise<void>;
}

const keyOf = (subject: Subject): string =>
  'account' in subject
    ? `account ${subject.account}`
    : `login ${subject.login.toLowerCase().replace(/^[+\d\s()-]+$/, (phone) => phone.replace(/\D/g, ''))}`;

/**
 * Counts an attempt to sign in before it is judged; 429 with the seconds to wait when too many have failed. Counting and refusing are one
 * statement under the rows' locks.
 */
export async function reserveAttempt({ database, now }: Clocked, subject: Subject, address: string): Promise<Attempt> {
  const [db, at] = [database.acrossClients(), now()];
  const about = keyOf(subject);
  const keys: Partial<Record<Rule, string>> = { pair: `${about} from ${address}` };
  if (!(await isKnownThere(db, subject, address, at))) Object.assign(keys, { subject: about, address: `address ${address}` });
  await reserve(db, keys, at);
  return attemptOn(db, keys, at);
}

/** The same for somebody who is signed in already and gives the password again: nobody else can make them wait. */
export async function reserveOwnAttempt({ database, now }: Clocked, account: number): Promise<Attempt> {
  const [db, at] = [database.acrossClients(), now()];
  const keys = { pair: `own account ${account}` };
  await reserve(db, keys, at);
  return attemptOn(db, keys, at);
}

/** The same for whoever gives people emails and phones, and would so learn whose they are. */
export async function reserveTaken({ database, now }: Clocked, account: number): Promise<Attempt> {
  const [db, at] = [database.acrossClients(), now()];
  const keys = { taken: `taken account ${account}` };
  await reserve(db, keys, at);
  return attemptOn(db, keys, at);
}

async function isKnownThere(db: Db, subject: Subject, address: string, at: Date): Promise<boolean> {
  if (!('account' in subject)) return false;
  const { rows } = await sql`select from session where account_id = ${subject.account} and ip = ${address} and viewer_id is null
    and created_at > ${at}::timestamptz - make_interval(days => ${KNOWN_DAYS}) limit 1`.execute(db);
  return rows.length > 0;
}

async function reserve(db: Db, keys: Partial<Record<Rule, string>>, at: Date): Promise<void> {
  const wanted = Object.entries(keys).map(([rule, key]) => ({ key, ...RULES[rule as Rule] }));
  await transact(db, async (tx) => {
    // Nobody waits before the free ones are used up: of several at one moment, the clock of the last to be counted may be the earliest.
    // In the order of the keys, so that two attempts never wait for each other.
    const { rows } = await sql<{ key: string }>`
      with rule as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as r (key text, free integer, longest integer, forgotten integer)
      )
      insert into sign_in_attempt as t (key, failures, at, next_at)
      select key, 1, ${at}::timestamptz, 'epoch' from rule order by key
      on conflict (key) do update set (failures, at, next_at) = (
        select n.failures, ${at}::timestamptz, case when n.failures < r.free then t.next_at
          else ${at}::timestamptz + make_interval(secs => least(r.longest, ${FIRST_WAIT} * 2 ^ least(n.failures - r.free, 20))) end
        from rule r cross join lateral (
          select case when t.at < ${at}::timestamptz - make_interval(secs => r.forgotten) then 1 else t.failures + 1 end as failures) n
        where r.key = t.key)
      -- Nobody waits for longer than the longest wait: what lies further off was written by a clock that has been put right since.
      where t.next_at <= ${at}::timestamptz
        or t.next_at > ${at}::timestamptz + make_interval(secs => (select r.longest from rule r where r.key = t.key))
      returning key`.execute(tx);
    if (rows.length < wanted.length)
      await refuse(
        tx,
        wanted.map(({ key }) => key),
        at,
      );
  });
}

/** 429; what was counted beside it is taken back with the transaction. */
async function refuse(tx: Tx, keys: readonly string[], at: Date): Promise<never> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from max(next_at) - ${at}::timestamptz))::integer as wait from sign_in_attempt where key = any(${keys})`.execute(
    tx,
  );
  throw new ApiError(429, { detail: [fieldError('too_many_attempts', { limit: Math.max(1, rows[0]?.wait ?? 1) })] });
}

const attemptOn = (db: Db, { pair, subject, address, taken }: Partial<Record<Rule, string>>, at: Date): Attempt => {
  const takeBack = (keys: readonly (string | undefined)[]) =>
    sql`update sign_in_attempt set failures = greatest(failures - 1, 0), next_at = least(next_at, ${at}::timestamptz)
      where key = any(${keys.filter((key) => key !== undefined)})`.execute(db);
  return {
    async succeed() {
      await sql`delete from sign_in_attempt where key = any(${[pair, subject].filter((key) => key !== undefined)})`.execute(db);
      await takeBack([address]);
    },
    async withdraw() {
      await takeBack([pair, subject, address, taken]);
    },
  };
};

/** What is kept of somebody's attempts. */
export const forgetAttempts = (db: Db, account: number, logins: readonly string[]) =>
  sql`delete from sign_in_attempt where key = any(${[{ account }, ...logins.map((login) => ({ login }))].map(keyOf)})
    or split_part(key, ' from ', 1) = any(${[{ account }, ...logins.map((login) => ({ login }))].map(keyOf)}) or key = ${`own account ${account}`}`.execute(
    db,
  );

/** Counts that slow nobody down any more. */
export const sweepAttempts = (db: Db) =>
  sql`delete from sign_in_attempt where greatest(at, next_at) < now() - interval '1 day'`.execute(db);
