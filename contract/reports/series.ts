import { column, figure, tile } from './columns.ts';
import type { Column, ReportFilter, ReportView } from './shape.ts';

type Series = ReportView['series'][number];

/** A chart over the days of the range. A click on a day opens it. */
export const overDays = <const T extends Series['type'], const K extends string, const L extends string, const Y extends readonly Column[]>(
  type: T,
  key: K,
  label: L,
  y: Y,
) => ({ key, label, type, x: column('day', 'date'), y, filter: 'planned_on' }) as const;

/** Bars by the column `x`. A click on a bar sets the filter. */
export const bars = <
  const K extends string,
  const L extends string,
  const X extends string,
  const Y extends readonly Column[],
  const F extends ReportFilter,
>(
  key: K,
  label: L,
  x: X,
  y: Y,
  filter: F,
) => ({ key, label, type: 'bar', x: column(x, 'text'), y, filter }) as const;

const plannedAndFed = [column('plan', 'weight'), column('fact', 'weight')];

/** Charts and tiles of several reports. Each report decides what a click on its bars opens. */
export const planAndFactByDay = overDays('bar', 'by_day', 'reports:series.plan_and_fact_by_day', plannedAndFed);

export const planAndFactByGroup = bars('by_group', 'reports:series.plan_and_fact_by_group', 'group', plannedAndFed, 'group');

export const costByGroup = {
  key: 'by_group',
  label: 'reports:series.cost_by_group',
  type: 'bar',
  x: column('group', 'text'),
  y: [figure('cost_per_head', 'money', 'formula')],
  filter: 'group',
} as const satisfies Series;

export const costByIngredient = {
  key: 'by_ingredient',
  label: 'reports:series.cost_by_ingredient',
  type: 'bar',
  x: column('ingredient', 'text'),
  y: [column('cost', 'money')],
  filter: 'ingredient',
  opens: 'inout',
} as const satisfies Series;

export const deviationByOperator = {
  key: 'by_operator',
  label: 'reports:series.deviation_by_operator',
  type: 'bar',
  x: column('operator', 'text'),
  y: [figure('deviation_percent', 'percent', 'formula', { deviation: true })],
  filter: 'worker',
} as const satisfies Series;

export const cameAndUsedByDay = {
  key: 'moves',
  label: 'reports:series.came_and_used_by_day',
  type: 'bar',
  x: column('day', 'date'),
  y: [column('came', 'weight'), column('used', 'weight')],
  filter: 'planned_on',
} as const satisfies Series;

/** Stock over days: opening, receipts and issues, closing. */
export const stockTiles = [
  tile('opening', 'weight'),
  tile('came', 'weight'),
  tile('used', 'weight'),
  tile('counted', 'weight', 'zero'),
  tile('closing', 'weight'),
];
