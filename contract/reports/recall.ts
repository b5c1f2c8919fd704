import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/**
 * Lots received on these days; with groups, the lots that these groups were fed on these days. A row opens everything that became of its lot.
 * Its views are in `recall-view.ts`, which no other report loads.
 */
export const recall = {
  id: 'recall',
  label: 'reports:report.recall',
  route: 'recall',
  permission: 'inout',
  byTodaysRules: true,
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'stock', 'ingredient', 'group'],
  ...SHOWN_BY_VIEW,
  detail: { rowId: 'lot_key', ...SHOWN_BY_VIEW },
} as const satisfies ReportDefinition;
