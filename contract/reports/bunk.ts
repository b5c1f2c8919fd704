import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Bunk scores, calls, and the feed and intake that followed: group × day. A row's id is `YYYY-MM-DD_group`. */
export const bunk = {
  id: 'bunk',
  label: 'reports:report.bunk',
  route: 'bunk',
  permission: 'additional',
  byTodaysRules: true,
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'animal_type', 'group', 'compare_with'],
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
