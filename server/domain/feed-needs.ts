import { type RawBuilder, sql } from 'kysely';
import { PLANNED_BY_VALUES } from '#server/db/connection.ts';
import { inPounds } from './in-pounds.ts';

/** 5 lb in kilograms. */
const FIVE_LB_IN_KG = sql.lit(2.267_961_85);

/** Max days that are computed one by one. */
export const MAX_NEED_DAYS = 14;

interface NeedsQuery {
  client: number;
  /** An instant. Days are each farm's own. */
  now: string;
  /** Number of days, starting today; at most `MAX_NEED_DAYS`. */
  days: number;
  /** Whether the active periods' steady needs are given for each day, or only up to `need_dated`, after which nothing changes. */
  steadily?: 'each_day' | 'while_dated';
}

/**
 * CTEs of the remaining planned needs in kg. `need_dated` (day) is the last day with a plan or a start. `need_day` (ingredient_id, day, kg,
 * coming, steady): needs, products of planned batches, and the part of `kg` from unplanned days. `need_left` (ingredient_id, day, today,
 * steady, rest): the stock after each day except of water, starting at 0 or more; `today` is the earliest among its farms. Planned feedings and batches
 * count by their own plan, weighed parts by their facts, loaded ones not at all; unplanned days by the active periods, with the latest
 * heads and the rounding of plans.
 */
export const needDays = ({ client, now, days, steadily = 'each_day' }: NeedsQuery): RawBuilder<unknown> => sql`
  ${PLANNED_BY_VALUES} need_place as materialized (
    select id, (${now}::timestamptz at time zone timezone)::date as today from farm where client_id = ${client}
  ), need_made as materialized (
    select period_id, planned_on from loading where client_id = ${client} and ${near('planned_on', now, days)}
  ), need_job as materialized (
    -- What a job mixes afresh a day, and the step that its parts are rounded to.
    select j.id, p.id as period_id, p.farm_id, p.active_from, j.ration_id,
           greatest(w.kg - case when j.leftovers then j.planned_leftovers else 0 end, 0) as kg,
           case when not m.rounding then greatest(round(q.rounding, 3), 0.001)
                when ${sql.raw(inPounds('p.client_id'))} then ${FIVE_LB_IN_KG} else 5 end as step, m.rounding as whole_load
    from period p
    join period_job j on j.client_id = ${client} and j.period_id = p.id
    join mixer m on m.client_id = ${client} and m.id = j.mixer_id
    join ration q on q.client_id = ${client} and q.id = j.ration_id
    join lateral (
      select sum(round(g.weight_per_head * a.animal_count * q.size / g.ration_size, 3)) as kg
      from period_job_group g join animal_group a on a.client_id = ${client} and a.id = g.group_id and not a.deleted
      where g.client_id = ${client} and g.job_id = j.id
    ) w on w.kg is not null
    where p.client_id = ${client} and p.active and not p.deleted
  ), need_steady as materialized (
    select part.ingredient_id, j.period_id, j.farm_id, j.active_from, sum(part.kg) as kg
    from need_job j
    cross join lateral (
      select array_agg(r.ingredient_id order by r.position) as ingredients, array_agg(r.percent order by r.position) as percents
      from ration_item r where r.client_id = ${client} and r.ration_id = j.ration_id and r.percent > 0
    ) r
    cross join lateral unnest(r.ingredients, plan_shares(j.kg, r.percents, j.step, j.whole_load)) as part (ingredient_id, kg)
    group by 1, 2, 3, 4
  ), need_batch as materialized (
    select f.today, b.planned_on, b.recipe_id, b.weight_plan, b.items
    from batch b join need_place f on f.id = b.farm_id and b.planned_on between f.today and f.today + ${days - 1}::integer
    where b.client_id = ${client} and b.status in ('waited', 'in_process') and not b.deleted and ${near('b.planned_on', now, days)}
  ), need_dated as materialized (
    select greatest(
      (select max(today) + 1 from need_place), (select max(planned_on) from need_made), (select max(planned_on) from need_batch),
      (select max(active_from) from need_steady where active_from <= ${now}::date + ${days}::integer),
      (select max(planned_on) from schedule where client_id = ${client} and status in ('waited', 'in_process') and not deleted and ${near('planned_on', now, days)})
    ) as day
  ), need_move as (
    select i.ingredient_id, f.today, s.planned_on as day, coalesce(i.weight_fact, i.weight_plan) as kg, 0::numeric as coming, 0::numeric as steady
    from schedule s
    join need_place f on f.id = s.farm_id and s.planned_on between f.today and f.today + ${days - 1}::integer
    join schedule_ingredient i on i.client_id = ${client} and i.schedule_id = s.id and i.planned_on = s.planned_on
    where s.client_id = ${client} and s.status in ('waited', 'in_process') and not s.deleted
      and ${near('s.planned_on', now, days)} and ${near('i.planned_on', now, days)}
    union all
    select w.ingredient_id, f.today, d.day, w.kg, 0, w.kg
    from need_steady w join need_place f on f.id = w.farm_id
    cross join lateral (select f.today + n as day from generate_series(0, ${steadily === 'each_day' ? sql`${days - 1}::integer` : lastDated(days)}) n) d
    where d.day >= coalesce(w.active_from, d.day)
      and not exists (select from need_made m where m.period_id = w.period_id and m.planned_on = d.day)
    union all
    select (i.part ->> 'ingredient')::bigint, b.today, b.planned_on, coalesce((i.part ->> 'weight_fact')::numeric, (i.part ->> 'weight_plan')::numeric), 0, 0
    from need_batch b cross join lateral jsonb_array_elements(b.items) as i (part)
    union all
    select r.ingredient_id, b.today, b.planned_on, 0, b.weight_plan, 0
    from need_batch b join recipe r on r.client_id = ${client} and r.id = b.recipe_id
  ), need_day as (
    select ingredient_id, day, min(today) as today, sum(kg) as kg, sum(coming) as coming, sum(steady) as steady from need_move group by 1, 2
  ), need_left as (
    select d.ingredient_id, d.day, min(d.today) over (partition by d.ingredient_id) as today, d.steady,
           greatest(n.rest, 0) - sum(d.kg - d.coming) over (partition by d.ingredient_id order by d.day) as rest
    from need_day d
    join ingredient n on n.client_id = ${client} and n.id = d.ingredient_id and not n.water
  )`;

const lastDated = (days: number) => sql`least(${days - 1}::integer, (select day from need_dated) - f.today)`;

/** Ten years: the day of a longer-lasting stock isn't useful. */
const FURTHEST_DAYS = 3650;

/**
 * CTEs that end in need_out (ingredient_id, day): the first day whose planned needs exceed the stock. After the days computed one by one,
 * each day needs as much as the active periods feed on the last of them.
 */
export const runOut = ({
  client,
  now,
  ingredients,
}: Pick<NeedsQuery, 'client' | 'now'> & { ingredients: RawBuilder<unknown> }): RawBuilder<unknown> => sql`
  ${needDays({ client, now, days: MAX_NEED_DAYS })}, need_out as (
    select ingredient_id, coalesce(
             min(day) filter (where rest < 0),
             max(day + 1 + least(floor(rest / nullif(steady, 0)), ${FURTHEST_DAYS}::integer)::integer)
               filter (where day = today + ${MAX_NEED_DAYS - 1}::integer)
           ) as day
    from need_left where ingredient_id ${ingredients} group by 1
  )`;

/** A constant range around every farm's days, for indexes and partitions. */
const near = (day: string, now: string, days: number) => sql`${sql.raw(day)} between ${now}::date - 1 and ${now}::date + ${days}::integer`;
