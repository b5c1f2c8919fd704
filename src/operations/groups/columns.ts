import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Formatter } from '#common/format/formatter.ts';
import { daysBetween } from '#contract/days.ts';
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

/** The column with each group's day of its programme. */
export const programmeColumn = (t: TFunction, format: Formatter, today: string): ListColumn<AnimalGroup> => ({
  key: 'programme_name',
  label: t('operations:groups.programme'),
  value: (group) => standingOf(t, format, group, today),
});

/** The programme and the day of it, or the day on which it begins. */
export function standingOf(t: TFunction, format: Formatter, { programme_name, started_on }: AnimalGroup, today: string): string {
  if (!programme_name || !started_on) return '';
  const begun = started_on <= today;
  const day = begun ? daysBetween(started_on, today) : format.value('date', started_on);
  return `${programme_name}, ${t(begun ? 'pages:programmes.on_day' : 'pages:programmes.begins', { day })}`;
}

/** As files have it, which are read back in. */
export const programmeFileColumns = (t: TFunction): ListColumn<AnimalGroup>[] => [
  { key: 'programme_name', label: t('operations:groups.programme') },
  { key: 'started_on', label: t('operations:groups.started_on'), kind: 'date' },
];
