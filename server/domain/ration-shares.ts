import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { joinByHash } from '#server/db/statistics.ts';

/**
 * Derives each part's share of today's load, and the ration's size, from the written amounts and the present dry matter: parts that hold
 * their dry matter have fresh = amount × dry matter then ÷ dry matter now. Water fills up to the target dry matter, at least 0. Rations in
 * `kept` keep their size without water. Returns the changed ones.
 */
export async function deriveShares(tx: Tx, client: number, rations: readonly number[], kept: readonly number[] = []): Promise<number[]> {
  if (rations.length === 0) return [];
  const statement = sql<{ id: number }>`
    with part as (
      select p.ration_id, p.ingredient_id, i.dry_matter, case
               when r.basis in ('head_dry', 'load_dry') and w.holds then p.amount * 100 / i.dry_matter
               when r.basis in ('head_dry', 'load_dry') and p.at_dry_matter > 0 then p.amount * 100 / p.at_dry_matter
               when w.holds then p.amount * p.at_dry_matter / i.dry_matter
               else coalesce(p.amount, p.percent) end as fresh
      from ration_item p
      join ration r on r.client_id = p.client_id and r.id = p.ration_id
      join ingredient i on i.client_id = p.client_id and i.id = p.ingredient_id
      cross join lateral (select p.hold = 'dry' and p.at_dry_matter > 0 and i.dry_matter > 0 as holds) w
      where p.client_id = ${client} and p.ration_id = any(${rations}) and p.ingredient_id is distinct from r.water_id
    ), fed as (
      select r.id as ration_id, min(r.water_id) as water_id, sum(p.fresh) as fresh,
             case when min(w.dry_matter) < min(r.target_dry_matter)
                  then greatest(sum(p.fresh * (p.dry_matter - r.target_dry_matter)) / min(r.target_dry_matter - w.dry_matter), 0) else 0 end as water
      from part p
      join ration r on r.client_id = ${client} and r.id = p.ration_id
      left join ingredient w on w.client_id = r.client_id and w.id = r.water_id
      group by r.id
    ), loaded as (
      select ration_id, ingredient_id, fresh, 0.000001 as least from part
      union all select ration_id, water_id, water, 0 from fed where water_id is not null
    ), share as (
      select ration_id, ingredient_id, greatest(round(fresh * 100 / sum(fresh) over (partition by ration_id), 6), least) as percent,
             row_number() over (partition by ration_id order by fresh desc, ingredient_id) as place
      from loaded
    ), exact as (
      -- What rounding leaves over goes to the largest.
      select ration_id, ingredient_id,
             case when place = 1 then 100 - sum(case when place = 1 then 0 else percent end) over (partition by ration_id) else percent end as percent
      from share
    ), items as (
      update ration_item p set percent = e.percent from exact e
      where p.client_id = ${client} and p.ration_id = e.ration_id and p.ingredient_id = e.ingredient_id and p.percent <> e.percent
      returning p.ration_id
    ), sized as (
      select r.id, w.wetted, r.id = any(${kept}) as is_kept, f.fresh, r.size / r.wetted as unwetted, r.scale
      from ration r join fed f on f.ration_id = r.id cross join lateral (select (f.fresh + f.water) / f.fresh as wetted) w
      where r.client_id = ${client}
    ), measured as (
      select id, wetted, case when is_kept then unwetted / fresh else scale end as scale,
             round(case when is_kept then unwetted else fresh * scale end * wetted, 9) as size
      from sized
    ), sizes as (
      update ration r set scale = m.scale, size = m.size, wetted = m.wetted from measured m
      where r.client_id = ${client} and r.id = m.id and (r.size <> m.size or r.scale <> m.scale or r.wetted <> m.wetted) returning r.id
    )
    select id from sizes union select ration_id from items order by 1`;
  const { rows } = await joinByHash(tx, rations.length, () => statement.execute(tx));
  return rows.map(({ id }) => id);
}
