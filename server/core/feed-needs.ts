import { type RawBuilder, sql } from 'kysely';

/** Further ahead nothing is reckoned day by day. */
export const MOST_NEED_DAYS = 31;

interface Asked {
  client: number;
  /** An instant; days are each farm's own. */
  now: string;
  /** Today and so many days more, less one; at most `MOST_NEED_DAYS`. */
  days: number;
}

/**
 * CTEs of what the plan still takes, in kg; the last two are
 * - need_day (ingredient_id, day, kg, coming, steady): what is taken, what planned batches put in, how much of `kg` is of days not made yet;
 * - need_left (ingredient_id, day, today, steady, rest): what the stock, begun at least at 0, will hold after each of those days.
 *
 * Feedings and batches that are made count by their own plan, what was weighed into one by its fact; once loaded, one is out of stock and
 * needs no more. Days for which no feedings have been made count by the active periods, with the heads of that day.
 */
export const needDays = ({ client, now, days }: Asked): RawBuilder<unknown> => sql`
  need_place as (
    select id, (${now}::timestamptz at time zone timezone)::date as today from farm where client_id = ${client}
  ), need_move as (
    select i.ingredient_id, s.planned_on as day, coalesce(i.weight_fact, i.weight_plan) as kg, 0::numeric as coming, 0::numeric as steady
    from need_place f
    join schedule s on s.client_id = ${client} and s.farm_id = f.id and s.planned_on between f.today and f.today + ${days - 1}::integer
    join schedule_ingredient i on i.client_id = ${client} and i.schedule_id = s.id and i.planned_on = s.planned_on
    where s.status in ('waited', 'in_process') and not s.deleted
      and i.planned_on between ${now}::date - 1 and ${now}::date + ${days}::integer
    union all
    select r.ingredient_id, d.day, greatest(w.kg - case when j.leftovers then j.planned_leftovers else 0 end, 0) * r.percent / 100, 0,
           greatest(w.kg - case when j.leftovers then j.planned_leftovers else 0 end, 0) * r.percent / 100
    from need_place f
    join period p on p.client_id = ${client} and p.farm_id = f.id and p.active and not p.deleted
    cross join lateral (select f.today + n as day from generate_series(0, ${days - 1}::integer) n) d
    join period_job j on j.client_id = ${client} and j.period_id = p.id
    cross join lateral (
      select coalesce(sum(g.weight_per_head * coalesce(
        (select h.heads from head_count h where h.client_id = g.client_id and h.group_id = g.group_id and h.day <= d.day
         order by h.day desc limit 1), a.animal_count)), 0) as kg
      from period_job_group g join animal_group a on a.client_id = g.client_id and a.id = g.group_id and not a.deleted
      where g.client_id = ${client} and g.job_id = j.id
    ) w
    join ration_item r on r.client_id = ${client} and r.ration_id = j.ration_id
    where d.day >= coalesce(p.active_from, d.day)
      and not exists (select from loading l where l.client_id = ${client} and l.period_id = p.id and l.planned_on = d.day)
    union all
    select (i.part ->> 'ingredient')::integer, b.planned_on, coalesce((i.part ->> 'weight_fact')::numeric, (i.part ->> 'weight_plan')::numeric), 0, 0
    from need_place f
    join batch b on b.client_id = ${client} and b.farm_id = f.id and b.planned_on between f.today and f.today + ${days - 1}::integer
    cross join lateral jsonb_array_elements(b.items) as i (part)
    where b.status in ('waited', 'in_process') and not b.deleted
    union all
    select r.ingredient_id, b.planned_on, 0, b.weight_plan, 0
    from need_place f
    join batch b on b.client_id = ${client} and b.farm_id = f.id and b.planned_on between f.today and f.today + ${days - 1}::integer
    join recipe r on r.client_id = ${client} and r.id = b.recipe_id
    where b.status in ('waited', 'in_process') and not b.deleted
  ), need_day as (
    select ingredient_id, day, sum(kg) as kg, sum(coming) as coming, sum(steady) as steady from need_move group by 1, 2
  ), need_left as (
    select d.ingredient_id, d.day, f.today, d.steady,
           greatest(n.rest, 0) - sum(d.kg - d.coming) over (partition by d.ingredient_id order by d.day) as rest
    from need_day d
    join ingredient n on n.client_id = ${client} and n.id = d.ingredient_id
    join need_place f on f.id = n.farm_id
  )`;
