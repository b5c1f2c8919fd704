import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Why income over feed cost changed between two ranges. Its view is in `iofc-change-view.ts`, which no other report loads. */
export const iofcChange = {
  id: 'iofc_change',
  label: 'reports:report.iofc_change',
  route: 'iofc-change',
  permission: 'additional',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'previous_on_after', 'previous_on_before', 'animal_type', 'group'],
  causes: 'iofc_change',
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
