import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Bonuses of a month. Its view is in `bonus-view.ts`, which no other report loads. */
export const bonus = {
  id: 'bonus',
  label: 'reports:report.bonus',
  route: 'additional/bonus',
  permission: 'blanks',
  filters: ['farm', 'planned_on_after', 'planned_on_before'],
  required: ['farm'],
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
