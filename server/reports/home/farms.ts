import type { HomeFarms } from '#contract/reports/home.ts';
import { costPer } from '#server/reports/compare/query.ts';
import { atLevel } from '#server/reports/kit/report.ts';
import { fedSums } from '#server/reports/sql/fed-sums.ts';
import { loadingLevels } from '#server/reports/sql/loading-levels.ts';
import type { HomeScope } from './scope.ts';

const figure = (value: unknown) => (typeof value === 'number' ? value : null);

/** The farms compared, the most expensive dry matter first. */
export async function farmsOf(home: HomeScope): Promise<HomeFarms> {
  const { scope, ...source } = home.ask('compare', home.week);
  const [fed, loaded] = await Promise.all([fedSums(scope), loadingLevels(scope, ['farm'])]);
  const loadingOf = new Map(loaded.map((row) => [row.farm_id, row]));
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
        };
      })
      .toSorted((a, b) => (b.cost_per_dry_matter ?? -1) - (a.cost_per_dry_matter ?? -1)),
  };
}
