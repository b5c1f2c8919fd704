import { z } from 'zod';
import { PersonalData } from '../../../contract/admin/personal-data.ts';
import { one } from '../../../contract/resource.ts';
import type { ClientContext } from '../../core/context.ts';
import { get } from '../../core/crud.ts';
import { type Endpoint, endpoint } from '../../core/endpoint.ts';
import { recordActivity } from '../../core/history.ts';
import { accountOf } from '../../core/principal.ts';
import { ofInstallation } from '../../core/resource.ts';
import { anyTable } from '../../core/table.ts';
import { employeeTable } from '../employees/table.ts';
import { userTable } from '../users/table.ts';
import { erasePerson } from './erase.ts';
import { personalData } from './holdings.ts';

const users = anyTable(userTable);
const employees = anyTable(employeeTable);

/** That somebody looked at all of it is itself written down. */
async function exportOf(context: ClientContext, id: number) {
  const { services, principal, ip } = context;
  const db = services.database.acrossClients();
  const data = await personalData(db, id, services.now());
  await recordActivity(db, { id: principal.id, name: principal.name, ip, client: principal.client }, 'export', 'users', id);
  return { data };
}

export const personalDataEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/auth/me/export',
    summary: 'All that is held about the caller',
    scope: 'account',
    response: one(PersonalData),
    handle: (context) => exportOf(ofInstallation(context), accountOf(context.principal).id),
  }),
  endpoint({
    method: 'get',
    path: '/dashboard/users/{id}/export',
    summary: 'All that is held about a user',
    scope: 'account',
    need: { item: 'user', action: 'change' },
    response: one(PersonalData),
    async handle(context, { id }) {
      const inside = ofInstallation(context);
      await get(inside.db, users, inside, id);
      return exportOf(inside, id);
    },
  }),
  endpoint({
    method: 'get',
    path: '/perm/employees/{id}/export',
    summary: 'All that is held about an employee',
    scope: 'client',
    need: { item: 'employee', action: 'change' },
    response: one(PersonalData),
    async handle(context, { id }) {
      await get(context.db, employees, context, id);
      return exportOf(context, id);
    },
  }),
  endpoint({
    method: 'delete',
    path: '/dashboard/users/{id}',
    summary: "Erase a user's personal data for good; what they recorded stays, without their name",
    scope: 'account',
    need: { item: 'user', action: 'delete' },
    status: 204,
    response: z.null(),
    async handle(context, { id }) {
      const inside = ofInstallation(context);
      await get(inside.db, users, inside, id);
      await erasePerson(inside, id);
      return null;
    },
  }),
  endpoint({
    method: 'post',
    path: '/perm/employees/{id}/erase',
    summary: "Erase an employee's personal data for good; what they recorded stays, without their name",
    scope: 'client',
    need: { item: 'employee', action: 'delete' },
    status: 204,
    response: z.null(),
    async handle(context, { id }) {
      await get(context.db, employees, context, id);
      await erasePerson(ofInstallation(context), id);
      return null;
    },
  }),
];
