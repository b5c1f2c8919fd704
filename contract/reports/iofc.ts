import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** What is left of the milk money once the feed is paid. What it shows follows from what is asked (`iofc-view.ts`). */
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
