import { feedingFilters, SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Any cut of the facts of feeding: rows × measures from closed lists, which determine its view (`explorer-view.ts`). */
export const explorer = {
  id: 'explorer',
  label: 'reports:report.explorer',
  path: 'explorer',
  route: 'explorer',
  permission: 'additional',
  filters: ['row', 'measure', ...feedingFilters('ingredient')],
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
