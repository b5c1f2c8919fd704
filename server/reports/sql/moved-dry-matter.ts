import { type RawBuilder, sql } from 'kysely';
import type { ReportScope } from './scope.ts';

/**
 * CTE `measured`, after `move`: each move in the range with its dry matter, kg, at the percentage of its moment. The percentage is stored
 * in a load's weighing, in the analysis of a delivery or harvest, and in the parts of a batch; both ends of a transfer use that of the feed
 * that left. Another move uses the percentage that its ingredient had in history when the move, or the move that it reverses, was written,
 * and otherwise the current one. Weighings are read from a week around the range, because a load's day may differ from the day it was
 * planned on.
 */
export const measuredMoves = ({ client, from, to }: ReportScope): RawBuilder<unknown> => sql`
  analysed as materialized (
    select h.resource_id as ingredient_id, h.at, (h.after ->> 'dry_matter')::numeric as dry_matter,
      lead(h.at) over (partition by h.resource_id order by h.at, h.id) as until,
      -- What it was before the first change that is known.
      case when row_number() over (partition by h.resource_id order by h.at, h.id) = 1 then (h.before ->> 'dry_matter')::numeric end as earlier
    from history h
    where h.client_id = ${client} and h.resource = 'ingredients' and h.resource_id in (select id from stocked) and h.after ->> 'dry_matter' is not null
  ), held as (
    select ingredient_id, at, until, dry_matter from analysed
    union all
    select ingredient_id, '-infinity', at, coalesce(earlier, dry_matter) from analysed where (ingredient_id, at) in (
      select ingredient_id, min(at) from analysed group by ingredient_id)
  ), mixed as (
    select b.id as batch_id, x.ingredient as ingredient_id, x.dry_matter, sum(x.weight_fact * x.dry_matter) over whole / nullif(sum(x.weight_fact) over whole, 0) as mix
    from batch b cross join lateral jsonb_to_recordset(b.items) as x (ingredient bigint, weight_fact numeric, dry_matter numeric)
    where b.client_id = ${client} and b.id in (select batch_id from move) window whole as (partition by b.id)
  ), measured as materialized (
    select m.kind, m.own, m.kg, m.value, m.day, m.kg / 100 * coalesce(
      w.dry_matter, case when m.kind = 'delivery' then d.dry_matter end, h.dry_matter, x.dry_matter, p.dry_matter, case when m.kind = 'craft_in' then y.mix end,
      a.dry_matter, n.dry_matter) as dry_matter
    from move m join ingredient n on n.client_id = ${client} and n.id = m.ingredient_id
    left join schedule_ingredient w on w.client_id = ${client} and m.kind = 'load' and w.schedule_id = m.schedule_id and w.ingredient_id = m.ingredient_id
      and w.planned_on between ${from}::date - 7 and ${to}::date + 7
    left join delivery d on d.client_id = ${client} and d.id = m.delivery_id
    left join harvest h on h.client_id = ${client} and h.id = m.harvest_id
    left join transfer x on x.client_id = ${client} and x.id = m.transfer_id
    left join mixed p on p.batch_id = m.batch_id and p.ingredient_id = m.ingredient_id
    left join (select batch_id, max(mix) as mix from mixed group by batch_id) y on y.batch_id = m.batch_id
    left join held a on a.ingredient_id = m.ingredient_id and a.at <= m.created_at and (a.until is null or m.created_at < a.until)
  )`;
