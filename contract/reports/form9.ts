import { column, FARM, figure, HEAD_DAYS, tile } from './columns.ts';
import { bars } from './series.ts';
import type { Column, ReportDefinition } from './shape.ts';

/** A year, with a day for leap years: the widest statement that is asked for. */
export const MAX_STATEMENT_DAYS = 366;

export const FEED_KEY = 'ingredient_';
/** A statement's column of one feed. */
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
 * What each group was given, day by day and feed by feed: the figures of the feed expenditure statement (in the style of ВЗСГ-9). The feeds'
 * columns come from the data. Of the series, `by_feed` has a row per group and feed, `by_group` one per group, with its animal type: the lines
 * under each statement.
 * `cost_printed` of a group and feed is the sum of its days, each rounded to the kopeck, as the write-off has them; `item` is the feed's number.
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
