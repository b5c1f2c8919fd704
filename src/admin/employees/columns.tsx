import type { TFunction } from 'i18next';
import type { employees } from '#contract/admin/employees.ts';
import type { RowOf } from '#contract/resource.ts';
import { nameOf } from '#src/admin/people/person.ts';
import { PersonCell } from '#src/admin/people/person-cell.tsx';
import type { ListColumn } from '#src/core/resource/column.ts';

export type Employee = RowOf<typeof employees>;

export const employeeColumns = (t: TFunction): ListColumn<Employee>[] => [
  {
    key: 'name',
    label: t('admin:person.name'),
    sort: 'name',
    value: nameOf,
    render: (employee) => <PersonCell person={employee} />,
  },
  { key: 'email', label: t('core:fields.email'), sort: 'email' },
  { key: 'phone', label: t('core:fields.phone') },
  { key: 'group_name', label: t('admin:employees.group'), sort: 'group_name' },
];
