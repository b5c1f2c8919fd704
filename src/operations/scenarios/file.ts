import type { TFunction } from 'i18next';
import { scenarios } from '#contract/operations/scenarios.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import type { Scenario } from './columns.ts';
import { NAMES } from './values.ts';

const fileColumns = (t: TFunction): ListColumn<Scenario>[] => [
  { key: 'name', label: t('pages:scenarios.name') },
  { key: 'day', label: t('pages:scenarios.on'), kind: 'date' },
  { key: 'group_name', label: t('pages:scenarios.group') },
  { key: 'heads', label: t('pages:scenarios.heads_to'), kind: 'count' },
  { key: 'added', label: t('pages:scenarios.added'), kind: 'count' },
  { key: 'ration_name', label: t('pages:scenarios.ration') },
  { key: 'ingredient_name', label: t('pages:scenarios.ingredient') },
  { key: 'price', label: t('pages:scenarios.price'), kind: 'price' },
  { key: 'kg', label: t('pages:scenarios.kg'), kind: 'weight' },
  { key: 'farm_name', label: t('pages:scenarios.farm') },
];

/** The scenarios of the farms, a line per change, from any of their lists; a scenario without changes has one line. */
export const scenarioFile = (t: TFunction, query: Query, writes: boolean): ListFile => ({
  title: t('operations:scenarios.title'),
  columns: fileColumns,
  source: { resource: scenarios, query },
  lines: ({ id, name, farm_name, ...lists }: Scenario) => {
    const lines = NAMES.flatMap((list): object[] => lists[list]);
    return (lines.length > 0 ? lines : [{}]).map((line) => ({ ...line, id, name, farm_name }));
  },
  imports: writes
    ? {
        fields: fileColumns(t).map(({ key }) => ({ key })),
        parts: [
          { field: 'heads', keys: ['group_name', 'day', 'heads', 'added'], named: 2 },
          { field: 'prices', keys: ['ingredient_name', 'price'] },
          { field: 'harvests', keys: ['ingredient_name', 'day', 'kg'], named: 2 },
          { field: 'rations', keys: ['group_name', 'day', 'ration_name'], named: 2 },
        ],
        texts: 'pages',
        ids: true,
        byName: true,
      }
    : undefined,
});
