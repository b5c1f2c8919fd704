import { daysBetween } from '#contract/days.ts';
import type { ReportId } from '#contract/reports/index.ts';
import type { Row } from '#contract/reports/shape.ts';

export type ComparedReport = Exclude<ReportId, 'cost_change'>;

/** By what a report's rows are the same in two ranges; `day` by its place in the range. Rows that share all of it pair in their order. */
const ROW_KEYS: Record<ComparedReport, readonly string[]> = {
  dashboard: ['group_id'],
  cost_bridge: ['step'],
  compare: ['farm_id'],
  planfeed: ['day', 'group_id', 'ration_id'],
  schedule_load: ['day', 'farm_id', 'period_id', 'mixer_id', 'ration_id'],
  schedule_upload: ['day', 'farm_id', 'period_id', 'mixer_id', 'ration_id'],
  inout: ['ingredient_id'],
  consumption: ['ingredient_id'],
  load_ings_by_groups: ['farm_id', 'ingredient_id', 'group_id'],
  upload_groups: ['group_id'],
  upload_ingredients: ['farm_id', 'period_id', 'ingredient_id'],
  form9: ['day', 'group_id'],
  form8: ['day', 'farm_id', 'stock_id', 'ingredient_id'],
  accounting_writeoff: ['day', 'line', 'group_id', 'ingredient_id'],
  accounting_movement: ['day', 'move', 'ingredient_id'],
  inout_new: ['ingredient_id'],
  stock_moves: ['day', 'ingredient_id', 'move'],
  schedule_loading_time: ['farm_id', 'period_id', 'mixer_id'],
  auger_rotations: ['day', 'farm_id', 'period', 'mixer_id', 'ration_id'],
  auger_coefficient: ['day', 'farm_id', 'mixer_id'],
  animalfeed_dashboard: ['farm_id', 'animalfeed_recipe_id'],
  plan_animalfeed: ['day', 'farm_id', 'animalfeed_recipe_id'],
  animalfeed_loading: ['day', 'farm_id', 'animalfeed_recipe_id', 'mixer_id'],
};

export const rowKeysOf = (report: ReportId): readonly string[] | undefined => (report === 'cost_change' ? undefined : ROW_KEYS[report]);

/** Where a day stands in a range that begins on `from`. */
export const placeOf = (day: unknown, from: string): number | null => (typeof day === 'string' ? daysBetween(from, day) : null);

export type NameOf = (row: Row) => string;

/** What a row is called by, so that rows of two ranges with one name are of the same. */
export const nameBy =
  (keys: readonly string[], from: string): NameOf =>
  (row) =>
    JSON.stringify(
      keys.map((key) => {
        if (row[key] === undefined) throw new Error(`a row that is paired by ${key} has none`);
        return key === 'day' ? placeOf(row[key], from) : row[key];
      }),
    );

/** Pairs rows with those of the base: the first of a name with the first of that name, and so on. What stays without is `left`. */
export function paired(
  rows: readonly Row[],
  base: readonly Row[],
  nameOf: NameOf,
  nameOfBase: NameOf,
): { pairs: [Row, Row | undefined][]; left: Row[] } {
  const waiting = new Map<string, Row[]>();
  for (const row of base) {
    const name = nameOfBase(row);
    const same = waiting.get(name);
    if (same) same.push(row);
    else waiting.set(name, [row]);
  }
  const taken = new Map<string, number>();
  const pairs = rows.map((row): [Row, Row | undefined] => {
    const name = nameOf(row);
    const turn = taken.get(name) ?? 0;
    taken.set(name, turn + 1);
    return [row, waiting.get(name)?.[turn]];
  });
  const matched = new Set(pairs.map(([, match]) => match));
  return { pairs, left: base.filter((row) => !matched.has(row)) };
}
