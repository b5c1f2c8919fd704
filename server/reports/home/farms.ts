import type { HomeFarms } from '#contract/reports/home.ts';
import { comparedFarms } from '#server/reports/compare/query.ts';
import type { HomeScope } from './scope.ts';

const figure = (value: unknown) => (typeof value === 'number' ? value : null);

/** The farms beside each other, the dearest dry matter first. */
export async function farmsOf(home: HomeScope): Promise<HomeFarms> {
  const { scope, ...source } = home.ask('compare', home.week);
  const { rows } = await comparedFarms(scope);
  return {
    ...source,
    rows: rows
      .map((row) => {
        const farm = Number(row.farm_id);
        return {
          ...source,
          filters: { ...source.filters, farm: [farm] },
          farm,
          farm_name: String(row.farm_name),
          cost_per_head: figure(row.cost_per_head),
          cost_per_dry_matter: figure(row.cost_per_dry_matter),
          loading_accuracy: figure(row.loading_accuracy),
        };
      })
      .toSorted((a, b) => (b.cost_per_dry_matter ?? -1) - (a.cost_per_dry_matter ?? -1)),
  };
}
