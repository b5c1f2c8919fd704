import type { TFunction } from 'i18next';
import type { groups } from '#contract/operations/groups.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';

export type AnimalGroup = RowOf<typeof groups>;

export const groupColumns = (t: TFunction): ListColumn<AnimalGroup>[] => [
  { key: 'name', label: t('operations:groups.name'), sort: 'name' },
  { key: 'animal_type_name', label: t('operations:groups.animal_type'), sort: 'animal_type_name' },
  { key: 'animal_count', label: t('operations:groups.heads'), kind: 'count', sort: 'animal_count' },
];
