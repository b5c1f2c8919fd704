import { SendingWays } from '#contract/reports/subscriptions.ts';
import { viewMails } from '#contract/reports/views.ts';
import { one } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { viewMailTable } from './mail-table.ts';
import { viewShareTable, viewTable } from './tables.ts';

/** What a person who works for several clients keeps of reports over them. */
export const viewEndpoints: Endpoint[] = [
  ...resourceEndpoints(viewTable),
  ...resourceEndpoints(viewMailTable),
  ...resourceEndpoints(viewShareTable),
  endpoint({
    scope: 'account',
    method: 'get',
    path: `/${viewMails.path}/ways`,
    summary: 'Whether views can go out by mail here',
    need: { item: viewMails.permission, action: 'view' },
    response: one(SendingWays),
    handle: async ({ services }) => ({ data: { email: services.mailer !== null, owner: null } }),
  }),
];
