import type { z } from 'zod';
import { type ClientConventions, Me, MeSaved, MeUpdate } from '#contract/admin/auth.ts';
import { clients } from '#contract/admin/clients.ts';
import { one } from '#contract/resource.ts';
import { notifyPerson, SIGN_IN_FIELDS } from '#server/admin/people/account-fields.ts';
import { conventionsOfChange } from '#server/admin/people/conventions.ts';
import { boundTakenLogins } from '#server/admin/people/taken-logins.ts';
import { demandGoodPassword } from '#server/platform/auth/password-rules.ts';
import { hashPassword } from '#server/platform/auth/passwords.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { Context } from '#server/platform/context.ts';
import { ApiError, fieldError, invalid, notPermitted, notSignedIn } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { openSession } from '#server/platform/http/sessions.ts';
import { recordActivity } from '#server/platform/resource/history.ts';
import { demandProof } from './proof.ts';
import { meOf } from './queries.ts';

async function changeMe(context: Context, body: z.infer<typeof MeUpdate>) {
  const { services, principal } = context;
  // An impersonated session changes nothing.
  if (principal.viewer) throw new ApiError(403, { detail: [fieldError('view_only')] });
  const { id } = accountOf(principal);
  const db = services.database.acrossClients();
  const { password, code, new_password: fresh, client_conventions: ofClient, ...fields } = body;
  if (ofClient && principal.userType !== 'client') throw notPermitted();
  const before = await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const signsInOtherwise = SIGN_IN_FIELDS.some((field) => fields[field] !== undefined && fields[field] !== before[field]);
  if (fresh !== undefined) {
    if (fresh === password) throw invalid('new_password', 'same_password');
    await demandGoodPassword(db, fresh, { ...before, ...fields }, 'new_password');
  }
  // A person at an open screen can't take over the account or its recovery. Checked last, because a code counts once.
  const proof =
    fresh !== undefined || signsInOtherwise ? await demandProof(context, { password, code }, { freshSignInCounts: true }) : undefined;
  const columns = {
    ...conventionsOfChange(before.language, fields.language),
    ...fields,
    ...(fresh === undefined ? {} : { password_hash: await hashPassword(fresh), must_change_password: false }),
  };
  const account = await db
    .updateTable('account')
    .set((row) => ({
      ...columns,
      version: row('version', '+', 1),
      ...(fresh === undefined ? {} : { token_version: row('token_version', '+', 1) }),
    }))
    .where('id', '=', id)
    // A password that was just replaced proves nothing.
    .$if(proof !== undefined, (update) => update.where('password_hash', '=', proof?.hash ?? ''))
    .returning('token_version')
    .executeTakeFirst();
  if (account && ofClient && principal.client !== null) await changeClient(context, principal.client, ofClient);
  services.principals.forget();
  // Erased meanwhile, or signed out everywhere by another new password.
  if (!account) throw notSignedIn();
  await recordActivity(db, { id, name: principal.name, ip: context.ip, client: principal.client }, 'update', 'me', id);
  await notifyPerson(db, { id, client: principal.client });
  if (fresh === undefined) return { data: await meOf(db, principal) };
  const token = await openSession(context, { id, token_version: account.token_version });
  return { data: { ...(await meOf(db, await services.principals.of(token))), token } };
}

/** Owners change the settings of their client, although they can't open the list of clients. */
async function changeClient({ services, principal, ip }: Context, client: number, conventions: Partial<z.infer<typeof ClientConventions>>) {
  const db = services.database.acrossClients();
  await db
    .updateTable('client')
    .set((row) => ({ ...conventions, version: row('version', '+', 1) }))
    .where('id', '=', client)
    .execute();
  await recordActivity(db, { id: principal.id, name: principal.name, ip, client }, 'update', clients.id, client);
}

export const meEndpoints: Endpoint[] = boundTakenLogins([
  endpoint({
    method: 'get',
    path: '/auth/me',
    summary: 'Who is signed in, with what rights',
    scope: 'account',
    always: true,
    response: one(Me),
    handle: async ({ services, principal }) => ({ data: await meOf(services.database.acrossClients(), principal) }),
  }),
  endpoint({
    method: 'put',
    path: '/auth/me',
    summary:
      'Change own details; a new password, email or phone needs the present password, and a code if there is a second factor; a new password ends every sign-in and gives a new token',
    scope: 'account',
    always: true,
    body: MeUpdate,
    response: one(MeSaved),
    handle: (context, { body }) => changeMe(context, body),
  }),
]);
