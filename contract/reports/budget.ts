import { yearToDate } from '#contract/periods.ts';
import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Why feed cost more or less than budgeted. Its columns depend on the query (`budget-view.ts`). */
export const budget = {
  id: 'budget',
  label: 'reports:report.budget',
  path: 'budget',
  route: 'budget',
  permission: 'additional',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'animal_type', 'ingredient', 'budget_rows'],
  begins: yearToDate,
  explained: true,
  causes: 'budget',
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
