import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Work of each mixer, and its due services. */
export const mixersReport = {
  id: 'mixers',
  label: 'reports:report.mixers',
  route: 'additional/mixers',
  permission: 'additional',
  byTodaysRules: true,
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'mixer', 'compare_with'],
  opens: { report: 'schedule_load', filter: 'mixer' },
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
