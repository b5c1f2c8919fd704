import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { type Clocked, countAttempt, forget, type Policy, takeBack } from '#server/platform/limiter.ts';

/** By account from one address, by account from anywhere, and by address. */
const POLICIES = {
  pair: { free: 8, longest: 900, forgotten: 3600 },
  subject: { free: 30, longest: 900, forgotten: 3600 },
  // Many people may share an address, behind a proxy that isn't trusted or a farm's one line.
  address: { free: 100, longest: 60, forgotten: 900 },
  // Answers that an email or a phone is somebody's.
  taken: { free: 20, longest: 3600, forgotten: 3600 },
} as const satisfies Record<string, Policy>;
type Keys = Partial<Record<keyof typeof POLICIES, string>>;

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

/** Counts an attempt to sign in before it is judged; 429 with the seconds to wait when too many have failed. */
export async function reserveAttempt(services: Clocked, subject: Subject, address: string): Promise<Attempt> {
  const about = keyOf(subject);
  const pair = `${about} from ${address}`;
  const known = await isKnownThere(services, subject, address);
  return reserve(services, known ? { pair } : { pair, subject: about, address: `address ${address}` });
}

/** The same for somebody who is signed in already and gives the password again: nobody else can make them wait. */
export const reserveOwnAttempt = (services: Clocked, account: number): Promise<Attempt> =>
  reserve(services, { pair: `own account ${account}` });

/** The same for whoever gives people emails and phones, and would so learn whose they are. */
export const reserveTaken = (services: Clocked, account: number): Promise<Attempt> =>
  reserve(services, { taken: `taken account ${account}` });

async function isKnownThere({ database, now }: Clocked, subject: Subject, address: string): Promise<boolean> {
  if (!('account' in subject)) return false;
  const { rows } = await sql`select from session where account_id = ${subject.account} and ip = ${address} and viewer_id is null
    and created_at > ${now()}::timestamptz - make_interval(days => ${KNOWN_DAYS}) limit 1`.execute(database.acrossClients());
  return rows.length > 0;
}

async function reserve(services: Clocked, keys: Keys): Promise<Attempt> {
  const [db, at] = [services.database.acrossClients(), services.now()];
  const named = (...policies: (keyof Keys)[]) => policies.flatMap((policy) => keys[policy] ?? []);
  await countAttempt(
    services,
    Object.entries(keys).map(([policy, key]) => ({ key, policy: POLICIES[policy as keyof Keys] })),
  );
  return {
    async succeed() {
      await forget(db, named('pair', 'subject'));
      await takeBack(db, named('address'), at);
    },
    async withdraw() {
      await takeBack(db, Object.values(keys), at);
    },
  };
}

/** What is kept of somebody's attempts. */
export function forgetAttempts(db: Db, account: number, logins: readonly string[]) {
  const subjects = [{ account }, ...logins.map((login) => ({ login }))].map(keyOf);
  return sql`delete from attempt
    where key = any(${[...subjects, `own account ${account}`]}) or split_part(key, ' from ', 1) = any(${subjects})`.execute(db);
}
