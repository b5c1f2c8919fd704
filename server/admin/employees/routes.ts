import { employees } from '#contract/admin/employees.ts';
import { boundTakenLogins } from '#server/admin/people/taken-logins.ts';
import { peopleEndpoints } from '#server/admin/people.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { employeeTable } from './table.ts';

/** The client's own people. Deleting keeps the row, erasing empties it. */
export const employeeEndpoints: Endpoint[] = boundTakenLogins(
  peopleEndpoints({
    table: employeeTable,
    update: employees.update.omit({ password: true }),
    erase: { method: 'post', path: '/erase' },
  }),
);
