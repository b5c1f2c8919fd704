import { accounts } from '#contract/admin/accounts.ts';
import { boundTakenLogins } from '#server/admin/people/taken-logins.ts';
import { peopleEndpoints } from '#server/admin/people.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { userTable } from './table.ts';
import { viewAsEndpoint } from './view-as.ts';

/** All accounts of the installation. Creating the first user of a client creates the client. */
export const userEndpoints: Endpoint[] = [
  ...boundTakenLogins(
    peopleEndpoints({
      table: userTable,
      update: accounts.update.omit({ password: true, modules: true, currency: true }),
      erase: { method: 'delete', path: '' },
    }),
  ),
  viewAsEndpoint,
];
