import { sql } from 'kysely';
import { batchParts, PART_SUMS } from './batches.ts';
import { namesOf, per, RECORDED_PLAN, selected, shown } from './formulas.ts';
import { chosen, groupingsOf, type LevelRow } from './levels.ts';
import { ADDED_LOAD_SUMS, LOAD_FIGURES } from './loads.ts';
import type { ReportScope } from './scope.ts';

const ADDED = [...ADDED_LOAD_SUMS, 'cost', 'planned_cost', 'dry_matter', 'into_stock', 'stock_value', 'batches'];

/** From the sums; a tonne's cost is of what went in. */
export const BATCH_FIGURES = {
  ...LOAD_FIGURES,
  cost: 'cost',
  cost_per_tonne: per('1000 * cost', 'fact'),
  planned_cost_per_tonne: per('1000 * planned_cost', RECORDED_PLAN),
  into_stock: 'into_stock',
  stock_price: per('stock_value', 'into_stock'),
} as const;
/** The figures in totals and tiles over batches. */
export const BATCH_TOTALS = ['batches' as const, 'seconds' as const, ...namesOf(BATCH_FIGURES)];

const COLUMNS = { batch_id: 'bigint', farm_id: 'bigint', day: 'date', recipe_id: 'bigint', operator_id: 'bigint' } as const;
const LEVELS = {
  row: ['batch_id', 'farm_id', 'day', 'recipe_id', 'operator_id'],
  plan: ['farm_id', 'day', 'recipe_id'],
  recipe: ['farm_id', 'recipe_id'],
  day: ['day'],
  operator: ['operator_id'],
  total: [],
} as const;
export type BatchLevel = keyof typeof LEVELS;

const NAMED = {
  level: 't.level',
  id: 't.batch_id',
  day: 't.day',
  farm_id: 't.farm_id',
  farm: 'f.name',
  animalfeed_recipe_id: 't.recipe_id',
  animalfeed_recipe: 'r.name',
  made: 'n.name',
  rest: 'n.rest',
  mixer_id: 'b.mixer_id',
  mixer: 'm.name',
  operator_id: 't.operator_id',
  operator: "trim(a.first_name || ' ' || a.last_name)",
  status: 'b.status',
  started_at: 'b.started_at',
  seconds: 'round(t.seconds)',
  batches: 'coalesce(t.batches, 0)::integer',
} as const;
export type BatchRow = LevelRow<typeof NAMED & typeof BATCH_FIGURES>;

/** One scan of the batches for all that is asked for. */
export async function batchLevels(scope: ReportScope, levels: readonly BatchLevel[]): Promise<BatchRow[]> {
  const { select, sets } = groupingsOf(COLUMNS, chosen(LEVELS, levels));
  const { client } = scope;
  const { rows } = await sql<BatchRow>`
    with ${batchParts(scope)}, whole as (
      select m.batch_id, m.farm_id, m.day, m.recipe_id, m.operator_id, m.seconds, m.into_stock, m.stock_value, 1 as batches, p.*
      from made m join (select batch_id as id, ${sql.raw(PART_SUMS)} from part group by batch_id) p on p.id = m.batch_id
    ), summed as (
      select ${sql.raw(`${select}, ${ADDED.map((name) => `sum(${name}) as ${name}`).join(', ')}, avg(seconds) as seconds`)}
      from whole group by grouping sets (${sql.raw(sets)})
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(BATCH_FIGURES)}`)}
    from summed t
    left join batch b on b.client_id = ${client} and b.id = t.batch_id
    left join farm f on f.client_id = ${client} and f.id = t.farm_id
    left join recipe r on r.client_id = ${client} and r.id = t.recipe_id
    left join ingredient n on n.client_id = ${client} and n.id = r.ingredient_id
    left join mixer m on m.client_id = ${client} and m.id = b.mixer_id
    left join account a on a.id = t.operator_id
    order by t.day, f.name, t.farm_id, b.position, r.name, t.recipe_id, t.batch_id, operator`.execute(scope.db);
  return rows;
}
