import type { TFunction } from 'i18next';
import type { accessGroups } from '#contract/admin/access-groups.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { grantedCount } from './matrix.ts';

export type AccessGroup = RowOf<typeof accessGroups>;

export const groupColumns = (t: TFunction, farmsText: (group: AccessGroup) => string): ListColumn<AccessGroup>[] => [
  { key: 'name', label: t('admin:groups.name'), sort: 'name' },
  { key: 'farms', label: t('admin:groups.farms'), value: farmsText },
  { key: 'permissions', label: t('admin:groups.granted'), kind: 'count', value: ({ permissions }) => grantedCount(permissions) },
];
