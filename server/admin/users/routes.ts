import { users } from '../../../contract/admin/clients.ts';
import type { Endpoint } from '../../core/endpoint.ts';
import { peopleEndpoints } from '../people.ts';
import { boundTakenLogins } from '../taken-logins.ts';
import { userTable } from './table.ts';
import { viewAsEndpoint } from './view-as.ts';

/** Every account of the installation; the first user of a client makes the client. */
export const userEndpoints: Endpoint[] = [
  ...boundTakenLogins(
    peopleEndpoints({
      table: userTable,
      update: users.update.omit({ password: true, modules: true, currency: true }),
      erase: { method: 'delete', path: '' },
    }),
  ),
  viewAsEndpoint,
];
