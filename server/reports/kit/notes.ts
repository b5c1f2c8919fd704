import { type RawBuilder, sql } from 'kysely';
import { MAX_NOTE_ITEMS, NOTE_CODES, type Note } from '#contract/reports/shape.ts';
import { PLANNED_ONCE } from '#server/db/connection.ts';
import { leftoversIn, loadBase, shareOf } from '#server/domain/load-shares.ts';
import { asksForBatches, asksForGroups, asksForIngredients, asksForLoads, asksForSchedules } from '#server/reports/sql/asks-for.ts';
import { BATCH_DONE } from '#server/reports/sql/batches.ts';
import { inScope, matchesBatch, matchesGroup, matchesIngredient, matchesSchedule } from '#server/reports/sql/conditions.ts';
import { ofLoading } from '#server/reports/sql/loading.ts';
import { nearestMonths } from '#server/reports/sql/months.ts';
import { lateSchedules, leftoversWithoutDay, type NotedRanges, noneKept, notedRangesOf } from '#server/reports/sql/noted-days.ts';
import { movedAt, priceNow, priceThen, worthThen } from '#server/reports/sql/prices.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { staleSpans } from '#server/reports/sql/stale-dry-matter.ts';
import type { Facts } from './coverage.ts';

/** The parts of notes: CTEs, and the name of an entry `t` of theirs. */
interface Noted {
  /** The CTEs end in `listed`, each row with its `code`, and in `missed`, the uncounted money of the stored days. */
  ctes: RawBuilder<unknown>;
  name: RawBuilder<unknown>;
}

/** CTE `listed` of rows of `late_one`: each, with the columns that name it, but of a farm's day on which nothing was begun the day. */
const byDayOrOne = (namedBy: readonly string[]) => sql`
  listed as materialized (
    select code, id, farm_id, day, value, counted, ${sql.raw(namedBy.join(', '))} from late_one where code <> 'plan_without_facts'
    union all
    select code, farm_id, farm_id, day, sum(value), bool_and(counted), ${sql.raw(namedBy.map(() => 'null').join(', '))}
    from late_one where code = 'plan_without_facts' group by code, farm_id, day
  )`;

/** Schedules with the kilograms and money that the filters leave; the latest schedules of stored days are listed without being counted. */
const notedSchedules = (scope: ReportScope, { kept, live }: NotedRanges): Noted => ({
  name: sql`concat_ws(' · ', ${ofLoading(scope.client, 'name', 't')}, (select r.name from ration r where r.client_id = ${scope.client} and r.id = t.ration_id))`,
  ctes: sql`
  ${
    kept
      ? sql`shown as materialized (
    -- As many of the latest days as hold all that is listed.
    select farm_id, day, code from (
      select farm_id, day, code, sum(count) over (partition by code order by day desc groups between unbounded preceding and 1 preceding) as later
      from noted_day n where ${inScope(kept, 'n', 'day')} and ingredient_id is null
    ) k where coalesce(later, 0) < ${MAX_NOTE_ITEMS}
  ), priceless as materialized (
    select code, ingredient_id, day, unpriced_kg from noted_day n where ${inScope(kept, 'n', 'day')} and unpriced_kg > 0 and price is null
  ),`
      : sql``
  } ${lateSchedules(live, { shown: kept !== null })}, ${
    asksForGroups(scope)
      ? sql`part as materialized (
    select t.id, ${selectPortion(scope)} as portion from late t
  ),`
      : sql``
  } fed as materialized (
    select i.code, i.ingredient_id, i.day, sum(${partSql(scope, 'i.kg')}) filter (where i.price is null) as unpriced_kg, sum(${partSql(scope, 'i.kg * i.price')}) as money
    from item i ${joinPart(scope, 'i')} group by i.code, i.ingredient_id, i.day
  ), unpriced as (
    select ingredient_id, day, null as price from fed where unpriced_kg is not null
    ${kept ? sql`union all select ingredient_id, day, null from priceless` : sql``}
  ), ${priceThen(scope, 'unpriced')}, missed as (
    select f.code, coalesce(f.money, 0) + coalesce(f.unpriced_kg * w.price, 0) as money
    from fed f left join worth w on w.ingredient_id = f.ingredient_id and w.day = f.day
  ), late_one as materialized (
    select t.code, t.id, t.farm_id, t.day, ${partSql(scope, asksForIngredients(scope) ? 'm.kg' : 't.kg')} as value, not t.shown as counted, t.ration_id, t.loading_id
    from late t ${joinPart(scope, 't')}
    ${asksForIngredients(scope) ? sql`join (select id, sum(kg) as kg from item group by id) m on m.id = t.id` : sql``}
    ${kept ? sql`where not t.shown or (t.farm_id, t.day, t.code) in (select farm_id, day, code from shown)` : sql``}
  ), ${byDayOrOne(['ration_id', 'loading_id'])}`,
});

/** The stored sums of each code. */
function keptSums(scope: ReportScope, kept: ReportScope) {
  const worth = priceNow(scope);
  if (worth)
    return sql`
    select k.code, sum(k.count) as count, sum(k.kg) filter (where k.ingredient_id is null) as value, sum(k.kg * ${sql.raw(worth)}) as money
    from noted_day k left join ingredient n on n.client_id = ${scope.client} and n.id = k.ingredient_id
    where ${inScope(kept, 'k', 'day')} group by k.code`;
  return sql`
    select k.code, sum(k.count) as count, sum(k.kg) as value, sum(k.money) as money
    from noted_day k where ${inScope(kept, 'k', 'day')} and k.ingredient_id is null group by k.code
    union all
    select k.code, 0, 0, sum(k.unpriced_kg * coalesce(w.price, 0))
    from priceless k join worth w on w.ingredient_id = k.ingredient_id and w.day = k.day group by k.code`;
}

/** The part of a schedule `t` that the groups asked for had, or were to have while nothing was unloaded. */
function selectPortion(scope: ReportScope) {
  const part = (kg: string) =>
    sql`sum(${sql.raw(kg)}) filter (where ${matchesGroup(scope, 'g', 'planned_on')}) / nullif(sum(${sql.raw(kg)}), 0)`;
  return sql`(
    select coalesce(case when t.by_fact then ${part('g.weight_fact')} end, ${part('g.weight_plan')})
    from schedule_group g where g.client_id = ${scope.client} and g.planned_on = t.day and g.schedule_id = t.id)`;
}

/** The groups' part of a schedule's value if groups are filtered, and the join that the part needs on rows `t` of schedules. */
const partSql = (scope: ReportScope, what: string) => sql.raw(asksForGroups(scope) ? `${what} * p.portion` : what);
const joinPart = (scope: ReportScope, t: string) => sql.raw(asksForGroups(scope) ? `join part p on p.id = ${t}.id` : '');

/** The same of batches of compound feed, none of which is ignored. */
const notedBatches = (scope: ReportScope): Noted => ({
  name: sql`(select r.name from recipe r where r.client_id = ${scope.client} and r.id = t.recipe_id)`,
  ctes: sql`
  planned as materialized (
    select b.id, b.farm_id, b.planned_on as day, b.status, b.weight_plan, b.items, b.recipe_id,
      bool_or(b.status <> 'waited') over (partition by b.farm_id, b.planned_on) as begun,
      b.planned_on <= f.today as due, b.planned_on < f.today as past, ${matchesBatch(scope, 'b', 'p')} as matches
    from batch b join unnest(${scope.farmIds}::bigint[], ${scope.farms.map((farm) => farm.today)}::date[]) as f (id, today) on f.id = b.farm_id
    join farm p on p.client_id = b.client_id and p.id = b.farm_id
    where ${inScope(scope, 'b')} and not b.deleted
  ), late_one as materialized (
    select case when begun then 'incomplete' else 'plan_without_facts' end as code, id, farm_id, day, weight_plan as value, true as counted, recipe_id, items
    from planned where matches and due and status not in ${sql.raw(BATCH_DONE)} and (past or not begun or status <> 'waited')
  ), item as materialized (
    -- What isn't loaded has no price.
    select t.code, t.day, x.ingredient as ingredient_id, null::numeric as price, x.weight_plan as kg
    from late_one t cross join lateral jsonb_to_recordset(t.items) as x (ingredient bigint, weight_plan numeric)
  ), ${priceThen(scope, 'item')}, missed as (
    select i.code, i.kg * w.price as money from item i join worth w on w.ingredient_id = i.ingredient_id and w.day = i.day
  ), ${byDayOrOne(['recipe_id'])}`,
});

/** The cost of kilograms of an ingredient `n` at a current price; null if the basis is the price at the moment. */
const costNow = (scope: ReportScope, kg: string) => {
  const worth = priceNow(scope);
  return worth && `${kg} * ${worth}`;
};

/** Selects feeds with stock below zero at the end of the range's last day, or now if that day is not over. */
function selectBelowZero(scope: ReportScope, ingredients: RawBuilder<unknown>) {
  const { client, farmIds, farms, to } = scope;
  const listed = sql`n.client_id = ${client} and n.farm_id = any(${farmIds}) and (not n.water or month_is_closed(n.client_id, n.farm_id, ${to}::date)) and ${ingredients}`;
  const today = [to, ...farms.map((farm) => farm.today)].toSorted().at(-1);
  if (today === to)
    return sql`
      select 'stock_below_zero' as code, n.id, null::date as day, n.name, -n.rest as value,
        ${sql.raw(costNow(scope, '-n.rest') ?? '-n.rest * coalesce(nullif(n.average_price, 0), n.price)')} as money, true as counted
      from ingredient n where ${listed} and n.rest < 0 and not n.deleted`;
  // A feed that was deleted later was in stock on that day.
  const { whole, around } = nearestMonths(sql`(${to}::date + 1)`, sql`${today}::date`);
  const ofFeed = sql`client_id = ${client} and ingredient_id = n.id`;
  const days = around.map(({ when, sign }) => sql`select ${sign} * kg from stock_day where ${ofFeed} and ${when}`);
  return sql`
      select 'stock_below_zero' as code, n.id, null::date as day, n.name, -d.rest as value,
        -d.rest * ${sql.raw(priceNow(scope) ?? 'w.price')} as money, true as counted
      from ingredient n cross join lateral (
        select n.id as ingredient_id, ${to}::date as day, n.rest - coalesce(sum(kg), 0) as rest
        from (select kg from stock_month where ${ofFeed} and ${whole} union all ${sql.join(days, sql` union all `)}) m
      ) d cross join lateral (select ${worthThen(client)} as price) w
      where ${listed} and d.rest < 0`;
}

/** Feeds that were loaded into mixers when their dry matter was long out of date. */
const staleDryMatter = (scope: ReportScope, ingredients: RawBuilder<unknown>) => sql`
  union all
  select 'stale_dry_matter', n.id, d.measured, n.name, d.kg, ${sql.raw(costNow(scope, 'd.kg') ?? 'd.cost')}, true
  from ingredient n ${asksForSchedules(scope) ? loadedStaleOfThose(scope) : loadedStale(scope)}
  where n.client_id = ${scope.client} and d.kg > 0 and ${ingredients}`;

/** Leftovers that belong to no day; the latest leftovers of stored days are listed. */
const strayLeftovers = ({ kept, hasLeftovers, live }: NotedRanges) => sql`
  union all
  select 'leftover_without_day', l.id, l.date, a.name, l.weight, null, true from ${leftoversWithoutDay(live)}
  ${
    kept && hasLeftovers
      ? sql`union all
  select 'leftover_without_day', l.id, l.date, a.name, l.weight, null, false
  from ${leftoversWithoutDay(kept, sql`(l.farm_id, l.date) in (select farm_id, day from shown where code = 'leftover_without_day')`)}`
      : sql``
  }`;

/** Joins the weighings of each feed on the days on which its dry matter was stale. */
function loadedStale({ client, farmIds, from, to }: ReportScope) {
  const [first, last] = [sql`greatest(${from}::date, k.first)`, sql`least(${to}::date, k.last)`];
  const ofFeed = sql`client_id = ${client} and ingredient_id = n.id and farm_id = any(${farmIds})`;
  const { whole, around } = nearestMonths(first, last);
  const days = around.map(({ when, sign }) => sql`select ${sign} * fact_kg, ${sign} * cost from feed_day where ${ofFeed} and ${when}`);
  return sql`cross join lateral (
    select sum(f.kg) as kg, sum(f.cost) as cost, max(k.measured) filter (where f.kg > 0) as measured
    from ${staleSpans} k cross join lateral (
      select sum(fact_kg) as kg, sum(cost) as cost from (
        select fact_kg, cost from feed_month where ${ofFeed} and ${whole} union all ${sql.join(days, sql` union all `)}
      ) f
    ) f where k.first <= ${to}::date and k.last >= ${from}::date) d`;
}

/** The same for filtered schedules, which no roll-up contains; with a filter on groups, only their share. */
function loadedStaleOfThose(scope: ReportScope) {
  const portion = asksForGroups(scope)
    ? sql`(
    select ${sql.raw(shareOf('1', 'sum(g.weight_fact) filter (where wanted)', loadBase('max(l.kg)', leftoversIn('s'), 'sum(g.weight_fact)')))} as portion
    from (select g.weight_fact, ${matchesGroup(scope, 'g', 'planned_on')} as wanted from schedule_group g
      where g.client_id = s.client_id and g.planned_on = s.planned_on and g.schedule_id = s.id and g.counted) g
    cross join (select sum(kg) as kg from (
      select weight_fact as kg from schedule_ingredient i where i.client_id = s.client_id and i.planned_on = s.planned_on and i.schedule_id = s.id
      union all
      select c.kg from carried_feed c where c.client_id = s.client_id and c.farm_id = s.farm_id and c.to_day = s.planned_on and c.to_schedule_id = s.id
    ) held) l)`
    : sql`(select 1 as portion)`;
  return sql`join (
    select i.ingredient_id, sum(i.weight_fact * p.portion) as kg, sum(i.weight_fact * i.price * p.portion) as cost, max(k.measured) as measured
    from schedule_ingredient i join schedule s on s.client_id = i.client_id and s.id = i.schedule_id
    join ingredient n on n.client_id = i.client_id and n.id = i.ingredient_id
    join lateral ${staleSpans} k on i.planned_on between k.first and k.last
    cross join lateral ${portion} p
    where ${inScope(scope, 'i')} and ${inScope(scope, 's')} and not s.deleted and i.counted and ${matchesSchedule(scope, 's')}
    group by i.ingredient_id) d on d.ingredient_id = n.id`;
}

/** The condition for notes on ingredients `n`. A detail and a report on single schedules have notes on their listed feeds only. */
function ofFeeds(scope: ReportScope, facts: Facts): RawBuilder<unknown> {
  const { client } = scope;
  const requested = matchesIngredient(scope, 'n');
  if (facts === 'batches')
    return asksForBatches(scope)
      ? sql`${requested} and n.id in (
          select (x ->> 'ingredient')::bigint from batch b join farm p on p.client_id = b.client_id and p.id = b.farm_id
          cross join jsonb_array_elements(b.items) x where ${inScope(scope, 'b')} and not b.deleted and ${matchesBatch(scope, 'b', 'p')})`
      : requested;
  return asksForSchedules(scope)
    ? sql`${requested} and n.id in (
        select i.ingredient_id from schedule_ingredient i join schedule s on s.client_id = ${client} and s.id = i.schedule_id
        where ${inScope(scope, 'i')} and ${inScope(scope, 's')} and not s.deleted and ${matchesSchedule(scope, 's')})`
    : requested;
}

/**
 * The seven notes that every report has: figures that a range leaves out, misses or depends on. All notes follow the report's filters and
 * price basis. Notes on schedules contain the part that the filters leave; notes on stock and corrections contain the filtered feeds.
 * - ignored: ignored schedules; kg and money loaded, or planned if nothing was loaded.
 * - plan_without_facts: days of a farm up to its today on which nothing was begun; kg planned, and their cost.
 * - incomplete: on the other days, schedules whose unloading didn't end (a waiting schedule of today isn't late), or with a weighing that
 * needs confirmation; the same values.
 * - leftover_without_day: leftovers weighed in the range that belong to no feeding day of the week before; kg. Missing if the report
 * filters by rations, mixers or the like, which leftovers don't have.
 * - stock_below_zero: ingredients below zero at the end of the last day, or now; kg and money missing.
 * - stale_dry_matter: ingredients fed when their dry matter of that day was older than 30 days; kg and money fed so.
 * - manual_corrections: counts and reversals in the ledger; kg and money moved in both directions.
 */
export async function notesOf(scope: ReportScope, facts: Facts = 'feedings'): Promise<Note[]> {
  const { client, farmIds, from, to } = scope;
  const ingredients = ofFeeds(scope, facts);
  const ranges = facts === 'batches' ? noneKept(scope) : await notedRangesOf(scope);
  const isNarrowed = asksForIngredients(scope) || asksForSchedules(scope) || asksForBatches(scope);
  const corrections = sql`${movedAt(scope, 'ledger')} g
        where g.client_id = ${client} and g.farm_id = any(${farmIds}) and g.day between ${from}::date and ${to}::date and g.kind in ('count', 'reversal')
        ${isNarrowed ? sql`and g.ingredient_id in (select n.id from ingredient n where n.client_id = ${client} and ${ingredients})` : sql``}`;
  const { ctes, name } = facts === 'batches' ? notedBatches(scope) : notedSchedules(scope, ranges);
  const { rows } = await sql<Note>`
    ${ranges.kept ? PLANNED_ONCE : sql``} with ${ctes}, latest as materialized (
      select * from (select n.*, rank() over (partition by code order by day desc, value desc) as place from listed n) n where place <= ${MAX_NOTE_ITEMS}
    ), feed_note as materialized (
      ${selectBelowZero(scope, ingredients)}
      ${facts === 'batches' ? sql`` : staleDryMatter(scope, ingredients)}
      ${facts === 'batches' || scope.detail || asksForLoads(scope) ? sql`` : strayLeftovers(ranges)}
      union all
      (select 'manual_corrections', n.id, g.day, n.name, abs(g.kg), abs(g.value), false
      from (
        -- Put in order are those of the days of the latest.
        select * from ${corrections} and g.day >= (select min(day) from (select g.day from ${corrections} order by g.day desc limit ${MAX_NOTE_ITEMS}) latest)
      ) g join ingredient n on n.client_id = ${client} and n.id = g.ingredient_id
      order by g.day desc, abs(g.kg) desc, n.name, n.id limit ${MAX_NOTE_ITEMS})
    ), counted as (
      select code, count(*) as count, sum(value) as value, null as money from listed where counted group by code
      union all select code, 0, 0, sum(money) from missed group by code
      union all select code, count(*), sum(value), sum(money) from feed_note where counted group by code
      union all select 'manual_corrections', count(*), sum(abs(g.kg)), sum(abs(g.value)) from ${corrections}
      ${ranges.kept ? sql`union all ${keptSums(scope, ranges.kept)}` : sql``}
    ), total as (
      select code, sum(count)::integer as count, sum(value) as value, sum(money) as money from counted group by code having sum(count) > 0
    ), named as (
      select t.code, t.id, t.day, case when t.code = 'plan_without_facts' then f.name else ${name} end as name, t.value
      from latest t join farm f on f.client_id = ${client} and f.id = t.farm_id
      union all select code, id, day, name, value from feed_note
    ), by_code as (
      select code, json_agg(json_build_object('id', id, 'day', day, 'name', name, 'value', value) order by turn) as items
      from (select named.*, row_number() over (partition by code order by day desc nulls last, value desc, name, id) as turn from named) n
      where turn <= ${MAX_NOTE_ITEMS} group by code
    )
    select code, count, coalesce(value, 0) as value, coalesce(round(money, 6), 0) as money, items from by_code join total using (code)
    order by array_position(${[...NOTE_CODES]}::text[], code)`.execute(scope.db);
  return rows;
}
