import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Destination of leftovers: kilograms, value and income. */
export const refusals = {
  id: 'refusals',
  label: 'reports:report.refusals',
  route: 'refusals',
  permission: 'additional',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'animal_type', 'group', 'price_basis', 'compare_with'],
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
