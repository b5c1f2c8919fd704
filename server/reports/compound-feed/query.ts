import type { compoundFeedBatches, compoundFeedOverview, compoundFeedPlan } from '#contract/reports/compound-feed.ts';
import { atLevel, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { BATCH_TOTALS, type BatchLevel, type BatchRow, batchLevels } from '#server/reports/sql/batch-levels.ts';
import { batchIngredients } from '#server/reports/sql/batches.ts';
import { nameIn } from '#server/reports/sql/feeding-levels.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { findBatch, makeBatchDetail } from './detail.ts';

const RECIPE = ['farm_id', 'farm', 'animalfeed_recipe_id', 'animalfeed_recipe', 'made'] as const;

/** The shared parts of reports on batches: totals, tiles, and the charts by day and by recipe. */
async function readBatches(scope: ReportScope, level: BatchLevel, also: readonly BatchLevel[] = []) {
  const [rows, before] = await Promise.all([
    batchLevels(scope, [...new Set<BatchLevel>([level, 'day', 'recipe', 'total', ...also])]),
    previously(scope, (range) => batchLevels(range, ['total'])),
  ]);
  const [total] = atLevel(rows, 'total');
  const made = {
    totals: pick(total, BATCH_TOTALS),
    tiles: pick(total, BATCH_TOTALS),
    previous: before && pick(before[0], BATCH_TOTALS),
    series: {
      by_day: atLevel(rows, 'day').map((row) => pick(row, ['day', 'plan', 'fact'])),
      by_recipe: atLevel(rows, 'recipe').map((row) => ({
        animalfeed_recipe: nameIn(scope, row, 'animalfeed_recipe'),
        ...pick(row, ['animalfeed_recipe_id', 'cost_per_tonne']),
      })),
    },
  };
  return { made, rows: atLevel(rows, level), levels: rows };
}

const pickNamed = <K extends keyof BatchRow>(row: Pick<BatchRow, K | (typeof BATCH_TOTALS)[number]>, keys: readonly K[]) =>
  pick(row, [...keys, ...BATCH_TOTALS]);

export const compoundFeedOverviewServer: ReportServer<typeof compoundFeedOverview> = {
  rowKeys: ['farm_id', 'animalfeed_recipe_id'],
  facts: 'batches',
  async make(scope) {
    const [{ made, rows, levels }, ingredients] = await Promise.all([readBatches(scope, 'recipe', ['operator']), batchIngredients(scope)]);
    return {
      ...made,
      rows: rows.map((row) => pickNamed(row, [...RECIPE, 'rest'])),
      series: {
        ...made.series,
        by_ingredient: ingredients.map((row) => ({
          ingredient: nameIn(scope, row, 'ingredient'),
          ...pick(row, ['ingredient_id', 'cost']),
        })),
        by_operator: atLevel(levels, 'operator')
          .filter(({ operator }) => operator !== null)
          .map((row) => pick(row, ['operator', 'operator_id', 'deviation_percent', 'loading_accuracy'])),
      },
    };
  },
};

export const compoundFeedPlanServer: ReportServer<typeof compoundFeedPlan> = {
  rowKeys: ['day', 'farm_id', 'animalfeed_recipe_id'],
  facts: 'batches',
  async make(scope) {
    const { made, rows } = await readBatches(scope, 'plan');
    return { ...made, rows: rows.map((row) => ({ id: `${row.day}_${row.animalfeed_recipe_id}`, ...pickNamed(row, ['day', ...RECIPE]) })) };
  },
};

export const compoundFeedBatchesServer: ReportServer<typeof compoundFeedBatches> = {
  rowKeys: ['day', 'farm_id', 'animalfeed_recipe_id', 'mixer_id'],
  facts: 'batches',
  async make(scope) {
    const { made, rows } = await readBatches(scope, 'row');
    const keys = ['id', 'day', ...RECIPE, 'mixer_id', 'mixer', 'operator_id', 'operator', 'status', 'started_at'] as const;
    return { ...made, rows: rows.map((row) => pickNamed(row, keys)) };
  },
  detail: { find: findBatch, make: makeBatchDetail },
};
