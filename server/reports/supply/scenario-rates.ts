import { type RawBuilder, sql } from 'kysely';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import type { Used } from './needed.ts';

/**
 * CTE `rate` (scenario_id, from_day, until_day, period_id, active_from, ingredient_id, kg): what each of `chosen` scenarios needs more a day than things as they are.
 * By use a group whose ration is another eats by plan.
 */
export const scenarioRates = ({ client, to }: ReportScope, used: Used | null): RawBuilder<unknown> => sql`
  change as materialized (
    select c.scenario_id, c.farm_id, d.day as from_day,
      coalesce(lead(d.day) over (partition by c.scenario_id order by d.day) - 1, ${to}::date) as until_day
    from chosen c
    cross join lateral (
      select distinct greatest(x.day, c.today) as day from (
        select day from scenario_head h where h.client_id = ${client} and h.scenario_id = c.scenario_id
        union all
        select day from scenario_ration r where r.client_id = ${client} and r.scenario_id = c.scenario_id
      ) x where x.day <= ${to}::date
    ) d
  ), other as materialized (
    select c.*, a.id as group_id, a.animal_count::numeric as heads, r.ration_id as other_ration,
      greatest(coalesce(h.heads, a.animal_count + h.added, a.animal_count), 0)::numeric as other_heads
    from change c
    join animal_group a on a.client_id = ${client} and a.farm_id = c.farm_id and not a.deleted
    left join lateral (select * from scenario_head h where h.client_id = ${client} and h.scenario_id = c.scenario_id and h.group_id = a.id
      and h.day <= c.from_day order by h.day desc limit 1) h on true
    left join lateral (select * from scenario_ration r where r.client_id = ${client} and r.scenario_id = c.scenario_id and r.group_id = a.id
      and r.day <= c.from_day order by r.day desc limit 1) r on true
  ), portion as (
    select o.scenario_id, o.from_day, o.until_day, o.group_id, o.other_ration, o.farm_id, p.id as period_id, p.active_from, j.id as job_id, v.sign, v.ration_id,
      case when j.leftovers then j.planned_leftovers else 0 end as left_in, w.weight_per_head * v.heads * q.size / w.ration_size as kg
    from other o
    join period_job_group w on w.client_id = ${client} and w.group_id = o.group_id
    join period_job j on j.client_id = ${client} and j.id = w.job_id
    join period p on p.client_id = ${client} and p.id = j.period_id and p.farm_id = o.farm_id and p.active and not p.deleted
    cross join lateral (values (-1, j.ration_id, o.heads), (1, coalesce(o.other_ration, j.ration_id), o.other_heads)) v (sign, ration_id, heads)
    join ration q on q.client_id = ${client} and q.id = v.ration_id
  ), part as (
    select *, kg * greatest(sum(kg) over of_job - left_in, 0) / nullif(sum(kg) over of_job, 0) as fed from portion
    window of_job as (partition by scenario_id, from_day, job_id, sign)
  ), rate as materialized (${used ? usedRates(client) : plannedRates(client)}
  )`;

/** CTE `delta` (scenario_id, ingredient_id, day, kg): those rates on the days of `run`. A period's day counts unless its feedings of it are begun or taken out. */
export const scenarioDeltas = (client: number): RawBuilder<unknown> => sql`
  need_shut as materialized (
    select l.period_id, l.planned_on from loading l join need_made m on m.period_id = l.period_id and m.planned_on = l.planned_on
    where l.client_id = ${client} and not exists (
      select from schedule s where s.client_id = ${client} and s.planned_on = l.planned_on and s.loading_id = l.id and s.status = 'waited' and not s.deleted)
  ), delta as materialized (
    select r.scenario_id, r.ingredient_id, n.day, sum(r.kg) as kg
    from rate r join run n on n.day between greatest(r.from_day, r.active_from) and r.until_day
    where not exists (select from need_shut s where s.period_id = r.period_id and s.planned_on = n.day)
    group by 1, 2, 3
  )`;

const plannedRates = (client: number) => sql`
    select x.scenario_id, x.from_day, x.until_day, x.period_id, x.active_from, r.ingredient_id, sum(x.sign * x.fed * r.percent) / 100 as kg
    from part x join ration_item r on r.client_id = ${client} and r.ration_id = x.ration_id and r.percent > 0
    group by 1, 2, 3, 4, 5, 6 having sum(x.sign * x.fed * r.percent) <> 0`;

const usedRates = (client: number) => sql`
    select scenario_id, greatest(from_day, today + 1) as from_day, until_day, null::bigint as period_id, null::date as active_from, ingredient_id, sum(kg) as kg
    from (
      select o.scenario_id, o.from_day, o.until_day, o.farm_id, u.ingredient_id,
        u.per_head * (case when o.other_ration is null then o.other_heads else 0 end - o.heads) as kg
      from other o join group_use u on u.farm_id = o.farm_id and u.group_id = o.group_id
      union all
      select x.scenario_id, x.from_day, x.until_day, x.farm_id, r.ingredient_id, x.fed * r.percent / 100
      from part x join ration_item r on r.client_id = ${client} and r.ration_id = x.ration_id and r.percent > 0
      where x.sign = 1 and x.other_ration is not null
    ) y join need_place p on p.id = y.farm_id
    group by 1, 2, 3, 4, 5, 6 having sum(kg) <> 0`;
