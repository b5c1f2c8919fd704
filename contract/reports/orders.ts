import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Orders expected on these days, and their deliveries. Its view is in `orders-view.ts`, which no other report loads. */
export const orders = {
  id: 'orders',
  label: 'reports:report.orders',
  route: 'orders',
  permission: 'inout',
  byTodaysRules: true,
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'stock', 'ingredient', 'compare_with'],
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
