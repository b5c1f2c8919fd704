import { sql } from 'kysely';
import type { ClientContext } from '../../core/context.ts';
import type { Db } from '../../db/database.ts';

export interface Outlook {
  days_left: number | null;
  run_out_on: string | null;
}

/** Ten years: a stock that outlasts them has no day worth telling. */
const FURTHEST_DAYS = 3650;

/**
 * How long what is there lasts. `days_left`: rest ÷ the mean daily use (loads, sales, crafts) of the farm's last seven whole
 * days. `run_out_on`: the first day whose feedings, as active periods plan them from today on, it no longer covers.
 */
export async function outlookOf(db: Db, context: ClientContext, ids: readonly number[]): Promise<Map<number, Outlook>> {
  if (ids.length === 0) return new Map();
  const { client } = context;
  const { rows } = await sql<Outlook & { id: number }>`
    with own as (
      select i.id, greatest(i.rest, 0) as rest, (${context.services.now().toISOString()}::timestamptz at time zone f.timezone)::date as today
      from ingredient i join farm f on f.client_id = i.client_id and f.id = i.farm_id
      where i.client_id = ${client} and i.id = any(${ids})
    ), plan as materialized (
      select j.ration_id, sum(greatest(w.kg - case when j.leftovers then j.planned_leftovers else 0 end, 0)) as kg
      from period p
      join period_job j on j.client_id = p.client_id and j.period_id = p.id
      cross join lateral (
        select coalesce(sum(g.weight_per_head * a.animal_count), 0) as kg
        from period_job_group g join animal_group a on a.client_id = g.client_id and a.id = g.group_id
        where g.client_id = j.client_id and g.job_id = j.id and not a.deleted
      ) w
      where p.client_id = ${client} and p.active and not p.deleted
      group by 1
    ), planned as (
      select r.ingredient_id, sum(r.percent * plan.kg) / 100 as kg
      from plan join ration_item r on r.client_id = ${client} and r.ration_id = plan.ration_id
      where r.ingredient_id = any(${ids}) group by 1
    )
    select own.id,
           case when used.kg > 0 then own.rest * 7 / used.kg end as days_left,
           case when planned.kg > 0 then own.today + least(floor(own.rest / planned.kg), ${FURTHEST_DAYS}::integer)::integer end as run_out_on
    from own
    left join planned on planned.ingredient_id = own.id
    cross join lateral (
      select -sum(l.kg) as kg from ledger l left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id
      where l.client_id = ${client} and l.ingredient_id = own.id and l.day between own.today - 7 and own.today - 1
        and coalesce(o.kind, l.kind) in ('load', 'sale', 'craft_out')
    ) used`.execute(db);
  return new Map(rows.map(({ id, ...outlook }) => [id, outlook]));
}
