import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';

/**
 * Derives each part's share of today's load, and the ration's size, from what was written and the dry matter that feeds have now: as fed, what
 * holds its dry matter is amount × dry matter then ÷ dry matter now. The size of those in `kept` stays what it is. Gives those that changed.
 */
export async function deriveShares(tx: Tx, client: number, rations: readonly number[], kept: readonly number[] = []): Promise<number[]> {
  if (rations.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with part as (
      select p.ration_id, p.ingredient_id, case
               when r.basis in ('head_dry', 'load_dry') and w.holds then p.amount * 100 / i.dry_matter
               when r.basis in ('head_dry', 'load_dry') and p.at_dry_matter > 0 then p.amount * 100 / p.at_dry_matter
               when w.holds then p.amount * p.at_dry_matter / i.dry_matter
               else coalesce(p.amount, p.percent) end as fresh
      from ration_item p
      join ration r on r.client_id = p.client_id and r.id = p.ration_id
      join ingredient i on i.client_id = p.client_id and i.id = p.ingredient_id
      cross join lateral (select p.hold = 'dry' and p.at_dry_matter > 0 and i.dry_matter > 0 as holds) w
      where p.client_id = ${client} and p.ration_id = any(${rations})
    ), share as (
      select *, sum(fresh) over (partition by ration_id) as whole,
             greatest(round(fresh * 100 / sum(fresh) over (partition by ration_id), 6), 0.000001) as percent,
             row_number() over (partition by ration_id order by fresh desc, ingredient_id) as place
      from part
    ), exact as (
      -- What rounding leaves over goes to the largest.
      select ration_id, ingredient_id, whole,
             case when place = 1 then 100 - sum(case when place = 1 then 0 else percent end) over (partition by ration_id) else percent end as percent
      from share
    ), items as (
      update ration_item p set percent = e.percent from exact e
      where p.client_id = ${client} and p.ration_id = e.ration_id and p.ingredient_id = e.ingredient_id and p.percent <> e.percent
      returning p.ration_id
    ), sized as (
      select r.id, case when r.id = any(${kept}) then r.size / e.whole else r.scale end as scale,
             case when r.id = any(${kept}) then r.size else round(e.whole * r.scale, 9) end as size
      from ration r join (select ration_id, min(whole) as whole from exact group by 1) e on e.ration_id = r.id
      where r.client_id = ${client}
    ), sizes as (
      update ration r set scale = s.scale, size = s.size from sized s
      where r.client_id = ${client} and r.id = s.id and (r.size <> s.size or r.scale <> s.scale) returning r.id
    )
    select id from sizes union select ration_id from items order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}
