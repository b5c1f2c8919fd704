import { SendingWays } from '#contract/reports/subscriptions.ts';
import { viewMails } from '#contract/reports/views.ts';
import { one } from '#contract/resource.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { lastMails, mailsOfOwner } from '#server/reports/subscriptions/last-mails.ts';
import { ofPerson } from '#server/reports/subscriptions/owner.ts';
import { viewMailTable } from './mail-table.ts';
import { viewShareTable, viewTable } from './tables.ts';

/** Saved views of a person who works for several clients. */
export const viewEndpoints: Endpoint[] = [
  ...resourceEndpoints(viewTable),
  ...resourceEndpoints(viewMailTable),
  ...resourceEndpoints(viewShareTable),
  endpoint({
    scope: 'account',
    method: 'get',
    path: `/${viewMails.path}/ways`,
    summary: 'Whether views can go out by mail here, and how the caller’s own went lately',
    need: { item: viewMails.permission, action: 'view' },
    response: one(SendingWays),
    async handle(context) {
      const { services } = context;
      const last = await lastMails(services.database.acrossClients(), mailsOfOwner(ofPerson(accountOf(context.principal).id)));
      return { data: { email: services.mailer !== null, owner: null, last } };
    },
  }),
];
