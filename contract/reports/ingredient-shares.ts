import { column, FARM, figure, tile } from './columns.ts';
import { bars } from './series.ts';
import type { ReportDefinition, ReportFilter, ReportView } from './shape.ts';

const FILTERS: ReportFilter[] = [
  'farm',
  'planned_on_after',
  'planned_on_before',
  'ingredient',
  'animal_type',
  'group',
  'ration',
  'mixer',
  'worker',
  'loading',
  'price_basis',
  'compare_with',
];

const more = [
  figure('dry_matter', 'weight', 'sum'),
  figure('cost', 'money', 'sum'),
  figure('price_given', 'price', 'formula', { hidden: true }),
];
const moreTiles = [tile('dry_matter', 'weight'), tile('cost', 'money', 'down'), tile('price_given', 'price', 'down')];
const byIngredient = {
  key: 'by_ingredient',
  label: 'reports:series.given_by_ingredient',
  type: 'bar',
  x: column('ingredient', 'text'),
  y: [column('given', 'weight')],
  filter: 'ingredient',
} as const satisfies ReportView['series'][number];

/** Delivered and undelivered feed together are the loaded feed, although the API's key differs. */
const LOADED = { label: 'reports:tile.loaded_moved', hint: 'hints:loaded_of_feed' };

const toGroup = column('group', 'text', { hint: 'hints:group_given', empty: 'reports:tile.undelivered' });

/** Each group's part of each loaded ingredient. A row without a group is undelivered feed. */
export const ingredientsByGroup = {
  id: 'load_ings_by_groups',
  label: 'reports:report.load_ings_by_groups',
  route: 'additional/load_ings_by_groups',
  permission: 'additional',
  filters: FILTERS,
  columns: [
    column('ingredient', 'text'),
    FARM,
    toGroup,
    figure('given', 'weight', 'sum', LOADED),
    figure('share', 'percent', 'formula', { hint: 'hints:share_of_loaded', parts: true }),
    ...more,
  ],
  tiles: [{ ...tile('given', 'weight'), ...LOADED }, ...moreTiles, tile('undelivered', 'weight', 'down')],
  series: [
    {
      key: 'by_part',
      label: 'reports:series.feed_cost_by_group',
      type: 'bar',
      x: toGroup,
      y: [column('cost', 'money')],
      filter: 'group',
    },
    { ...byIngredient, label: 'reports:series.loaded_by_ingredient', y: [column('given', 'weight', LOADED)] },
  ],
} as const satisfies ReportDefinition;

/** Delivered feed of each ingredient, by period. */
export const fedByIngredient = {
  id: 'upload_ingredients',
  label: 'reports:report.upload_ingredients',
  route: 'additional/upload_ingredients',
  permission: 'additional',
  filters: FILTERS,
  columns: [
    FARM,
    column('period', 'text'),
    column('ingredient', 'text'),
    figure('given', 'weight', 'sum'),
    figure('share', 'percent', 'formula', { parts: true }),
    ...more,
  ],
  tiles: [tile('given', 'weight'), ...moreTiles],
  series: [bars('by_part', 'reports:series.feed_cost_by_period', 'period', [column('cost', 'money')], 'loading'), byIngredient],
} as const satisfies ReportDefinition;
