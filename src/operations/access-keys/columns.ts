import type { TFunction } from 'i18next';
import type { accessKeys } from '#contract/operations/access-keys.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';

export type AccessKey = RowOf<typeof accessKeys>;

export const keyColumns = (t: TFunction, nameFarm: (id: number) => string): ListColumn<AccessKey>[] => [
  { key: 'name', label: t('pages:access_keys.name'), sort: 'name' },
  {
    key: 'farm_name',
    label: t('pages:access_keys.farm'),
    render: (key) => (key.all_farms ? t('pages:access_keys.all_farms') : [key.farm_name, ...key.farms.map(nameFarm)].join(', ')),
    secondary: true,
  },
  {
    key: 'scopes',
    label: t('pages:access_keys.rights'),
    render: ({ scopes }) => scopes.map((scope) => t(`pages:access_keys.scopes.${scope}`)).join(' · '),
    secondary: true,
  },
  { key: 'expires_on', label: t('pages:access_keys.expires_on'), kind: 'date' },
  {
    key: 'last_used_at',
    label: t('pages:access_keys.last_used'),
    kind: 'datetime',
    sort: 'last_used_at',
  },
  { key: 'created_at', label: t('pages:access_keys.created'), kind: 'datetime', sort: 'created_at' },
  { key: 'created_by_name', label: t('pages:access_keys.created_by') },
];
