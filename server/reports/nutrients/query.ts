import { nutrientsView } from '#contract/reports/nutrients-view.ts';
import type { Made, ReportServer } from '#server/reports/kit/report.ts';
import { findLowestCoverage, type NutrientRow, nutrientRows } from '#server/reports/sql/nutrient-figures.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { drawMap } from './map.ts';

/** True if the mean of the range is below the norm. */
const isBelow = ({ norm_value, norm_min, norm_target }: NutrientRow): boolean => {
  const least = norm_min ?? norm_target;
  return norm_value !== null && least !== null && Number(norm_value) < Number(least);
};

/** Number of figures below their norm, and the lowest coverage by analyses. */
const countTiles = (rows: readonly NutrientRow[]) => ({
  below_norm: rows.filter(isBelow).length,
  nutrient_covered: findLowestCoverage(rows),
});

async function makeNutrients(scope: ReportScope): Promise<Made<typeof nutrientsView>> {
  const [rows, before] = await Promise.all([nutrientRows(scope), previously(scope, nutrientRows)]);
  return {
    rows: rows.map((row) => ({ id: `${row.group_id}_${row.nutrient_id}`, ...row })),
    totals: {},
    tiles: countTiles(rows),
    previous: before && countTiles(before),
    series: {
      norm_map: drawMap(
        rows.filter(({ norm_difference_percent }) => norm_difference_percent !== null),
        'norm_difference_percent',
      ),
    },
  };
}

export const nutrientsServer: ReportServer<typeof nutrientsView> = {
  rowKeys: ['group_id', 'nutrient_id'],
  viewOf: () => nutrientsView,
  make: makeNutrients,
};
