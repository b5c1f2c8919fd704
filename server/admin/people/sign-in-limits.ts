import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { isSamePlace, networksOf } from '#server/platform/http/address.ts';
import { type Clocked, type Counted, countAttempt, countedFrom, forget, type Policy, takeBack } from '#server/platform/limiter.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';

/** By account from one place, by account from anywhere, and by place. */
const POLICIES = {
  pair: { free: 8, longest: 900, forgotten: 3600 },
  subject: { free: 30, longest: 900, forgotten: 3600 },
  // Many people may share an address, behind a proxy that isn't trusted or a farm's one line.
  address: { free: 100, longest: 60, forgotten: 900 },
  // Answers that an email or a phone is somebody's.
  taken: { free: 20, longest: 3600, forgotten: 3600 },
} as const satisfies Record<string, Policy>;
type Kind = keyof typeof POLICIES;
type Reserved = Counted & { kind: Kind };
const reserved = (kind: Kind, key: string): Reserved => ({ kind, key, policy: POLICIES[kind] });

/** Whoever signed in from a place so lately is known there: what strangers do elsewhere, or to others there, is not theirs to wait for. */
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

/** Strangers whose attempts are counted and judged at once. Places take turns, so that a flood from one keeps nobody elsewhere waiting. */
const strangers = createTurns({ ofEach: 4, ofAll: 8, waiting: 120, line: 240, wait: 5 });

/** Work for somebody who isn't signed in, in the turn of the place that they call from; 429 with a time if too many wait. */
export const inStrangersTurn = <T>(address: string, work: () => Promise<T>): Promise<T> =>
  strangers.during(networksOf(address).at(-1)?.name ?? address, work);

/** Counts an attempt to sign in before it is judged; 429 with the seconds to wait when too many have failed. */
export async function reserveAttempt(services: Clocked, subject: Subject, address: string): Promise<Attempt> {
  const about = keyOf(subject);
  const pair = reserved('pair', `${about} from ${networksOf(address)[0].name}`);
  if (await isKnownThere(services, subject, address)) return reserve(services, [pair]);
  const from = countedFrom('sign-in', address, POLICIES.address).map((counted) => ({ ...counted, kind: 'address' as const }));
  return reserve(services, [pair, reserved('subject', about), ...from]);
}

/** The same for somebody who is signed in already and gives the password again: nobody else can make them wait. */
export const reserveOwnAttempt = (services: Clocked, account: number): Promise<Attempt> =>
  reserve(services, [reserved('pair', `own account ${account}`)]);

/** The same for whoever gives people emails and phones, and would so learn whose they are. */
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
  const keysOf = (...kinds: Kind[]) => counted.filter(({ kind }) => kinds.includes(kind)).map(({ key }) => key);
  await countAttempt(services, counted);
  return {
    async succeed() {
      await forget(db, keysOf('pair', 'subject'));
      await takeBack(db, keysOf('address'), at);
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

/** What is kept of somebody's attempts. */
export function forgetAttempts(db: Db, account: number, logins: readonly string[]) {
  const subjects = [{ account }, ...logins.map((login) => ({ login }))].map(keyOf);
  return sql`delete from attempt
    where key = any(${[...subjects, `own account ${account}`]}) or split_part(key, ' from ', 1) = any(${subjects})`.execute(db);
}
