import type { compare } from '#contract/reports/compare.ts';
import { comparedMilk } from '#contract/reports/iofc-view.ts';
import { milkNotes } from '#server/reports/iofc/notes.ts';
import { MILK_FIGURE_NAMES, sumMilk } from '#server/reports/iofc/totals.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { costAtCommonPrices } from '#server/reports/sql/common-prices.ts';
import { daysOfStock } from '#server/reports/sql/days-of-stock.ts';
import { type FeedingRow, feedingLevels } from '#server/reports/sql/feeding-levels.ts';
import { type LoadingRow, loadingLevels } from '#server/reports/sql/loading-levels.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';

const per = (part: unknown, whole: unknown) => (typeof part === 'number' && Number(whole) ? part / Number(whole) : null);

/** `cost`, at any prices, divided by the fed quantity. */
export const costPer = (feeding: Pick<FeedingRow, 'dry_matter' | 'fed_heads'> | undefined, cost: number | null) => ({
  cost_per_dry_matter: per(cost, feeding?.dry_matter),
  cost_per_head: per(cost, feeding?.fed_heads),
});

/** One farm, or all of them: figures of feeding and loading, `cost` at the prices that were asked for. */
function computeFigures(
  feeding: Omit<FeedingRow, 'level'> | undefined,
  loading: Omit<LoadingRow, 'level'> | undefined,
  cost: number | null,
) {
  return {
    ...pick(feeding, ['dmi', 'leftovers_percent', 'unloading_accuracy']),
    ...pick(loading, ['loading_accuracy', 'loading_bias', 'bullseye']),
    head_days: feeding?.fed_heads ?? null,
    cost,
    ...costPer(feeding, cost),
  };
}

const getCost = (row: Pick<FeedingRow, 'cost'> | undefined) => (typeof row?.cost === 'number' ? row.cost : null);

async function headline(scope: ReportScope) {
  const [feeding, loading] = await Promise.all([feedingLevels(scope, ['total']), loadingLevels(scope, ['total'])]);
  return computeFigures(feeding[0], loading[0], getCost(feeding[0]));
}

/** Each farm and the total, without the days that their stock lasts. */
export async function comparedFarms(scope: ReportScope) {
  const common = scope.filters.prices?.includes('common');
  const [feeding, loading, listed] = await Promise.all([
    feedingLevels(scope, ['farm', 'total']),
    loadingLevels(scope, ['farm', 'total']),
    common ? costAtCommonPrices(scope) : null,
  ]);
  const loadingOf = new Map(atLevel(loading, 'farm').map((row) => [row.farm_id, row]));
  const rows = atLevel(feeding, 'farm').map((row) => {
    const farm = Number(row.farm_id);
    const cost = listed ? (listed.get(farm) ?? null) : getCost(row);
    return {
      id: farm,
      farm_id: farm,
      farm: row.farm,
      farm_name: row.farm,
      ...computeFigures(row, loadingOf.get(farm), cost),
    };
  });
  const [total] = atLevel(feeding, 'total');
  // At common prices the total equals the actual cost.
  return { rows, all: computeFigures(total, atLevel(loading, 'total')[0], getCost(total)) };
}

async function makeCompare(scope: ReportScope): Promise<Made<typeof compare>> {
  const [farms, stock, milk, previous] = await Promise.all([
    comparedFarms(scope),
    daysOfStock(scope),
    sumMilk(scope),
    previously(scope, headline),
  ]);
  const { all } = farms;
  const milkOf = new Map(atLevel(milk, 'farm').map((row) => [row.farm_id, row]));
  const rows = farms.rows.map((row) => ({
    ...row,
    ...pick(milkOf.get(row.farm_id), MILK_FIGURE_NAMES),
    days_of_stock: stock.get(row.farm_id) ?? null,
  }));
  // The columns of milk are left out if nobody has milk.
  const milked = milkOf.size > 0;
  const byFarm = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => pick(row, ['farm', 'farm_id', key]));
  return {
    rows,
    totals: { ...all, ...pick(atLevel(milk, 'total')[0], MILK_FIGURE_NAMES), days_of_stock: stock.get(0) ?? null },
    columns: milked ? [...comparedMilk(scope.filters.prices?.[0] === 'common')] : [],
    notes: milked ? await milkNotes(scope) : [],
    tiles: all,
    previous,
    series: {
      cost_per_dry_matter_by_farm: byFarm('cost_per_dry_matter'),
      cost_per_head_by_farm: byFarm('cost_per_head'),
      accuracy_by_farm: byFarm('loading_accuracy'),
    },
  };
}

export const compareServer: ReportServer<typeof compare> = { rowKeys: ['farm_id'], make: makeCompare };
