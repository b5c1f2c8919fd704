import { sql } from 'kysely';
import type { z } from 'zod';
import type { Proof } from '#contract/admin/auth.ts';
import { reserveOwnAttempt } from '#server/admin/people/sign-in-limits.ts';
import { isPassword } from '#server/platform/auth/passwords.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { Context } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { accountById } from './queries.ts';
import { takeCode } from './second-factor.ts';

/** Seconds after a sign-in in which its code still counts, because a code works once and the next one comes half a minute later. */
const FRESH_SECONDS = 300;

interface ProofOptions {
  /** True if a recent sign-in with a code needs no second code. */
  freshSignInCounts?: boolean;
}

/**
 * Proves the account owner's identity by the present password, and by a one-time or recovery code if the account has a second factor.
 * Returns the hash of the proven password. 400 on the missing or wrong field; 429 after too many wrong ones.
 */
export async function demandProof(
  { services, principal }: Context,
  { password, code }: Partial<z.infer<typeof Proof>>,
  { freshSignInCounts = false }: ProofOptions = {},
): Promise<{ hash: string }> {
  if (!password) throw invalid('password', 'required');
  const { id, claims } = accountOf(principal);
  const db = services.database.acrossClients();
  const attempt = await reserveOwnAttempt(services, id);
  const account = await accountById(db, id);
  if (!account || !(await isPassword(password, account.password_hash))) throw invalid('password', 'wrong_password');
  if (account.second_factor_on && !(freshSignInCounts && (await isFresh(claims.sid)))) {
    if (code === undefined) {
      await attempt.withdraw();
      throw invalid('code', 'second_factor');
    }
    if (!(await takeCode(db, services.secret, account, code, services.now()))) throw invalid('code', 'wrong_code');
  }
  await attempt.succeed();
  return { hash: account.password_hash };

  async function isFresh(session: string): Promise<boolean> {
    const { rows } = await sql`select from session where id = ${session}
      and created_at > ${services.now()}::timestamptz - make_interval(secs => ${FRESH_SECONDS})`.execute(db);
    return rows.length > 0;
  }
}
