import type { TFunction } from 'i18next';
import type { employees } from '../../../contract/admin/employees.ts';
import type { RowOf } from '../../../contract/resource.ts';
import type { ListColumn } from '../../core/resource/column.ts';
import { nameOf } from '../shared/person.ts';
import { PersonCell } from '../shared/person-cell.tsx';

export type Employee = RowOf<typeof employees>;

export const employeeColumns = (t: TFunction): ListColumn<Employee>[] => [
  {
    key: 'name',
    label: t('admin:person.name'),
    sort: 'last_name',
    value: nameOf,
    render: (employee) => <PersonCell person={employee} />,
  },
  { key: 'email', label: t('core:fields.email'), sort: 'email' },
  { key: 'phone', label: t('core:fields.phone') },
  { key: 'group_name', label: t('admin:employees.group'), sort: 'group_name' },
];
