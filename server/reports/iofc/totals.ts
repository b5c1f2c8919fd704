import { sql } from 'kysely';
import { daySourcesOf } from '#server/reports/sql/feeding-days.ts';
import { namesOf, per, selected, shown } from '#server/reports/sql/formulas.ts';
import { groupingsOf, type LevelRow } from '#server/reports/sql/levels.ts';
import { milkDays } from '#server/reports/sql/milk.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { ECM } from './formulas.ts';

/** Milk and feed as in other reports: energy-corrected by the default formula. */
export const MILK_SUMS = {
  milk_heads: 'sum(heads)::numeric',
  milk_kg: 'sum(kg)',
  milk_fat: 'sum(fat)',
  milk_protein: 'sum(protein)',
  milk_eaten: 'sum(eaten)',
  milk_cost: 'sum(cost)',
  // Milk without a price has no money, and neither have figures that use it.
  milk_money: 'case when bool_and(money is not null) then sum(money) end',
} as const;
const corrected = ECM.ifcn.replace(/\b(kg|fat|protein)\b/g, 'milk_$1');

/** Figures of those sums. */
export const MILK_FIGURES = {
  iofc_per_head: per('milk_money - milk_cost', 'milk_heads'),
  efficiency: per(corrected, 'milk_eaten'),
  cost_per_milk: per('milk_cost', 'milk_kg'),
} as const;
export const MILK_FIGURE_NAMES = namesOf(MILK_FIGURES);

const NAMED = { level: 't.level', farm_id: 't.farm_id', day: 't.day' } as const;
type MilkRow = LevelRow<typeof NAMED & typeof MILK_FIGURES & { milk_per_head: string }>;

const GROUPINGS = groupingsOf({ farm_id: 'bigint', day: 'date' }, { farm: ['farm_id'], day: ['day'], total: [] });

/** Sums by farm (`farm`), by day of all farms (`day`) and of everything (`total`), over the days that have both milk and feed. */
export async function sumMilk(scope: ReportScope): Promise<MilkRow[]> {
  const { rows } = await sql<MilkRow>`
    with ${milkDays(scope, await daySourcesOf(scope, false))}, summed as (
      select ${sql.raw(`${GROUPINGS.select}, ${selected(MILK_SUMS)}`)}
      from both_day group by grouping sets (${sql.raw(GROUPINGS.sets)})
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown({ ...MILK_FIGURES, milk_per_head: per('milk_kg', 'milk_heads') })}`)} from summed t order by t.day`.execute(
    scope.db,
  );
  return rows;
}
