import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Each measurement of dry matter and its effect on waiting loads: before + moved = after. */
export const dryMatterReport = {
  id: 'dry_matter',
  label: 'reports:report.dry_matter',
  route: 'additional/dry_matter',
  permission: 'additional',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'stock', 'ingredient', 'compare_with'],
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
