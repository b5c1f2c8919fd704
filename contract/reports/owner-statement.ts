import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Statements of owners for a month. Its view is in `owner-statement-view.ts`, which no other report loads. */
export const ownerStatement = {
  id: 'owner_statement',
  label: 'reports:report.owner_statement',
  route: 'additional/owner_statement',
  permission: 'blanks',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'owner', 'blank', 'price_basis'],
  required: ['farm'],
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
