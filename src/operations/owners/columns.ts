import type { TFunction } from 'i18next';
import type { groupOwners, ownerLines } from '#contract/operations/owners.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';

export type GroupOwner = RowOf<typeof groupOwners>;
export type OwnerLine = RowOf<typeof ownerLines>;

export const ownerColumns = (t: TFunction): ListColumn<GroupOwner>[] => [
  { key: 'from', label: t('owners:from'), kind: 'date', sort: 'from' },
  { key: 'group_name', label: t('owners:group'), sort: 'group_name' },
  { key: 'owner_name', label: t('owners:owner'), sort: 'owner_name' },
  { key: 'markup', label: t('owners:markup'), kind: 'percent', sort: 'markup' },
  { key: 'yardage', label: t('owners:yardage'), kind: 'money', sort: 'yardage' },
  { key: 'farm_name', label: t('owners:farm'), secondary: true },
];

export const lineColumns = (t: TFunction): ListColumn<OwnerLine>[] => [
  { key: 'day', label: t('owners:day'), kind: 'date', sort: 'day' },
  { key: 'owner_name', label: t('owners:owner'), sort: 'owner_name' },
  { key: 'text', label: t('owners:text'), sort: 'text' },
  { key: 'amount', label: t('owners:amount'), kind: 'money', sort: 'amount' },
  { key: 'farm_name', label: t('owners:farm'), secondary: true },
];
