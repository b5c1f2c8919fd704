import { sql } from 'kysely';
import { z } from 'zod';
import { PasswordProof, Proof, RecoveryCodes, SecondFactorCode, SecondFactorStart } from '#contract/admin/auth.ts';
import { one } from '#contract/resource.ts';
import { notifyPerson } from '#server/admin/people/account-fields.ts';
import { reserveOwnAttempt } from '#server/admin/people/sign-in-limits.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { Context } from '#server/platform/context.ts';
import { ApiError, conflict, fieldError, invalid, notSignedIn } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { endOtherSessions } from '#server/platform/http/sessions.ts';
import { recordActivity } from '#server/platform/resource/history.ts';
import { transact } from '#server/platform/transact.ts';
import { demandProof } from './proof.ts';
import { accountById } from './queries.ts';
import { dropSecondFactor, newRecoveryCodes, newSecondFactor, takeOneTimeCode } from './second-factor.ts';

async function note({ services, principal, ip }: Context, action: string): Promise<void> {
  const { id } = accountOf(principal);
  const { name, client } = principal;
  const db = services.database.acrossClients();
  await recordActivity(db, { id, name, ip, client }, action, 'second_factor', id);
  await notifyPerson(db, { id, client });
}

async function ownAccount(context: Context) {
  if (context.principal.viewer) throw new ApiError(403, { detail: [fieldError('view_only')] });
  const account = await accountById(context.services.database.acrossClients(), accountOf(context.principal).id);
  if (!account) throw notSignedIn();
  return account;
}

export const secondFactorEndpoints: Endpoint[] = [
  endpoint({
    method: 'post',
    path: '/auth/second-factor',
    summary: "A new secret for the caller's app; it counts once a code of it was given",
    scope: 'account',
    always: true,
    body: PasswordProof,
    response: one(SecondFactorStart),
    async handle(context, { body }) {
      const account = await ownAccount(context);
      // The present app must be switched off first, which requires its code.
      if (account.second_factor_on) throw conflict('illegal_status');
      await demandProof(context, body);
      const { services } = context;
      const { rows } = await sql<{ email: string }>`select email from account where id = ${account.id}`.execute(
        services.database.acrossClients(),
      );
      return {
        data: await newSecondFactor(services.database.acrossClients(), services.secret, account.id, rows[0]?.email ?? account.name),
      };
    },
  }),
  endpoint({
    method: 'post',
    path: '/auth/second-factor/confirm',
    summary: 'The first code of the app: from now on signing in asks for one, and other sign-ins end',
    scope: 'account',
    always: true,
    body: SecondFactorCode,
    response: one(RecoveryCodes),
    async handle(context, { body }) {
      const account = await ownAccount(context);
      const { claims } = accountOf(context.principal);
      if (account.second_factor_on || !account.second_factor) throw conflict('illegal_status');
      const { services } = context;
      const db = services.database.acrossClients();
      const attempt = await reserveOwnAttempt(services, account.id);
      if (!(await takeOneTimeCode(db, services.secret, account, body.code, services.now()))) throw invalid('code', 'wrong_code');
      await attempt.succeed();
      const codes = await transact(db, async (tx) => {
        await sql`update account set second_factor_on = true, version = version + 1 where id = ${account.id}`.execute(tx);
        // Other sessions signed in with the password only.
        await endOtherSessions(tx, account.id, claims.sid);
        return newRecoveryCodes(tx, account.id);
      });
      services.principals.forget();
      await note(context, 'second_factor_on');
      return { data: { recovery_codes: codes } };
    },
  }),
  endpoint({
    method: 'post',
    path: '/auth/second-factor/off',
    summary: 'Signing in with the password alone again; needs the password and a one-time or a recovery code',
    scope: 'account',
    body: Proof,
    status: 204,
    response: z.null(),
    async handle(context, { body }) {
      const account = await ownAccount(context);
      await demandProof(context, body);
      await transact(context.services.database.acrossClients(), (tx) => dropSecondFactor(tx, account.id));
      context.services.principals.forget();
      await note(context, 'second_factor_off');
      return null;
    },
  }),
];
