import { allCells } from '#server/reports/kit/heat-cells.ts';
import { pick } from '#server/reports/kit/report.ts';
import type { NutrientRow } from '#server/reports/sql/nutrient-figures.ts';

/** Cells of a heat map of groups and nutrients, in the order of the client's list. Dry matter is no nutrient. */
export function drawMap<const K extends keyof NutrientRow & string>(rows: readonly NutrientRow[], key: K) {
  return allCells(
    rows
      .filter(({ nutrient }) => nutrient !== null)
      .map((row) => pick(row, ['group', 'group_id', 'nutrient', 'nutrient_id', 'nutrient_position', key])),
    'group',
    'nutrient',
    'nutrient_position',
  );
}
