import { Session } from '#contract/admin/auth.ts';
import { one } from '#contract/resource.ts';
import { accountById } from '#server/admin/auth/queries.ts';
import { sessionOf } from '#server/admin/auth/sign-in.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import { conflict, notFound, notPermitted } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { openSession } from '#server/platform/http/sessions.ts';
import { recordActivity } from '#server/platform/resource/history.ts';

/** Impersonation by a super administrator: a read-only token of an hour, and a line in the activity log. */
export const viewAsEndpoint: Endpoint = endpoint({
  method: 'post',
  path: '/dashboard/users/{id}/view-as',
  summary: 'A token that sees what this user would see, and changes nothing',
  scope: 'account',
  need: { item: 'user', action: 'view' },
  status: 201,
  response: one(Session),
  async handle(context, { id }) {
    const { services, principal, ip } = context;
    const { id: viewer, claims } = accountOf(principal);
    const db = services.database.acrossClients();
    const account = await accountById(db, id);
    if (!account) throw notFound();
    if (account.is_superadmin) throw notPermitted();
    if (account.locked) throw conflict('account_locked');
    await recordActivity(db, { id: viewer, name: principal.name, ip, client: account.client_id }, 'view_as', 'users', id);
    return { data: await sessionOf(services, await openSession(context, account, claims)) };
  },
});
