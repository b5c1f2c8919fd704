import type { TFunction } from 'i18next';
import type { accounts } from '#contract/admin/accounts.ts';
import type { RowOf } from '#contract/resource.ts';
import { nameOf } from '#src/admin/people/person.ts';
import { PersonCell } from '#src/admin/people/person-cell.tsx';
import type { ListColumn } from '#src/core/resource/column.ts';

export type Account = RowOf<typeof accounts>;

/** True for the user types with several clients. */
export const looksAfter = (type: string) => type === 'consultant' || type === 'staff';

export const accountColumns = (t: TFunction, clientName: (id: number) => string): ListColumn<Account>[] => [
  {
    key: 'name',
    label: t('admin:person.name'),
    sort: 'name',
    value: nameOf,
    render: (account) => <PersonCell person={account} />,
  },
  { key: 'email', label: t('core:fields.email'), sort: 'email' },
  {
    key: 'user_type',
    label: t('admin:users.type'),
    sort: 'user_type',
    value: ({ user_type, is_superadmin }) => t(is_superadmin ? 'core:roles.superadmin' : `core:roles.${user_type}`),
  },
  {
    key: 'clients',
    label: t('admin:users.clients'),
    value: ({ user_type, company_name, clients }) => (looksAfter(user_type) ? clients.map(clientName).join(', ') : company_name),
  },
];
