import { yearBefore } from '#contract/periods.ts';
import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Gain of animals between weighings, and its cost. Its view is in `closeout-view.ts`, which no other report loads. */
export const closeout = {
  id: 'closeout',
  label: 'reports:report.closeout',
  madeOf: 'reports:made_of.closeout',
  path: 'closeout',
  route: 'closeout',
  permission: 'additional',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'animal_type', 'group', 'price_basis'],
  begins: yearBefore,
  explained: true,
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
