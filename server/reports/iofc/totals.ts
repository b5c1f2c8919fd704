import { sql } from 'kysely';
import { daySourcesOf } from '#server/reports/sql/feeding-days.ts';
import { namesOf, per, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { milkDays } from '#server/reports/sql/milk.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { ECM } from './formulas.ts';

/** Milk beside feed as other reports show it: energy-corrected by the formula that holds where none is chosen. */
export const MILK_SUMS = {
  milk_heads: 'sum(heads)::numeric',
  milk_kg: 'sum(kg)',
  milk_fat: 'sum(fat)',
  milk_protein: 'sum(protein)',
  milk_eaten: 'sum(eaten)',
  milk_cost: 'sum(cost)',
  // What nobody knows the price of has no money, and nothing that it is in.
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

const NAMED = { level: 't.level', farm_id: 't.farm_id' } as const;
type MilkRow = LevelRow<typeof NAMED & typeof MILK_FIGURES & { milk_per_head: string }>;

/** Each farm that has milk, and all of them (`total`); all of it is empty where there is no day that has both milk and feed. */
export async function milkByFarm(scope: ReportScope): Promise<MilkRow[]> {
  const { rows } = await sql<MilkRow>`
    with ${milkDays(scope, await daySourcesOf(scope, false))}, summed as (
      select case grouping(farm_id) when 0 then 'farm' else 'total' end as level, farm_id, ${sql.raw(selected(MILK_SUMS))}
      from both_day group by grouping sets ((farm_id), ())
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown({ ...MILK_FIGURES, milk_per_head: per('milk_kg', 'milk_heads') })}`)} from summed t`.execute(
    scope.db,
  );
  return rows;
}
