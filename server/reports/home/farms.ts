import { addDays } from '#contract/days.ts';
import { type HomeFarms, TREND_DAYS } from '#contract/reports/home.ts';
import { costPer } from '#server/reports/compare/query.ts';
import { atLevel } from '#server/reports/kit/report.ts';
import { fedSums } from '#server/reports/sql/fed-sums.ts';
import { loadingLevels } from '#server/reports/sql/loading-levels.ts';
import type { HomeScope } from './scope.ts';

const figure = (value: unknown) => (typeof value === 'number' ? value : null);

/** The farms compared, the most expensive dry matter first, each with its cost per head by day. */
export async function farmsOf(home: HomeScope): Promise<HomeFarms> {
  const { scope, ...source } = home.ask('compare', home.week);
  const trend = { ...scope, from: addDays(scope.to, 1 - 2 * TREND_DAYS) };
  const [fed, loaded, byDay] = await Promise.all([fedSums(scope, ['farm']), loadingLevels(scope, ['farm']), fedSums(trend, ['farm_day'])]);
  const loadingOf = new Map(loaded.map((row) => [row.farm_id, row]));
  const findDays = (farm: number) =>
    byDay.flatMap(({ farm_id, day, cost_per_head: value }) =>
      Number(farm_id) === farm && typeof value === 'number' ? [{ day: String(day), value }] : [],
    );
  return {
    ...source,
    rows: atLevel(fed, 'farm')
      .map((row) => {
        const farm = Number(row.farm_id);
        return {
          ...source,
          filters: { ...source.filters, farm: [farm] },
          farm,
          farm_name: String(row.farm),
          ...costPer(row, figure(row.cost)),
          loading_accuracy: figure(loadingOf.get(row.farm_id)?.loading_accuracy),
          days: findDays(farm),
        };
      })
      .toSorted((a, b) => (b.cost_per_dry_matter ?? -1) - (a.cost_per_dry_matter ?? -1)),
  };
}
