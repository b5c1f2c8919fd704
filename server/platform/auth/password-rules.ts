import { sql } from 'kysely';
import { SHORTEST_PASSWORD } from '#contract/password-length.ts';
import type { Db } from '#server/db/database.ts';
import { invalid } from '#server/platform/errors.ts';

/** The person of the password. */
export interface Owner {
  email?: unknown;
  phone?: unknown;
  first_name?: unknown;
  last_name?: unknown;
  company_name?: unknown;
}

/** Min length of a checked part of personal data. Shorter parts identify nobody. */
const SHORTEST_PIECE = 4;
/** Min characters in addition to personal data, and min number of different characters. */
const LEAST_BESIDE = 6;
const LEAST_SIGNS = 4;

let common: Promise<ReadonlySet<string>> | undefined;
/** The fifty thousand most common passwords, in order. Read when somebody chooses a password. */
const commonPasswords = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'])));

/** Setting with the min length of new passwords. */
export const PASSWORD_LENGTH_SETTING = 'password_length';

/** Min length of a new password in characters, by the installation's sign-in rules. `db` may belong to any client. */
export async function readPasswordLength(db: Db): Promise<number> {
  const { rows } = await sql<{ value: number }>`select value from setting where name = ${PASSWORD_LENGTH_SETTING}`.execute(db);
  return rows[0]?.value ?? SHORTEST_PASSWORD;
}

/**
 * 400 at `field` for a password that is too short by the sign-in rules, or easy to guess: a common one, with or without digits at its ends,
 * or the owner's data.
 */
export async function demandGoodPassword(db: Db, password: string, owner: Owner, field = 'password'): Promise<void> {
  const limit = await readPasswordLength(db);
  if (password.length < limit) throw invalid(field, 'password_short', { limit });
  const plain = password.normalize('NFKC').toLowerCase();
  const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const known = await commonPasswords();
  if (new Set(plain).size < LEAST_SIGNS || known.has(plain) || known.has(word)) throw invalid(field, 'password_common');
  const beside = listPersonalPieces(owner).reduce((left, piece) => left.replaceAll(piece, ''), plain);
  if (beside !== plain && beside.length < LEAST_BESIDE) throw invalid(field, 'password_own');
}

/** Parts of a person's data, longest first. */
function listPersonalPieces({ email, phone, first_name, last_name, company_name }: Owner): string[] {
  const address = String(email ?? '').toLowerCase();
  const digits = String(phone ?? '').replace(/\D/g, '');
  const words = [first_name, last_name, company_name].flatMap((name) =>
    String(name ?? '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  );
  return [address, ...address.split(/[@.+_-]/), digits, digits.slice(-9), ...words]
    .filter((piece) => piece.length >= SHORTEST_PIECE)
    .sort((a, b) => b.length - a.length);
}
