import { daysBetween } from '#contract/days.ts';
import { column } from './columns.ts';
import { DRAWN_MOVES, inout } from './inout.ts';
import type { ReportFilters, ReportView } from './shape.ts';

/** Stock in and out over more days than a chart has bars for: more than half a year is drawn by month. */
export const inoutOverMonths = {
  ...inout,
  series: [
    {
      key: 'by_month',
      label: 'reports:series.in_and_out',
      type: 'bar',
      x: column('month', 'month', { label: 'pages:budget.month' }),
      y: DRAWN_MOVES,
      filter: 'planned_on',
    },
    inout.series[1],
  ],
} as const satisfies ReportView;

const MAX_DAYS = 183;
export const isByMonth = ({ planned_on_after: from, planned_on_before: to }: ReportFilters) =>
  from !== undefined && to !== undefined && daysBetween(from, to) > MAX_DAYS;
