import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** What was ordered to come on these days and what of it came. What it shows stands in `orders-view.ts`, which no other report waits for. */
export const orders = {
  id: 'orders',
  label: 'reports:report.orders',
  route: 'orders',
  permission: 'inout',
  byTodaysRules: true,
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'stock', 'ingredient', 'compare_with'],
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
