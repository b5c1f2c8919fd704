import type { TFunction } from 'i18next';
import { programmes } from '#contract/operations/programmes.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import type { Programme } from './columns.ts';

type Line = Omit<Programme, 'steps'> & Programme['steps'][number];

const fileColumns = (t: TFunction): ListColumn<Line>[] => [
  { key: 'name', label: t('pages:programmes.name') },
  { key: 'day', label: t('pages:programmes.day'), kind: 'count' },
  { key: 'ration_name', label: t('pages:programmes.ration') },
  { key: 'weight_per_head', label: t('pages:programmes.weight'), kind: 'weight' },
  { key: 'blend_days', label: t('pages:programmes.blend_days'), kind: 'count' },
];

/** A farm's programmes, a line for each step. */
export const programmeFile = (t: TFunction, farm: number, query: Query, writes: boolean): ListFile => ({
  title: t('operations:programmes.title'),
  columns: fileColumns,
  source: { resource: programmes, query, farm },
  lines: ({ steps, ...programme }: Programme): Line[] => steps.map((step) => ({ ...programme, ...step })),
  imports: writes
    ? {
        fields: ['name', 'day', 'ration_name', 'weight_per_head', 'blend_days'].map((key) => ({ key })),
        parts: [{ field: 'steps', keys: ['day', 'ration_name', 'weight_per_head'] }],
        texts: 'pages',
        ids: true,
        byName: true,
        farm,
        touches: [{ id: 'schedules' }],
      }
    : undefined,
});
