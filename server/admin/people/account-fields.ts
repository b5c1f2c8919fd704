import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { demandGoodPassword } from '#server/platform/auth/password-rules.ts';
import { AWAITS_PASSWORD, hashPassword } from '#server/platform/auth/passwords.ts';
import type { Context } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import type { AnyRow, Input } from '#server/platform/resource/table.ts';
import { notify } from '#server/platform/runtime/events.ts';

/** Fields that identify an account at the sign-in. */
export const SIGN_IN_FIELDS = ['email', 'phone'] as const;

export const personSearch = ['t.first_name', 't.last_name', 't.email', 't.phone'];
/** SQL order of people in lists: by name, or by email without a name. */
export const personOrder = `coalesce(nullif(trim(t.first_name || ' ' || t.last_name), ''), t.email)`;
export const personOrderings = { name: { join: () => sql``, by: personOrder } };
export const personTitle = (row: AnyRow) => `${row.first_name} ${row.last_name}`.trim() || row.email;

/** Notifies lists of people about a changed account: those of its client, and those of all accounts. */
export const notifyPerson = (db: Db, { id, client }: { id: number; client: number | null }): Promise<void> =>
  client === null ? notify(db, 0, 'users', [id]) : notify(db, client, 'employees', [id]);

/** A lock ends all sign-ins for good. After unlocking, the person signs in again. */
export const endedByLock = (before: AnyRow, { locked }: Input): Input =>
  locked && !before.locked ? { token_version: sql`token_version + 1` } : {};

/**
 * 400 on the email or phone of the caller's own account in a list of accounts. These identify the sign-in, so only the profile, which
 * requires proof, may change them.
 */
export function demandOwnSignInKept({ principal }: Pick<Context, 'principal'>, before: AnyRow, input: Input): void {
  if (before.id !== principal.id) return;
  for (const field of SIGN_IN_FIELDS) {
    if (input[field] !== undefined && input[field] !== before[field]) throw invalid(field, 'own_sign_in');
  }
}

/**
 * The hash of a password in a new account's input. Another person chose it, so it must be replaced at the first sign-in. Without one, nobody
 * signs in before the person sets a password by the link of an invitation.
 */
export async function passwordColumn(tx: Tx, input: Input): Promise<Record<string, unknown>> {
  if (typeof input.password !== 'string') return { password_hash: AWAITS_PASSWORD };
  await demandGoodPassword(tx, input.password, input);
  return { password_hash: await hashPassword(input.password), must_change_password: true };
}
