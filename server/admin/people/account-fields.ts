import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { demandGoodPassword } from '#server/platform/auth/password-rules.ts';
import { hashPassword } from '#server/platform/auth/passwords.ts';
import type { Context } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import type { AnyRow, Input } from '#server/platform/resource/table.ts';
import { notify } from '#server/platform/runtime/events.ts';

/** What an account is found by at the sign-in. */
export const SIGN_IN_FIELDS = ['email', 'phone'] as const;

export const personSearch = ['t.first_name', 't.last_name', 't.email', 't.phone'];
/** As lists show people: the name as it is said, or the email of one who gave none. */
export const personOrder = `coalesce(nullif(trim(t.first_name || ' ' || t.last_name), ''), t.email)`;
export const personOrderings = { name: { join: () => sql``, by: personOrder } };
export const personTitle = (row: AnyRow) => `${row.first_name} ${row.last_name}`.trim() || row.email;

/** Tells the open lists of people that an account changed: those of its client, and those of all accounts. */
export const notifyPerson = (db: Db, { id, client }: { id: number; client: number | null }): Promise<void> =>
  client === null ? notify(db, 0, 'users', [id]) : notify(db, client, 'employees', [id]);

/** Whoever is locked is signed out for good: unlocked, they sign in anew. */
export const endedByLock = (before: AnyRow, { locked }: Input): Input =>
  locked && !before.locked ? { token_version: sql`token_version + 1` } : {};

/**
 * 400 on the email or the phone of one's own account when a list of accounts changes it: by these one signs in, and the own profile, which demands
 * proof, is the only way to change them.
 */
export function demandOwnSignInKept({ principal }: Pick<Context, 'principal'>, before: AnyRow, input: Input): void {
  if (before.id !== principal.id) return;
  for (const field of SIGN_IN_FIELDS) {
    if (input[field] !== undefined && input[field] !== before[field]) throw invalid(field, 'own_sign_in');
  }
}

/** The hash of a password that came with the input: somebody else's choice, which has to be replaced at the first sign-in. */
export async function passwordColumn(tx: Tx, input: Input): Promise<Record<string, unknown>> {
  if (typeof input.password !== 'string') return {};
  await demandGoodPassword(tx, input.password, input);
  return { password_hash: await hashPassword(input.password), must_change_password: true };
}
