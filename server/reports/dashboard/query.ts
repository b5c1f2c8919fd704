import { minus, round } from '#common/format/decimal.ts';
import { addDays } from '#contract/days.ts';
import type { dashboard } from '#contract/reports/dashboard.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { FEEDING_TOTALS, type FeedingRow, feedingLevels, nameIn } from '#server/reports/sql/feeding-levels.ts';
import { type LoadingRow, loadingLevels } from '#server/reports/sql/loading-levels.ts';
import { punctualityOf } from '#server/reports/sql/punctuality.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { costByIngredient } from '#server/reports/sql/shares.ts';
import { alertsOf } from './alerts.ts';

/** Minimum number of days in the charts by day, up to the last day of the range. A single day shows no trend. */
const TREND_DAYS = 7;
const toTrendScope = (scope: ReportScope): ReportScope | null => {
  const from = addDays(scope.to, 1 - TREND_DAYS);
  return from < scope.from ? { ...scope, from } : null;
};

/** Headline figures: of unloading from feedings, of loading (with its bias and its error) from the weighings. */
async function headline(
  scope: ReportScope,
  feeding: Omit<FeedingRow, 'level'> | undefined,
  loading: Omit<LoadingRow, 'level'> | undefined,
) {
  return {
    ...pick(feeding, FEEDING_TOTALS),
    ...pick(loading, ['loading_accuracy', 'loading_bias', 'loading_cost_of_error']),
    punctuality: await punctualityOf(scope),
  };
}

async function previousHeadline(scope: ReportScope) {
  const [feeding, loading] = await Promise.all([feedingLevels(scope, ['total']), loadingLevels(scope, ['total'])]);
  return headline(scope, feeding[0], loading[0]);
}

/** The cost per head without the cost of the deviation from plan. Null with deviations by size, which have no direction. */
function planCostPerHead(
  { filters }: ReportScope,
  { cost, unloading_cost_of_error: error, fed_heads: heads }: Omit<FeedingRow, 'level'>,
): number | null {
  if (filters.deviation?.[0] === 'absolute' || cost === null || error === null || !heads) return null;
  return round(minus(Number(cost), Number(error)) / Number(heads), 6);
}

async function makeDashboard(scope: ReportScope): Promise<Made<typeof dashboard>> {
  const trend = toTrendScope(scope);
  const [rows, loads, feeds, days, previous, alerts] = await Promise.all([
    feedingLevels(scope, ['group', 'ration', 'day', 'total']),
    loadingLevels(scope, ['operator', 'total']),
    costByIngredient(scope),
    trend && feedingLevels(trend, ['day']),
    previously(scope, previousHeadline),
    scope.withoutNotes ? [] : alertsOf(scope),
  ]);
  const [total] = atLevel(rows, 'total');
  const groups = atLevel(rows, 'group');
  const byDay = days ?? atLevel(rows, 'day');
  return {
    rows: groups.map(({ day: _, ration_id: __, ration: ___, ...row }) => row),
    totals: pick(total, FEEDING_TOTALS),
    tiles: await headline(scope, total, atLevel(loads, 'total')[0]),
    previous,
    series: {
      by_day: byDay.map((row) => pick(row, ['day', 'plan', 'fact'])),
      cost_by_day: byDay.map((row) => ({ ...pick(row, ['day', 'cost_per_head']), plan_cost_per_head: planCostPerHead(scope, row) })),
      by_group: groups.map((row) => ({ group: nameIn(scope, row, 'group'), ...pick(row, ['group_id', 'cost_per_head']) })),
      by_ration: atLevel(rows, 'ration').map((row) => ({ ration: nameIn(scope, row, 'ration'), ...pick(row, ['ration_id', 'cost']) })),
      by_operator: atLevel(loads, 'operator').map((row) => pick(row, ['operator', 'operator_id', 'deviation_percent', 'loading_accuracy'])),
      by_ingredient: feeds.map((row) => ({ ingredient: nameIn(scope, row, 'ingredient'), ...pick(row, ['ingredient_id', 'cost']) })),
    },
    alerts,
  };
}

export const dashboardServer: ReportServer<typeof dashboard> = { rowKeys: ['group_id'], make: makeDashboard };
