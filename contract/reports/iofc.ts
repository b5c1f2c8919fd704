import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Milk money minus feed cost. Its view depends on the query (`iofc-view.ts`). */
export const iofc = {
  id: 'iofc',
  label: 'reports:report.iofc',
  path: 'iofc',
  route: 'iofc',
  permission: 'additional',
  filters: [
    'farm',
    'planned_on_after',
    'planned_on_before',
    'animal_type',
    'group',
    'milk_rows',
    'milk_step',
    'ecm',
    'price_basis',
    'compare_with',
  ],
  explained: true,
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
