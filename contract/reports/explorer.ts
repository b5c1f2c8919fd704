import { feedingFilters, SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Any cut of the facts of feeding: rows × measures of closed lists. What it shows follows from them (`explorer-view.ts`). */
export const explorer = {
  id: 'explorer',
  label: 'reports:report.explorer',
  path: 'explorer',
  route: 'explorer',
  permission: 'additional',
  filters: ['row', 'measure', ...feedingFilters('ingredient')],
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
