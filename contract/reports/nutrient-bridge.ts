import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** The steps of each nutrient from the ration on paper to the trough. */
export const nutrientBridge = {
  id: 'nutrient_bridge',
  label: 'reports:report.nutrient_bridge',
  route: 'additional/nutrient_bridge',
  permission: 'additional',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'animal_type', 'group', 'compare_with'],
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
