import { type RawBuilder, sql } from 'kysely';
import { leftoversIn } from '#server/domain/load-shares.ts';
import { inScope, matchesFeeding } from '#server/reports/sql/conditions.ts';
import { type DaySources, daySourcesOf, fedParts } from '#server/reports/sql/feeding-days.ts';
import { FED, feedings, fromFed } from '#server/reports/sql/feedings.ts';
import { priceThen } from '#server/reports/sql/prices.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/**
 * One row per group and ingredient on days on which the group was given something: the group's head-days and cost, with the part of the
 * cost from leftovers of others less its own leftovers (`carried`), and the group's ration of the ingredient on those days. `kg` and
 * `value` are by plan, including the part that planned leftovers replace; `planned` is the value without it, and `missing` the part of
 * `planned` without facts. A kilogram has the price at the moment of loading, or of planned loading. A group's part of a load's plan is its
 * part of the planned unloading. `sources` are the days' sources without leftovers; `kept` may limit them to some groups and days `f`.
 */
export const rationsOf = (scope: ReportScope, sources: DaySources, kept: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> => sql`(
  with ${sources.facts ? sql`${feedings(sources.facts)},` : sql``} ${fedParts(scope, sources)}, head_day as (
    select group_id, day, max(fed_heads) as heads, sum(cost) as cost, sum(carried_cost) as carried
    from fed_part f where ${kept} group by group_id, day having max(fed_heads) is not null
  ), planned as (
    -- A group's part is of all that was planned to be unloaded, whatever the filters leave.
    select ${sql.raw(FED)}, g.counted, g.weight_plan / nullif(sum(g.weight_plan) over (partition by g.schedule_id), 0) as share,
      case when s.fresh_weight > 0 then (${sql.raw(leftoversIn('s'))} + s.refed) / s.fresh_weight else 0 end as stood_in
    ${fromFed(scope)}
  ), known as materialized (
    select f.* from planned f join head_day h on h.group_id = f.group_id and h.day = f.day where ${matchesFeeding(scope, 'f')}
  ), item as materialized (
    select k.group_id, k.counted, i.ingredient_id, i.planned_on as day, i.price, i.weight_plan * k.share as kg, k.stood_in
    from known k join schedule_ingredient i on i.schedule_id = k.schedule_id and ${inScope(scope, 'i')}
  ), ${priceThen(scope, 'item')}, priced as (
    select i.*, coalesce(i.price, w.price) * i.kg as money from item i left join worth w on w.ingredient_id = i.ingredient_id and w.day = i.day
  ), part as (
    select group_id, ingredient_id, sum(kg * (1 + stood_in)) as kg, sum(money * (1 + stood_in)) as value, sum(money) as planned,
      sum(money) filter (where not counted) as missing
    from priced group by group_id, ingredient_id
  ), head as (
    select group_id, sum(heads) as heads, sum(cost) as cost, sum(carried) as carried from head_day group by group_id
  )
  select h.group_id, h.heads::numeric as heads, coalesce(h.cost, 0) as cost, coalesce(h.carried, 0) as carried, p.ingredient_id, coalesce(p.kg, 0) as kg,
    coalesce(p.value, 0) as value, coalesce(p.planned, 0) as planned, coalesce(p.missing, 0) as missing
  from head h left join part p on p.group_id = h.group_id
)`;

const selectGroupSums = (rows: string) =>
  sql.raw(`
  select group_id, max(heads) as heads, max(cost) as cost, max(carried) as carried, sum(value) as value, sum(planned) as planned, sum(missing) as missing
  from ${rows} group by group_id`);

const summed = (groups: string) =>
  sql.raw(
    `select sum(heads) as heads, sum(cost) as cost, sum(carried) as carried, sum(value) as value, sum(planned) as planned, sum(missing) as missing from ${groups}`,
  );

/**
 * CTEs that end in `effect` (the causes and both sums, money per head-day, one row; the causes mean nothing where one of the ranges has no
 * head-days, and there is no row where neither has) and `by_ingredient` (the effects of prices and rations).
 * The formulas are those of docs/decisions/012: each cause has its own, and they sum to the change because the terms cancel.
 */
export const costEffects = async (before: ReportScope, after: ReportScope): Promise<RawBuilder<unknown>> => sql`
  b as materialized ${rationsOf(before, await daySourcesOf(before, false))}, a as materialized ${rationsOf(after, await daySourcesOf(after, false))},
  ${causesOfCost}`;

/** The causes from `b` (before) and `a` (after), each in the shape of `rationsOf`. */
export const causesOfCost: RawBuilder<unknown> = sql`
  gb as materialized (${selectGroupSums('b')}), ga as materialized (${selectGroupSums('a')}),
  whole as materialized (
    select nullif(a.heads, 0) as h1, nullif(b.heads, 0) as h0, a.cost as c1, b.cost as c0, a.value as n1, b.value as n0, a.planned as p1, b.planned as p0,
      a.missing as u1, b.missing as u0, a.carried as r1, b.carried as r0
    from (${summed('ga')}) a cross join (${summed('gb')}) b where a.heads > 0 or b.heads > 0
  ), list_price as (
    select ingredient_id, sum(value) / nullif(sum(kg), 0) as price from b group by ingredient_id
  ), kept as (
    select ga.group_id, ga.heads as heads1, gb.heads as heads0 from ga join gb on gb.group_id = ga.group_id where ga.heads > 0 and gb.heads > 0
  ), pair as (
    select t.group_id, t.heads1, t.heads0, m.ingredient_id, coalesce(x.kg, 0) as kg1, x.value / nullif(x.kg, 0) as price1,
      coalesce(y.kg, 0) as kg0, coalesce(y.value / nullif(y.kg, 0), l.price, x.value / nullif(x.kg, 0)) as price0
    from kept t
    join (select group_id, ingredient_id from a where ingredient_id is not null union select group_id, ingredient_id from b where ingredient_id is not null) m
      on m.group_id = t.group_id
    left join a x on x.group_id = m.group_id and x.ingredient_id = m.ingredient_id
    left join b y on y.group_id = m.group_id and y.ingredient_id = m.ingredient_id
    left join list_price l on l.ingredient_id = m.ingredient_id
  ), by_ingredient as materialized (
    select p.ingredient_id,
      sum(coalesce(p.kg1 / w.h1 * (p.price1 - p.price0), 0)) as price_effect,
      sum(coalesce((p.kg1 / w.h1 - p.kg0 * p.heads1 / (p.heads0 * w.h1)) * p.price0, 0)) as ration_effect
    from pair p cross join whole w group by p.ingredient_id
  ), mixed as (
    select sum(case when ga.heads > 0 and gb.heads > 0 then (ga.heads / w.h1 - gb.heads / w.h0) * gb.value / gb.heads
      else coalesce(ga.value, 0) / w.h1 - coalesce(gb.value, 0) / w.h0 end) as heads
    from ga full join gb on gb.group_id = ga.group_id cross join whole w
  ), effect as (
    select w.c0 / w.h0 as previous, w.c1 / w.h1 as current, w.h1, w.h0, w.c1, w.c0,
      w.u0 / w.h0 - w.u1 / w.h1 as not_recorded,
      (select coalesce(sum(price_effect), 0) from by_ingredient) as prices,
      x.heads,
      (select coalesce(sum(ration_effect), 0) from by_ingredient) as ration,
      (w.c1 - w.r1 - w.p1 + w.u1) / w.h1 - (w.c0 - w.r0 - w.p0 + w.u0) / w.h0 as loading_error,
      (w.n0 - w.p0 - w.r0) / w.h0 - (w.n1 - w.p1 - w.r1) / w.h1 as leftovers
    from whole w cross join mixed x
  )`;
