import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { phoneOf } from '#contract/phone.ts';
import type { Conventions } from '#contract/words.ts';
import { unlikeClient } from '#server/admin/people/conventions.ts';
import { AWAITS_PASSWORD, hashPassword } from '#server/platform/auth/passwords.ts';
import type { ArchivedPerson } from './format.ts';

export interface Arrived {
  /** New ids of the accounts by old ones. */
  numbers: Record<string, number>;
  /** People whose email exists here: names, or the old email. */
  locked: string[];
}

/** Fields of history's snapshots and of saved filters that reference an account. */
const PEOPLE_FIELDS = new Set(['operator', 'closed_by', 'reopened_by', 'author', 'user']);

/**
 * Creates the accounts without passwords: an administrator sets one, which the person replaces at the first sign-in. People whose email
 * exists here are locked under a placeholder; people of other clients are only names. In an archive from elsewhere all are locked until
 * they get a password.
 */
export async function insertPeople(
  connection: pg.ClientBase,
  client: { id: number; conventions: Conventions },
  people: readonly ArchivedPerson[],
  own: boolean,
): Promise<Arrived> {
  const password = await hashPassword(randomBytes(32).toString('base64url'));
  const arrived: Arrived = { numbers: {}, locked: [] };
  for (const person of people) {
    const state = await findState(connection, person, own);
    if (state.isEmailTaken) arrived.locked.push(person.email);
    arrived.numbers[person.id] = await insertPerson(connection, client, person, { ...state, password });
  }
  return arrived;
}

interface ArrivalState {
  /** The person can't sign in: they were deleted, or are of another client. */
  isGone: boolean;
  awaitsPassword: boolean;
  isEmailTaken: boolean;
  isPhoneTaken: boolean;
}

async function findState(connection: pg.ClientBase, person: ArchivedPerson, own: boolean): Promise<ArrivalState> {
  const { rows } = await connection.query<{ email: boolean; phone: boolean }>(
    `select coalesce(bool_or(lower(email) = lower($1)), false) as email, coalesce(bool_or(phone = $2 and phone <> ''), false) as phone
     from account where not deleted`,
    [person.email, phoneOf(person.phone)],
  );
  const [taken] = rows;
  const isGone = person.outside || person.deleted;
  return {
    isGone,
    awaitsPassword: !own && !isGone && !person.locked,
    isEmailTaken: !isGone && (taken?.email || person.email === ''),
    isPhoneTaken: taken?.phone ?? false,
  };
}

/** Creates the account and returns its id. */
async function insertPerson(
  connection: pg.ClientBase,
  { id: client, conventions }: { id: number; conventions: Conventions },
  person: ArchivedPerson,
  { isGone, awaitsPassword, isEmailTaken, isPhoneTaken, password }: ArrivalState & { password: string },
): Promise<number> {
  // People of older archives get the settings of their language.
  const written = person.units === undefined ? unlikeClient(person.language, conventions) : person;
  const { rows } = await connection.query<{ id: number }>(
    `insert into account (client_id, user_type, first_name, last_name, phone, email, password_hash, language, about, access_group_id, locked,
                          deleted, erased_at, created_at, units, clock, week_start, must_change_password)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, true) returning id`,
    [
      client,
      person.user_type === 'client' && !person.outside ? 'client' : 'employee',
      person.first_name,
      person.last_name,
      isPhoneTaken ? '' : phoneOf(person.phone),
      isEmailTaken || person.email === '' ? `archived-${client}-${person.id}@archived.invalid` : person.email,
      awaitsPassword && !isEmailTaken ? AWAITS_PASSWORD : password,
      person.language,
      person.about,
      person.access_group_id,
      person.locked || isEmailTaken || isGone || awaitsPassword,
      isGone,
      person.erased_at,
      person.created_at,
      written.units,
      written.clock,
      written.week_start,
    ],
  );
  return rows[0]?.id ?? 0;
}

/** A snapshot or saved filter with the new account ids. People who weren't imported keep only their name. */
export function withPeople(value: unknown, numbers: Arrived['numbers']): unknown {
  if (Array.isArray(value)) return value.map((item) => withPeople(item, numbers));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      if (!PEOPLE_FIELDS.has(field)) return [field, withPeople(inner, numbers)];
      if (typeof inner === 'number') return [field, numbers[inner] ?? null];
      if (Array.isArray(inner)) return [field, inner.flatMap((id) => numbers[String(id)] ?? [])];
      return [field, inner];
    }),
  );
}
