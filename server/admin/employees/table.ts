import { sql } from 'kysely';
import { employees } from '#contract/admin/employees.ts';
import type { Language } from '#contract/kinds.ts';
import { accessGroupTable } from '#server/admin/access-groups/table.ts';
import {
  endedByLock,
  passwordColumn,
  personOrder,
  personOrderings,
  personSearch,
  personTitle,
} from '#server/admin/people/account-fields.ts';
import { conventionsOfChange, ownConventions } from '#server/admin/people/conventions.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { TableOf } from '#server/platform/resource/table.ts';

export const employeeTable: TableOf<typeof employees, 'account'> = {
  contract: employees,
  table: 'account',
  joins: 'left join access_group on access_group.client_id = t.client_id and access_group.id = t.access_group_id',
  fields: { second_factor: 't.second_factor_on', group: 't.access_group_id', group_name: 'access_group.name' },
  columns: { group: 'access_group_id', password: null },
  references: { group: accessGroupTable },
  naming: ['group'],
  visibleTo: () => sql`t.user_type = 'employee' and t.erased_at is null`,
  search: personSearch,
  order: personOrder,
  orderings: personOrderings,
  title: personTitle,
  changesAccess: true,
  remove: 'soft',
  prepare: oneByOne(async (tx, context, { input, before }) =>
    before === null
      ? {
          user_type: 'employee',
          ...(await passwordColumn(tx, input)),
          ...(await ownConventions(tx, input.language as Language, context.client)),
        }
      : { ...conventionsOfChange(before.language, input.language), ...endedByLock(before, input) },
  ),
};
