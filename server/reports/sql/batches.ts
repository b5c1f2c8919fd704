import { type RawBuilder, sql } from 'kysely';
import { groupFifoPrices } from '#server/domain/lots/fifo-prices.ts';
import { inScope, isOver, matchesBatch } from './conditions.ts';
import { type CellsOf, dryMatter, selected } from './formulas.ts';
import { judged, LOAD_SUMS } from './loads.ts';
import { isFifo, priceNow } from './prices.ts';
import type { ReportScope } from './scope.ts';

/** A batch has its facts once it is loaded; it goes no further. */
export const BATCH_DONE = `('loaded', 'out_process', 'uploaded')`;

/**
 * CTEs `made`, one row per batch, and `part`, one row per ingredient of a batch, with the values to judge each by. `fact` is empty until
 * the batch is loaded. `into_stock` is the quantity in the ledger; a reversed batch has none.
 */
export const batchParts = (scope: ReportScope): RawBuilder<unknown> => {
  const fifo = isFifo(scope);
  const worth = fifo ? 'coalesce(v.price, x.price)' : priceNow(scope);
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
        x.weight_plan as plan, null::numeric as tolerance, case when m.counted then coalesce(x.weight_fact, 0) end as fact,
        ${sql.raw(worth ? `case when x.price is not null then ${worth} end` : 'x.price')} as price, x.dry_matter
      from made m cross join lateral rows from (
        jsonb_to_recordset(m.items) as (ingredient bigint, percent numeric, weight_plan numeric, weight_fact numeric, price numeric,
          dry_matter numeric, started_at timestamptz, seconds integer)
      ) with ordinality as x
      join ingredient n on n.client_id = ${scope.client} and n.id = x.ingredient
      ${fifo ? sql`left join ${groupFifoPrices(scope.client, 'batch_id')} v on v.batch_id = m.batch_id and v.ingredient_id = x.ingredient` : sql``}
    ) w
  )`;
};

/** Sums over parts in addition to the sums of any loading. */
export const PART_SUMS = `
  ${LOAD_SUMS}, sum(fact * price) as cost, sum(plan * price) filter (where counted) as planned_cost,
  sum(${dryMatter('fact', 'dry_matter')}) as dry_matter`;
const OF_INGREDIENT = { ingredient_id: 'p.ingredient_id', ingredient: 'n.name', farm: 'f.name', cost: 'round(p.cost, 6)' } as const;

/** The ingredients of the batches, the most expensive first. */
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
