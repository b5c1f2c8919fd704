import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { isSamePlace, networksOf } from '#server/platform/http/address.ts';
import { type Clocked, type Counted, countAttempt, countedFrom, forget, type Policy, takeBack } from '#server/platform/limiter.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';

/** Limits by account from one network, by account from anywhere, and by network. */
const POLICIES = {
  pair: { free: 8, longest: 900, forgotten: 3600 },
  subject: { free: 30, longest: 900, forgotten: 3600 },
  // Many people may share an address, behind an untrusted proxy or on a farm’s one line.
  address: { free: 100, longest: 60, forgotten: 900 },
  // Answers that an email or phone is taken.
  taken: { free: 20, longest: 3600, forgotten: 3600 },
} as const satisfies Record<string, Policy>;
type Kind = keyof typeof POLICIES;
type Reserved = Counted & { kind: Kind };
const reserved = (kind: Kind, key: string): Reserved => ({ kind, key, policy: POLICIES[kind] });

/** Days in which a person counts as known in a network after a sign-in. Attempts of strangers elsewhere don't delay known people. */
const KNOWN_DAYS = 30;

/** Subject of an attempt: an account, with any spelling of its login, or a login without an account. */
export type Subject = { account: number } | { login: string };

/** An attempt that counts as failed until its result is known. */
export interface Attempt {
  /** It was right: earlier failures are deleted. */
  succeed(): Promise<void>;
  /** It was no guess: its count is removed. */
  withdraw(): Promise<void>;
}

const toKey = (subject: Subject): string =>
  'account' in subject
    ? `account ${subject.account}`
    : `login ${subject.login.toLowerCase().replace(/^[+\d\s()-]+$/, (phone) => phone.replace(/\D/g, ''))}`;

/** Limit for strangers' attempts. Networks alternate, so that a flood from one delays nobody elsewhere. */
const strangers = createTurns({ ofEach: 4, ofAll: 8, waiting: 120, line: 240, wait: 5 });

/** Runs work for a stranger under the limit of their network; 429 with a retry time if too many wait. */
export const inStrangersTurn = <T>(address: string, work: () => Promise<T>): Promise<T> =>
  strangers.during(networksOf(address).at(-1)?.name ?? address, work);

/** Counts an attempt to sign in before it is judged; 429 with the wait in seconds after too many failures. */
export async function reserveAttempt(services: Clocked, subject: Subject, address: string): Promise<Attempt> {
  const about = toKey(subject);
  const pair = reserved('pair', `${about} from ${networksOf(address)[0].name}`);
  if (await isKnownThere(services, subject, address)) return reserve(services, [pair]);
  const from = countedFrom('sign-in', address, POLICIES.address).map((counted) => ({ ...counted, kind: 'address' as const }));
  return reserve(services, [pair, reserved('subject', about), ...from]);
}

/** The same for a signed-in person who repeats the password. Nobody else can make this person wait. */
export const reserveOwnAttempt = (services: Clocked, account: number): Promise<Attempt> =>
  reserve(services, [reserved('pair', `own account ${account}`)]);

/** The same for a person who sets emails and phones of others, and could learn who has them. */
export const reserveTaken = (services: Clocked, account: number): Promise<Attempt> =>
  reserve(services, [reserved('taken', `taken account ${account}`)]);

async function isKnownThere({ database, now }: Clocked, subject: Subject, address: string): Promise<boolean> {
  if (!('account' in subject)) return false;
  const { rows } = await sql<{ ip: string }>`select distinct ip from session where account_id = ${subject.account} and viewer_id is null
    and created_at > ${now()}::timestamptz - make_interval(days => ${KNOWN_DAYS})`.execute(database.acrossClients());
  return rows.some(({ ip }) => isSamePlace(ip, address));
}

async function reserve(services: Clocked, counted: readonly Reserved[]): Promise<Attempt> {
  const [db, at] = [services.database.acrossClients(), services.now()];
  const pickKeys = (...kinds: Kind[]) => counted.filter(({ kind }) => kinds.includes(kind)).map(({ key }) => key);
  await countAttempt(services, counted);
  return {
    async succeed() {
      await forget(db, pickKeys('pair', 'subject'));
      await takeBack(db, pickKeys('address'), at);
    },
    async withdraw() {
      await takeBack(
        db,
        counted.map(({ key }) => key),
        at,
      );
    },
  };
}

/** Deletes the counts of an account's attempts. */
export function forgetAttempts(db: Db, account: number, logins: readonly string[]) {
  const subjects = [{ account }, ...logins.map((login) => ({ login }))].map(toKey);
  return sql`delete from attempt
    where key = any(${[...subjects, `own account ${account}`]}) or split_part(key, ' from ', 1) = any(${subjects})`.execute(db);
}
