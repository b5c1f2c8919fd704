import { type RawBuilder, sql } from 'kysely';
import { inScope, isOver, matchesBatch } from './conditions.ts';
import { type CellsOf, dryMatter, namesOf, per, RECORDED_PLAN, selected, shown } from './formulas.ts';
import { chosen, groupingsOf, type LevelRow } from './levels.ts';
import { ADDED_LOAD_SUMS, judged, LOAD_FIGURES, LOAD_SUMS } from './loads.ts';
import { priceNow } from './prices.ts';
import type { ReportScope } from './scope.ts';

/** A batch has its facts once it is loaded; it goes no further. */
export const BATCH_DONE = `('loaded', 'out_process', 'uploaded')`;

/**
 * CTEs `made`, one row a batch, and `part`, one an ingredient of it, with what each is judged by. `fact` is empty until the batch is loaded.
 * `into_stock` is what the ledger holds of it: a batch that was taken back put nothing there.
 */
export const batchParts = (scope: ReportScope): RawBuilder<unknown> => {
  const worth = priceNow(scope);
  return sql`
  made as materialized (
    select b.id as batch_id, b.farm_id, b.planned_on as day, b.recipe_id, b.operator_id, b.seconds, b.items, b.status in ${sql.raw(BATCH_DONE)} as counted, ${isOver(scope, 'b')} as over,
      s.into_stock, s.stock_value
    from batch b join farm f on f.client_id = b.client_id and f.id = b.farm_id
    join recipe r on r.client_id = b.client_id and r.id = b.recipe_id
    left join (
      select l.batch_id, l.ingredient_id, sum(l.kg) as into_stock, sum(l.value) as stock_value from ledger l
      where l.client_id = ${scope.client} and l.batch_id is not null group by l.batch_id, l.ingredient_id
    ) s on s.batch_id = b.id and s.ingredient_id = r.ingredient_id
    where ${inScope(scope, 'b')} and not b.deleted and ${matchesBatch(scope, 'b', 'f')}
  ), part as materialized (
    select w.*, ${sql.raw(judged(scope))}
    from (
      select m.batch_id, m.farm_id, m.counted, m.over, x.ordinality as position, x.ingredient as ingredient_id, x.percent, x.started_at, x.seconds,
        x.weight_plan as plan, case when m.counted then coalesce(x.weight_fact, 0) end as fact,
        ${sql.raw(worth ? `case when x.price is not null then ${worth} end` : 'x.price')} as price, x.dry_matter
      from made m cross join lateral rows from (
        jsonb_to_recordset(m.items) as (ingredient bigint, percent numeric, weight_plan numeric, weight_fact numeric, price numeric,
          dry_matter numeric, started_at timestamptz, seconds integer)
      ) with ordinality as x
      join ingredient n on n.client_id = ${scope.client} and n.id = x.ingredient
    ) w
  )`;
};

/** Sums over parts beside those of any loading. */
export const PART_SUMS = `
  ${LOAD_SUMS}, sum(fact * price) as cost, sum(plan * price) filter (where counted) as planned_cost,
  sum(${dryMatter('fact', 'dry_matter')}) as dry_matter`;
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
/** What totals and tiles over batches may hold. */
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

const OF_INGREDIENT = { ingredient_id: 'p.ingredient_id', ingredient: 'n.name', farm: 'f.name', cost: 'round(p.cost, 6)' } as const;

/** What went into the batches, by ingredient, the dearest first. */
export async function batchIngredients(scope: ReportScope): Promise<CellsOf<typeof OF_INGREDIENT>[]> {
  const { rows } = await sql<CellsOf<typeof OF_INGREDIENT>>`
    with ${batchParts(scope)}
    select ${sql.raw(selected(OF_INGREDIENT))}
    from (select farm_id, ingredient_id, sum(fact * price) as cost from part group by farm_id, ingredient_id) p
    join ingredient n on n.client_id = ${scope.client} and n.id = p.ingredient_id
    left join farm f on f.client_id = ${scope.client} and f.id = p.farm_id
    where p.cost is not null order by p.cost desc, n.name, p.ingredient_id`.execute(scope.db);
  return rows;
}
