import type { z } from 'zod';
import type { Login, Session } from '#contract/admin/auth.ts';
import { phoneOf } from '#contract/phone.ts';
import { inStrangersTurn, reserveAttempt } from '#server/admin/people/sign-in-limits.ts';
import { isPassword } from '#server/platform/auth/passwords.ts';
import type { PublicContext, Services } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { openSession } from '#server/platform/http/sessions.ts';
import { recordActivity } from '#server/platform/resource/history.ts';
import { accountByLogin } from './queries.ts';
import { takeCode } from './second-factor.ts';

/** The data about a token's owner for the browser. */
export async function sessionOf(services: Services, token: string): Promise<z.infer<typeof Session>> {
  const principal = await services.principals.of(token);
  return { token, user_type: principal.userType, is_superadmin: principal.isSuperadmin, modules: [...principal.modules] };
}

/** An email as it is, a phone in its one spelling, so that other spellings give no further guesses. */
export const loginOf = (typed: string): string => (typed.includes('@') ? typed : phoneOf(typed));

/**
 * Returns a token for the right password, and the right code if the account has a second factor. The attempt is counted before it is
 * judged.
 */
export const signIn = (context: PublicContext, login: z.infer<typeof Login>) =>
  inStrangersTurn(context.ip, () => signInNow(context, login));

async function signInNow(context: PublicContext, { login: typed, password, code }: z.infer<typeof Login>) {
  const { services, ip } = context;
  const login = loginOf(typed);
  const db = services.database.acrossClients();
  const account = await accountByLogin(db, login);
  const attempt = await reserveAttempt(services, account ? { account: account.id } : { login }, ip);
  const matches = await isPassword(password, account?.password_hash);
  if (!account || !matches || account.locked) throw invalid('detail', 'incorrect_login');
  if (account.second_factor_on) {
    if (code === undefined) {
      await attempt.withdraw();
      throw invalid('code', 'second_factor');
    }
    if (!(await takeCode(db, services.secret, account, code, services.now()))) throw invalid('code', 'wrong_code');
  }
  await attempt.succeed();
  await recordActivity(db, { id: account.id, name: account.name, ip, client: account.client_id }, 'sign_in', 'session', null);
  return sessionOf(services, await openSession(context, account));
}
