import { type RawBuilder, sql } from 'kysely';
import { MAX_ALERT_ITEMS, type ReportAlert } from '#contract/reports/shape.ts';
import { ALERT_CODES } from '#contract/reports/signal-words.ts';
import { needDays } from '#server/domain/feed-needs.ts';
import { inScope, matchesSchedule, scheduleInScope } from '#server/reports/sql/conditions.ts';
import { ofLoading } from '#server/reports/sql/loading.ts';
import { loadItems } from '#server/reports/sql/loads.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/** Alert below this number of days left by the plan. */
export const FEW_DAYS = 7;

/** The current price of a kilogram of an ingredient `n`. */
const WORTH = sql.raw('coalesce(nullif(n.average_price, 0), n.price)');
/** The cost of a schedule `s` by its plan, at the prices of its weighings if there are any. */
const PLAN_WORTH = sql`(
  select sum(i.weight_plan * coalesce(i.price, ${WORTH})) from schedule_ingredient i
  join ingredient n on n.client_id = i.client_id and n.id = i.ingredient_id
  where i.client_id = s.client_id and i.planned_on = s.planned_on and i.schedule_id = s.id)`;

/** The days that it is now at the farms. */
const toToday = (scope: ReportScope): ReportScope => {
  const days = scope.farms.map(({ today }) => today).toSorted();
  return { ...scope, from: days[0] ?? scope.to, to: days.at(-1) ?? scope.to };
};

/**
 * CTEs that end in `listed`: one row per thing that an alert counts, with its place. Rows beyond a tolerance also have the
 * `ingredient` and the `tolerance`.
 */
export function alertItems(scope: ReportScope): RawBuilder<unknown> {
  const { client, farmIds, farms, now } = scope;
  return sql`
    place as (
      select f.id, f.company_id, f.name, o.today, (${now}::timestamptz at time zone f.timezone)::time as clock
      from farm f join unnest(${farmIds}::bigint[], ${farms.map((farm) => farm.today)}::date[]) as o (id, today) on o.id = f.id
      where f.client_id = ${client}
    ), ${loadItems(scope)}, ${needDays({ client, now, days: FEW_DAYS })}, short as (
      select ingredient_id, min(day - today) as days, -min(rest) as kg from need_left where rest < 0 group by 1
    ), listed as (
      select case when n.rest < 0 then 'stock_below_zero' else 'days_left' end as code, n.id, n.name, k.company_id as company, n.farm_id as farm,
        n.stock_id as stock, null::date as day, case when n.rest < 0 then n.rest else h.days end as value,
        case when n.rest < 0 then n.rest else h.days end as gravity,
        case when n.rest < 0 then -n.rest else h.kg end * ${WORTH} as money, n.id as ingredient, null::numeric as tolerance
      from ingredient n join place p on p.id = n.farm_id join stock k on k.client_id = n.client_id and k.id = n.stock_id
      left join short h on h.ingredient_id = n.id
      where n.client_id = ${client} and not n.deleted and not n.water and (n.rest < 0 or h.days is not null)
      union all
      select 'implausible', s.id, concat_ws(' · ', w.name, r.name), p.company_id, p.id, null, s.planned_on, w.kg, -(s.planned_on - date '2000-01-01'),
        w.kg * w.price, null, null
      from schedule s join place p on p.id = s.farm_id join ration r on r.client_id = s.client_id and r.id = s.ration_id
      cross join lateral (
        select n.name, i.weight_fact as kg, coalesce(i.price, ${WORTH}) as price from schedule_ingredient i join ingredient n on n.client_id = i.client_id and n.id = i.ingredient_id
        where i.client_id = s.client_id and i.planned_on = s.planned_on and i.schedule_id = s.id and i.implausible
        union all
        select a.name, g.weight_fact, ${PLAN_WORTH} / nullif(s.weight_plan, 0) from schedule_group g join animal_group a on a.client_id = g.client_id and a.id = g.group_id
        where g.client_id = s.client_id and g.planned_on = s.planned_on and g.schedule_id = s.id and g.implausible
      ) w
      where s.client_id = ${client} and s.implausible and not s.deleted
      union all
      select 'no_facts', p.id, p.name, p.company_id, p.id, null, p.today, sum(s.weight_plan), -sum(s.weight_plan), sum(${PLAN_WORTH}), null, null
      from place p join schedule s on ${scheduleInScope(toToday(scope), 's')} and s.farm_id = p.id and s.planned_on = p.today
      group by p.id, p.name, p.company_id, p.today, p.clock
      having bool_and(s.status = 'waited') and bool_or(${ofLoading(client, 'start_time')} < p.clock)
      union all
      select 'incomplete', s.id, concat_ws(' · ', ${ofLoading(client, 'name')}, r.name), p.company_id, p.id, null, s.planned_on, s.weight_plan, -(s.planned_on - date '2000-01-01'), ${PLAN_WORTH}, null, null
      from (
        select s.* from schedule s
        where ${inScope(scope, 's')} and not s.deleted and not s.ignore_in_reports and s.status <> 'uploaded' and ${matchesSchedule(scope, 's')}
          -- Not "exists", which the planner would make a join with all that was ever fed.
          and (select true from schedule b where b.client_id = s.client_id and b.farm_id = s.farm_id and b.planned_on = s.planned_on
            and b.status <> 'waited' and not b.deleted limit 1)
      ) s join place p on p.id = s.farm_id join ration r on r.client_id = ${client} and r.id = s.ration_id
      where s.planned_on < p.today
      union all
      select 'beyond_tolerance', s.id, concat_ws(' · ', n.name, r.name), p.company_id, p.id, null, s.planned_on, i.fact - i.plan, -abs(i.fact - i.plan), abs(i.fact - i.plan) * coalesce(i.price, ${WORTH}), n.id, coalesce(i.tolerance, m.loading_admittance)
      from item i join schedule s on s.id = i.schedule_id and ${scheduleInScope(scope, 's')}
      join mixer m on m.client_id = ${client} and m.id = s.mixer_id
      join place p on p.id = s.farm_id join ration r on r.client_id = ${client} and r.id = s.ration_id
      join ingredient n on n.client_id = ${client} and n.id = i.ingredient_id
      where coalesce(i.tolerance, m.loading_admittance) > 0 and abs(i.fact - i.plan) > coalesce(i.tolerance, m.loading_admittance)
    )`;
}

/**
 * Alerts, the gravest first. Weighings to confirm, stock and today's feeding are current for any range; the other alerts follow the range
 * and its filters.
 * - implausible: weighings of terminals that need confirmation; kg.
 * - stock_below_zero: ingredients below zero; kg.
 * - no_facts: farms whose first feeding of today is overdue by their clock; kg planned.
 * - incomplete: begun schedules of past days whose unloading didn't end; kg planned.
 * - days_left: ingredients that the plan uses up within seven days; days until then.
 * - beyond_tolerance: weighings further from plan than the tolerance of the ingredient, or of the mixer; kg over (+) or under (−). `money`: the
 * value of these kilograms; for days_left, of the quantity that the plan lacks within the seven days.
 */
export async function alertsOf(scope: ReportScope): Promise<ReportAlert[]> {
  const { rows } = await sql<ReportAlert>`
    with ${alertItems(scope)}
    select code, case when code = 'days_left' then 'ratio' else 'weight' end as kind, count(*)::integer as count,
      round(sum(money), 5) as money,
      json_agg(json_build_object('id', id, 'name', name, 'company', company, 'farm', farm, 'stock', stock, 'day', day, 'value', value,
        'money', round(money, 5))
        order by turn) filter (where turn <= ${MAX_ALERT_ITEMS}) as items
    from (select listed.*, row_number() over (partition by code order by gravity, name, id) as turn from listed) t
    group by code order by array_position(${[...ALERT_CODES]}::text[], code)`.execute(scope.db);
  return rows;
}
