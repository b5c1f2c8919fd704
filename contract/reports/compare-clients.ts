import { column, figure } from './columns.ts';
import { COMPARED, COMPARED_TILES } from './compare.ts';
import type { Column, ReportDefinition } from './shape.ts';

/** Max clients in a comparison. */
export const MAX_COMPARED_CLIENTS = 100;

const byClient = <const K extends string, Y extends Column>(key: K, y: Y) => ({
  key,
  label: `reports:series.${key}`,
  type: 'bar' as const,
  x: column('client', 'text'),
  y: [y],
  filter: 'client',
});

/** Clients side by side, for people with several clients. The report is outside any client. */
export const compareClients = {
  id: 'compare_clients',
  label: 'reports:report.compare_clients',
  address: 'dashboard/compare',
  route: 'compare',
  permission: 'dashboard',
  explained: true,
  filters: ['client', 'planned_on_after', 'planned_on_before', 'prices', 'price_basis'],
  columns: [
    column('client_name', 'text'),
    column('farms', 'count', { total: 'sum' }),
    column('currency', 'text', { hidden: true }),
    ...COMPARED,
  ],
  tiles: COMPARED_TILES,
  series: [
    byClient('cost_per_dry_matter_by_farm', figure('cost_per_dry_matter', 'price', 'formula')),
    byClient('cost_per_head_by_farm', figure('cost_per_head', 'money', 'formula')),
    byClient('accuracy_by_farm', figure('loading_accuracy', 'percent', 'formula')),
  ],
} as const satisfies ReportDefinition;
