import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Values of the feeds' samples over time, with the limits of earlier samples and the sample's age. */
export const analysesReport = {
  id: 'analyses',
  label: 'reports:report.analyses',
  route: 'additional/analyses',
  permission: 'additional',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'stock', 'ingredient', 'compare_with'],
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
