import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Nutrients of each group from the plan to the trough, compared with the norms. */
export const nutrientsReport = {
  id: 'nutrients',
  label: 'reports:report.nutrients',
  route: 'additional/nutrients',
  permission: 'additional',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'animal_type', 'group', 'compare_with'],
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
