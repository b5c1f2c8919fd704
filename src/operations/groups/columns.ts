import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { groups } from '#contract/operations/groups.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';

export type AnimalGroup = RowOf<typeof groups>;

/** `heads`: where they can be written into the list itself. */
export const groupColumns = (t: TFunction, heads?: (group: AnimalGroup) => ReactNode): ListColumn<AnimalGroup>[] => [
  { key: 'name', label: t('operations:groups.name'), sort: 'name' },
  { key: 'animal_type_name', label: t('operations:groups.animal_type'), sort: 'animal_type_name' },
  { key: 'animal_count', label: t('operations:groups.heads'), kind: 'count', sort: 'animal_count', render: heads },
];
