import { z } from 'zod';
import { users } from '../../../contract/admin/clients.ts';
import { PasswordChange } from '../../../contract/admin/employees.ts';
import { one } from '../../../contract/resource.ts';
import { create } from '../../core/crud.ts';
import { type Endpoint, endpoint } from '../../core/endpoint.ts';
import { ofInstallation, resourceEndpoints } from '../../core/resource.ts';
import type { Table } from '../../core/table.ts';
import { resetSecondFactor, setPassword } from '../passwords.ts';
import { userTable } from './table.ts';
import { viewAsEndpoint } from './view-as.ts';

const table = userTable as unknown as Table;
const update = { ...userTable, contract: { ...users, update: users.update.omit({ password: true, modules: true }) } };

export const userEndpoints: Endpoint[] = [
  ...resourceEndpoints(update, ['create']),
  endpoint({
    method: 'post',
    path: '/dashboard/users/create',
    summary: 'Add a user; the first of a client makes the client',
    scope: 'account',
    need: { item: 'user', action: 'add' },
    body: users.create,
    status: 201,
    response: one(users.row),
    handle: async (context, { body }) => ({ data: await create(ofInstallation(context), table, body) }),
  }),
  endpoint({
    method: 'put',
    path: '/dashboard/users/{id}/password',
    summary: "Set a user's password; earlier sign-ins end",
    scope: 'account',
    need: { item: 'user', action: 'change' },
    body: PasswordChange,
    status: 204,
    response: z.null(),
    async handle(context, { id, body }) {
      await setPassword(ofInstallation(context), table, id, body.password);
      return null;
    },
  }),
  endpoint({
    method: 'delete',
    path: '/dashboard/users/{id}/second-factor',
    summary: "Take a user's second factor off, when it is lost",
    scope: 'account',
    need: { item: 'user', action: 'change' },
    status: 204,
    response: z.null(),
    async handle(context, { id }) {
      await resetSecondFactor(ofInstallation(context), table, id);
      return null;
    },
  }),
  viewAsEndpoint,
];
