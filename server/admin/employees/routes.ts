import { z } from 'zod';
import { employees, PasswordChange } from '../../../contract/admin/employees.ts';
import { one } from '../../../contract/resource.ts';
import { create } from '../../core/crud.ts';
import { type Endpoint, endpoint } from '../../core/endpoint.ts';
import { resourceEndpoints } from '../../core/resource.ts';
import type { Table } from '../../core/table.ts';
import { resetSecondFactor, setPassword } from '../passwords.ts';
import { employeeTable } from './table.ts';

const table = employeeTable as unknown as Table;
// A password has a path of its own; a PUT of the person can't carry one.
const update = { ...employeeTable, contract: { ...employees, update: employees.update.omit({ password: true }) } };

export const employeeEndpoints: Endpoint[] = [
  ...resourceEndpoints(update, ['create']),
  endpoint({
    method: 'post',
    path: '/perm/employees/create',
    summary: 'Add an employee, with a password',
    scope: 'client',
    need: { item: 'employee', action: 'add' },
    body: employees.create,
    status: 201,
    response: one(employees.row),
    handle: async (context, { body }) => ({ data: await create(context, table, body) }),
  }),
  endpoint({
    method: 'put',
    path: '/perm/employees/{id}/password',
    summary: "Set an employee's password; earlier sign-ins end",
    scope: 'client',
    need: { item: 'employee', action: 'change' },
    body: PasswordChange,
    status: 204,
    response: z.null(),
    async handle(context, { id, body }) {
      await setPassword(context, table, id, body.password);
      return null;
    },
  }),
  endpoint({
    method: 'delete',
    path: '/perm/employees/{id}/second-factor',
    summary: "Take an employee's second factor off, when it is lost",
    scope: 'client',
    need: { item: 'employee', action: 'change' },
    status: 204,
    response: z.null(),
    async handle(context, { id }) {
      await resetSecondFactor(context, table, id);
      return null;
    },
  }),
];
