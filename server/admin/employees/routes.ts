import { employees } from '../../../contract/admin/employees.ts';
import type { Endpoint } from '../../core/endpoint.ts';
import { peopleEndpoints } from '../people.ts';
import { boundTakenLogins } from '../taken-logins.ts';
import { employeeTable } from './table.ts';

/** A client's own people; deleting one keeps the row, erasing empties it. */
export const employeeEndpoints: Endpoint[] = boundTakenLogins(
  peopleEndpoints({
    table: employeeTable,
    update: employees.update.omit({ password: true }),
    erase: { method: 'post', path: '/erase' },
  }),
);
