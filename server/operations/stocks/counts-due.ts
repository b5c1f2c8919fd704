import { sql } from 'kysely';
import type { z } from 'zod';
import { COUNT_DUE_DAYS, type CountsDue } from '#contract/operations/stock-counts.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { bounds } from '#server/platform/resource/conditions.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { stockTable } from './table.ts';

const DUE = sql.raw(String(COUNT_DUE_DAYS));

/** Stores of the caller in which counts are due (`COUNT_DUE_DAYS`), oldest count first. Days are those of each feed's farm. */
export async function countsDue(context: ClientContext): Promise<z.infer<typeof CountsDue>[]> {
  const { client, db, services } = context;
  const { rows } = await sql<z.infer<typeof CountsDue>>`
    with store as materialized (
      select t.id, t.name, t.company_id, t.farm_id from stock t where ${bounds(anyTable(stockTable), context)}
    ), feed as materialized (
      select i.id, i.stock_id, i.rest, (${services.now().toISOString()}::timestamptz at time zone f.timezone)::date as today,
        m.first_on, m.last_on, m.counted_on
      from store s join ingredient i on i.client_id = ${client} and i.stock_id = s.id and not i.deleted and not i.water
      join farm f on f.client_id = i.client_id and f.id = i.farm_id
      cross join lateral (
        select min(l.day) as first_on, max(l.day) as last_on, max(l.day) filter (where l.kind = 'count') as counted_on
        from ledger l where l.client_id = i.client_id and l.ingredient_id = i.id
      ) m
    )
    select s.id as stock, s.name, s.company_id as company, c.name as company_name, w.name as farm_name, count(*)::integer as feeds,
      case when bool_or(d.counted_on is null) then null else min(d.counted_on) end as counted_on,
      max(d.today - coalesce(d.counted_on, d.first_on)) as days
    from feed d join store s on s.id = d.stock_id join company c on c.client_id = ${client} and c.id = s.company_id
    left join farm w on w.client_id = ${client} and w.id = s.farm_id
    where d.today - coalesce(d.counted_on, d.first_on) > ${DUE} and (d.rest <> 0 or d.today - d.last_on <= ${DUE})
    group by s.id, s.name, s.company_id, c.name, w.name order by days desc, s.name, s.id`.execute(db);
  return rows;
}
