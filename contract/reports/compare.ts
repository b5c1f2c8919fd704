import { column, figure, tile } from './columns.ts';
import { COST, HEAD, QUALITY } from './headings.ts';
import type { Column, ReportDefinition } from './shape.ts';

/** Figures that compare farms or clients. */
export const COMPARED = [
  figure('head_days', 'count', 'formula'),
  figure('cost_per_dry_matter', 'price', 'formula', COST),
  figure('cost_per_head', 'money', 'formula', COST),
  figure('cost', 'money', 'formula', { ...COST, hidden: true }),
  figure('dmi', 'weight', 'formula', HEAD),
  figure('leftovers_percent', 'percent', 'formula', HEAD),
  figure('loading_accuracy', 'percent', 'formula', QUALITY),
  figure('unloading_accuracy', 'percent', 'formula', QUALITY),
  figure('loading_bias', 'percent', 'formula', QUALITY),
  figure('bullseye', 'percent', 'formula', QUALITY),
  figure('days_of_stock', 'ratio', 'formula', { decimals: 1 }),
];
export const COMPARED_TILES = [
  tile('cost_per_dry_matter', 'price', 'down'),
  tile('cost_per_head', 'money', 'down'),
  tile('dmi', 'weight'),
  tile('leftovers_percent', 'percent'),
  tile('loading_accuracy', 'percent', 'up'),
  tile('bullseye', 'percent', 'up'),
];

const farm = column('farm', 'text');
const byFarm = <const K extends string, Y extends Column>(key: K, y: Y) => ({
  key,
  label: `reports:series.${key}`,
  type: 'bar' as const,
  x: farm,
  y: [y],
  filter: 'farm',
  opens: 'dashboard',
});

/** Farms side by side, at their own prices or at one price list. */
export const compare = {
  id: 'compare',
  label: 'reports:report.compare',
  route: 'compare',
  permission: 'dashboard',
  allFarms: true,
  explained: true,
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'prices', 'price_basis', 'compare_with'],
  opens: { report: 'dashboard', filter: 'farm' },
  columns: [column('farm_name', 'text'), ...COMPARED],
  tiles: COMPARED_TILES,
  series: [
    byFarm('cost_per_dry_matter_by_farm', figure('cost_per_dry_matter', 'price', 'formula')),
    byFarm('cost_per_head_by_farm', figure('cost_per_head', 'money', 'formula')),
    byFarm('accuracy_by_farm', figure('loading_accuracy', 'percent', 'formula')),
  ],
} as const satisfies ReportDefinition;
