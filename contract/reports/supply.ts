import { addDays } from '#contract/days.ts';
import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Max days after today. */
export const MAX_SUPPLY_DAYS = 365;
const BEGINS_WITH_DAYS = 90;

/** How long stored feed lasts. Its view is in `supply-view.ts`, which no other report loads. */
export const supply = {
  id: 'supply',
  label: 'reports:report.supply',
  route: 'supply',
  permission: 'inout',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'stock', 'ingredient', 'scenario', 'supply_basis'],
  begins: (today) => ({ after: today, before: addDays(today, BEGINS_WITH_DAYS - 1) }),
  explained: true,
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
