import { column, FARM, figure, HEAD_DAYS, tile } from './columns.ts';
import { bars } from './series.ts';
import type { Column, ReportDefinition } from './shape.ts';

/** Max days of a statement: a leap year. */
export const MAX_STATEMENT_DAYS = 366;

export const FEED_KEY = 'ingredient_';
/** The key of a feed's column. */
export const feedKey = (ingredient: number) => `${FEED_KEY}${ingredient}`;

export const feedColumn = (ingredient: number, name: string): Column => ({
  key: feedKey(ingredient),
  label: name,
  verbatim: true,
  kind: 'weight',
  group: 'reports:heading.feeds',
  total: 'sum',
});

/**
 * Feed of each group by day and feed: the figures of the feed expenditure statement (in the style of ВЗСГ-9). Columns of feeds come from
 * the data. The series `by_feed` has a row per group and feed, `by_group` one per group with its animal type, for the lines below a
 * statement. `cost_printed` is the sum of days, each rounded to the kopeck as in the write-off; `item` is the feed's number.
 */
export const form9 = {
  id: 'form9',
  label: 'reports:report.form9',
  route: 'additional/form9',
  permission: 'blanks',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'animal_type', 'group', 'compare_with'],
  columns: [
    FARM,
    column('group', 'text'),
    column('day', 'date'),
    figure('heads', 'count', 'sum', HEAD_DAYS),
    figure('given', 'weight', 'sum'),
    figure('cost', 'money', 'sum'),
  ],
  tiles: [
    { ...tile('feed_days', 'count'), label: HEAD_DAYS.label },
    tile('given', 'weight'),
    tile('cost', 'money', 'down'),
    tile('cost_per_head', 'money', 'down'),
  ],
  series: [
    {
      key: 'by_feed',
      label: 'reports:series.given_by_ingredient',
      type: 'bar',
      x: column('ingredient', 'text'),
      y: [column('given', 'weight')],
    },
    bars('by_group', 'reports:series.feed_cost_by_group', 'group', [column('cost', 'money')], 'group'),
  ],
} as const satisfies ReportDefinition;
