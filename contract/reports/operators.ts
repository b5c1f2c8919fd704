import { feedingFilters, SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Each person's loads. */
export const operators = {
  id: 'operators',
  label: 'reports:report.operators',
  route: 'operators',
  permission: 'load',
  filters: feedingFilters('ingredient'),
  opens: { report: 'schedule_load', filter: 'worker' },
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
