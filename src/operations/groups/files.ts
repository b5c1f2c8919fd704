import type { TFunction } from 'i18next';
import { groups, headCounts } from '#contract/operations/groups.ts';
import type { RowOf } from '#contract/resource.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { groupColumns, programmeFileColumns } from './columns.ts';

const headColumns = (t: TFunction): ListColumn<RowOf<typeof headCounts & typeof groups>>[] => [
  { key: 'group_name', label: t('operations:groups.name') },
  { key: 'day', label: t('operations:groups.since'), kind: 'date' },
  { key: 'heads', label: t('operations:groups.heads'), kind: 'count' },
];

/** A farm's groups, and their head counts by the day from which each holds. */
export const groupFiles = (t: TFunction, farm: number, query: Query, writes: boolean): ListFile[] => [
  {
    title: t('operations:groups.title'),
    columns: (t) => [...groupColumns(t), ...programmeFileColumns(t)],
    source: { resource: groups, query, farm },
    imports: writes
      ? {
          fields: [{ key: 'name' }, { key: 'animal_type_name' }, { key: 'animal_count' }, { key: 'programme_name' }, { key: 'started_on' }],
          texts: 'operations',
          ids: true,
          byName: true,
          farm,
          touches: [{ id: 'farms' }, { id: 'schedules' }],
        }
      : undefined,
  },
  {
    title: t('operations:groups.heads_over_time'),
    columns: headColumns,
    source: { resource: headCounts, query: {}, farm },
    imports: writes
      ? {
          fields: [{ key: 'group_name' }, { key: 'day' }, { key: 'heads' }],
          texts: 'operations',
          ids: false,
          byName: false,
          farm,
          touches: [{ id: 'farms' }, { id: 'schedules' }],
        }
      : undefined,
  },
];
