import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** What a month pays those who loaded in it. What its sheet is made of stands in `bonus-view.ts`, which no other report waits for. */
export const bonus = {
  id: 'bonus',
  label: 'reports:report.bonus',
  route: 'additional/bonus',
  permission: 'blanks',
  filters: ['farm', 'planned_on_after', 'planned_on_before'],
  required: ['farm'],
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
