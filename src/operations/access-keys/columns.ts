import type { TFunction } from 'i18next';
import type { accessKeys } from '#contract/operations/access-keys.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';

export type AccessKey = RowOf<typeof accessKeys>;

/** The column of rights has the same text for all keys. */
export const keyColumns = (t: TFunction): ListColumn<AccessKey>[] => [
  { key: 'name', label: t('pages:access_keys.name'), sort: 'name' },
  { key: 'farm_name', label: t('pages:access_keys.farm'), secondary: true },
  { key: 'rights', label: t('pages:access_keys.rights'), render: () => t('pages:access_keys.rights_text'), secondary: true },
  {
    key: 'last_used_at',
    label: t('pages:access_keys.last_used'),
    kind: 'datetime',
    sort: 'last_used_at',
  },
  { key: 'created_at', label: t('pages:access_keys.created'), kind: 'datetime', sort: 'created_at' },
  { key: 'created_by_name', label: t('pages:access_keys.created_by') },
];
