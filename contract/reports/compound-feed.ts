import { column, costOfError, FARM, figure, planAndFact, qualityTiles, tile } from './columns.ts';
import { COST, QUALITY, STOCK, TIMES } from './headings.ts';
import { costByIngredient, deviationByOperator, planAndFactByDay } from './series.ts';
import type { ReportDefinition, ReportFilter, ReportView } from './shape.ts';

const FILTERS: ReportFilter[] = [
  'farm',
  'planned_on_after',
  'planned_on_before',
  'status',
  'animalfeed_recipe',
  'worker',
  'loaded_time_min',
  'loaded_time_max',
  'price_basis',
  'deviation',
  'compare_with',
];
/**
 * Compound feed is a module of its own, and its reports need chosen farms. People who make batches see the list of them; their results need
 * the right to see loads.
 */
const OF_BATCHES = { module: 'animalfeed', filters: FILTERS, required: ['farm'] } as const;

const costs = [
  figure('cost', 'money', 'sum', COST),
  figure('planned_cost_per_tonne', 'money', 'formula', COST),
  figure('cost_per_tonne', 'money', 'formula', COST),
];
const intoStock = figure('into_stock', 'weight', 'sum', STOCK);
const accuracy = figure('loading_accuracy', 'percent', 'formula', QUALITY);
const costByRecipe = {
  key: 'by_recipe',
  label: 'reports:series.cost_per_tonne_by_recipe',
  type: 'bar',
  x: column('animalfeed_recipe', 'text'),
  y: [figure('cost_per_tonne', 'money', 'formula')],
  filter: 'animalfeed_recipe',
} as const satisfies ReportView['series'][number];

/** Finished compound feed and its cost. One row per recipe. */
export const compoundFeedOverview = {
  ...OF_BATCHES,
  id: 'animalfeed_dashboard',
  label: 'reports:report.animalfeed_dashboard',
  path: 'animalfeed/dashboard',
  route: 'kkz',
  permission: 'load',
  opens: { report: 'animalfeed_loading', filter: 'animalfeed_recipe' },
  columns: [
    FARM,
    column('animalfeed_recipe', 'text'),
    column('made', 'text'),
    ...planAndFact(),
    ...costs,
    costOfError('loading', COST),
    accuracy,
    figure('batches', 'count', 'sum'),
    intoStock,
    column('rest', 'weight', { ...STOCK, hint: 'hints:rest_now' }),
  ],
  tiles: [
    tile('plan', 'weight'),
    tile('fact', 'weight'),
    tile('batches', 'count'),
    tile('loading_accuracy', 'percent', 'up'),
    tile('loading_bias', 'percent', 'zero'),
    tile('cost', 'money', 'down'),
    tile('cost_per_tonne', 'money', 'down'),
    tile('loading_cost_of_error', 'money', 'zero'),
  ],
  series: [
    { ...planAndFactByDay, opens: 'animalfeed_loading' },
    { ...costByRecipe, opens: 'animalfeed_loading' },
    costByIngredient,
    { ...deviationByOperator, opens: 'animalfeed_loading' },
  ],
} as const satisfies ReportDefinition;

/** Planned and finished compound feed: day × recipe. */
export const compoundFeedPlan = {
  ...OF_BATCHES,
  id: 'plan_animalfeed',
  label: 'reports:report.plan_animalfeed',
  route: 'kkz/plan',
  permission: 'load',
  opens: { report: 'animalfeed_loading', filter: 'animalfeed_recipe' },
  columns: [
    column('day', 'date'),
    FARM,
    column('animalfeed_recipe', 'text'),
    column('made', 'text'),
    ...planAndFact(),
    ...costs,
    figure('batches', 'count', 'sum'),
    intoStock,
  ],
  tiles: [
    tile('plan', 'weight'),
    tile('fact', 'weight'),
    tile('deviation_percent', 'percent', 'zero'),
    tile('cost', 'money', 'down'),
    tile('planned_cost_per_tonne', 'money', 'down'),
    tile('cost_per_tonne', 'money', 'down'),
    tile('into_stock', 'weight'),
  ],
  series: [planAndFactByDay, costByRecipe],
} as const satisfies ReportDefinition;

/** The making of compound feed: one row per batch. */
export const compoundFeedBatches = {
  ...OF_BATCHES,
  id: 'animalfeed_loading',
  label: 'reports:report.animalfeed_loading',
  route: 'kkz/loads',
  permission: 'load',
  columns: [
    column('day', 'date'),
    FARM,
    column('animalfeed_recipe', 'text'),
    ...planAndFact(),
    ...costs,
    costOfError('loading', COST),
    accuracy,
    figure('bullseye', 'percent', 'formula', QUALITY),
    intoStock,
    figure('stock_price', 'price', 'formula', { ...STOCK, hidden: true }),
    column('mixer', 'text'),
    column('operator', 'text'),
    column('status', 'status'),
    column('started_at', 'datetime', TIMES),
    figure('seconds', 'duration', 'formula', TIMES),
  ],
  tiles: qualityTiles('loading'),
  series: [planAndFactByDay, costByRecipe],
  detail: {
    rowId: 'id',
    columns: [
      column('position', 'count'),
      column('ingredient', 'text'),
      column('percent', 'percent', { total: 'sum' }),
      ...planAndFact(),
      column('price', 'price', COST),
      figure('cost', 'money', 'sum', COST),
      costOfError('loading', COST),
      column('started_at', 'datetime', TIMES),
      column('seconds', 'duration', { ...TIMES, total: 'sum' }),
    ],
    tiles: [
      tile('plan', 'weight'),
      tile('fact', 'weight'),
      tile('deviation_percent', 'percent', 'zero'),
      tile('loading_accuracy', 'percent', 'up'),
      tile('cost_per_tonne', 'money', 'down'),
      tile('into_stock', 'weight'),
    ],
    series: [
      {
        key: 'by_ingredient',
        label: 'reports:series.plan_and_fact_by_ingredient',
        type: 'bar',
        x: column('ingredient', 'text'),
        y: [column('plan', 'weight'), column('fact', 'weight')],
        filter: 'ingredient',
        opens: 'inout',
      },
    ],
  },
} as const satisfies ReportDefinition;
