import { nutrientBridgeView } from '#contract/reports/nutrient-bridge-view.ts';
import type { Made, ReportServer } from '#server/reports/kit/report.ts';
import { drawMap } from '#server/reports/nutrients/map.ts';
import { findLowestCoverage, nutrientRows } from '#server/reports/sql/nutrient-figures.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';

async function makeBridge(scope: ReportScope): Promise<Made<typeof nutrientBridgeView>> {
  const [rows, before] = await Promise.all([nutrientRows(scope), previously(scope, nutrientRows)]);
  return {
    rows: rows.map((row) => ({ id: `${row.group_id}_${row.nutrient_id}`, ...row })),
    totals: {},
    tiles: { nutrient_covered: findLowestCoverage(rows) },
    previous: before && { nutrient_covered: findLowestCoverage(before) },
    series: { change_map: drawMap(rows, 'step_percent') },
  };
}

export const nutrientBridgeServer: ReportServer<typeof nutrientBridgeView> = {
  rowKeys: ['group_id', 'nutrient_id'],
  viewOf: () => nutrientBridgeView,
  make: makeBridge,
};
