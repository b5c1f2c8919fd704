import { column, figure, tile } from './columns.ts';
import type { ReportView } from './shape.ts';

/** Kinds of lines of a statement, in their order. */
export const OWNER_LINES = ['feed', 'markup', 'yardage', 'other'] as const;

/**
 * Lines of each owner's statement for the days of a month. `feed`: a line per ingredient and markup, in kopecks by the largest remainder, so
 * that all lines and the farm's own groups sum to the feed cost of the farm. `markup`: `percent` of the feed lines with that percent.
 * `yardage`: head-days × `rate`. `other`: entered lines. `by_owner` has a row per owner with the sums; `check` reconciles the feed cost.
 */
export const ownerStatementView = {
  columns: [
    column('owner', 'text'),
    column('line', 'text', { texts: 'reports:owner_line' }),
    column('subject', 'text'),
    column('day', 'date'),
    figure('given', 'weight', 'sum'),
    figure('price_given', 'price', 'formula'),
    column('percent', 'percent', { label: 'reports:column.markup_percent' }),
    column('head_days', 'count', { hint: 'hints:head_days', total: 'sum' }),
    column('rate', 'money', { label: 'reports:column.yardage_rate' }),
    figure('amount', 'money', 'sum', { hint: 'hints:owner_amount' }),
  ],
  tiles: [
    tile('owner_amount', 'money'),
    { ...tile('owner_feed', 'money'), hint: 'hints:owner_feed' },
    { ...tile('owner_unexplained', 'money', 'zero'), hint: 'hints:owner_unexplained' },
  ],
  series: [
    {
      key: 'by_owner',
      label: 'reports:series.by_owner',
      type: 'stacked',
      x: column('owner', 'text'),
      y: OWNER_LINES.map((line) => column(`${line}_amount` as const, 'money', { label: `reports:owner_line.${line}` })),
    },
    {
      key: 'check',
      label: 'reports:series.owner_check',
      type: 'bar',
      x: column('line', 'text', { texts: 'reports:owner_check' }),
      y: [column('value', 'money')],
    },
  ],
} as const satisfies ReportView;
