import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Destination of purchased feed: planned ration → loaded → delivered → eaten → stock → purchased. */
export const costBridge = {
  id: 'cost_bridge',
  label: 'reports:report.cost_bridge',
  route: 'cost-bridge',
  permission: 'dashboard',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'price_basis', 'compare_with'],
  opens: {},
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
