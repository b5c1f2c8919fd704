import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Programmes compared with their groups' feed: group × day on feed. A row's id is `YYYY-MM-DD_group`. */
export const programme = {
  id: 'programme',
  label: 'reports:report.programme',
  madeOf: 'reports:made_of.programme',
  route: 'programme',
  permission: 'additional',
  byTodaysRules: true,
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'animal_type', 'group', 'price_basis', 'compare_with'],
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
