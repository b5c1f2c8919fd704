import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { LEFTOVER_DAYS } from '#contract/operations/leftovers.ts';
import { hasGiven } from '#server/domain/has-fed.ts';
import { asksForIngredients, asksForSchedules } from './asks-for.ts';
import { inScope, matchesGroup, matchesIngredient, matchesSchedule } from './conditions.ts';
import { isFifo, lastTaken, weighedAt } from './prices.ts';
import type { ReportScope } from './scope.ts';

/** The exceptions among schedules `s` have an index of their own. */
const EXCEPTION = sql.raw(`not s.deleted and (s.ignore_in_reports or s.implausible or s.status <> 'uploaded')`);
const LEFTOVER = 'leftover_without_day';

const planned = (shown: boolean) => sql`
  select s.id, s.farm_id, s.planned_on as day, case when s.implausible then 'out_process' else s.status end as status, s.ignore_in_reports as ignored,
    s.weight_plan, s.weight_fact, s.planned_on <= f.today as due, s.planned_on < f.today as past, s.ration_id, s.loading_id, ${sql.lit(shown)} as shown`;

/** Weighings `w` of some late schedules, by subquery: the planner would otherwise join them with the whole history. */
const selectWeighed = (scope: ReportScope, some: RawBuilder<unknown>) => sql`
  select w.schedule_id, w.ingredient_id, w.price, w.weight_fact, w.weight_plan from ${weighedAt(scope)} w
  where w.client_id = ${scope.client} and ${some}
    -- Months that it can't be of needn't be planned.
    and w.planned_on between ${scope.from}::date and ${scope.to}::date
  offset 0`;

/**
 * CTEs `late`, the schedules of notes by their `code`, and `item`, the loaded feeds of them or, if missing, the planned feeds. CTE `shown`
 * names schedules of stored days that are listed anyway: they have no `item`.
 */
export const lateSchedules = (scope: ReportScope, { shown, among = sql`true` }: { shown: boolean; among?: RawBuilder<unknown> }) => sql`
  planned as materialized (
    ${planned(false)}
    from schedule s join unnest(${scope.farmIds}::bigint[], ${scope.farms.map((farm) => farm.today)}::date[]) as f (id, today) on f.id = s.farm_id
    where ${inScope(scope, 's')} and ${EXCEPTION} and ${matchesSchedule(scope, 's')} and ${among}
    ${
      shown
        ? sql`union all ${planned(true)}
    from (select distinct farm_id, day, day + 1 as today from shown) f cross join lateral (
      select * from schedule s where s.client_id = ${scope.client} and s.farm_id = f.farm_id and s.planned_on = f.day and ${EXCEPTION}
      offset 0
    ) s`
        : sql``
    }
  ), begun as materialized (
    select d.farm_id, d.day from (select distinct farm_id, day from planned) d
    -- Not "exists", which the planner would make a join with all that was ever fed.
    where (select true from schedule s where s.client_id = ${scope.client} and s.farm_id = d.farm_id and s.planned_on = d.day
      and s.status <> 'waited' and not s.deleted limit 1)
  ), late as materialized (
    select p.*, case when ignored then 'ignored' when b.day is null then 'plan_without_facts' else 'incomplete' end as code,
      -- Of what is ignored, what was loaded; all else is missing, as it was planned.
      ignored and weight_fact is not null as by_fact, case when ignored and weight_fact is not null then weight_fact else weight_plan end as kg
    from planned p left join begun b on b.farm_id = p.farm_id and b.day = p.day
    where ignored or (due and status <> 'uploaded' and (past or b.day is null or status <> 'waited'))
  ), item as materialized (
    select t.id, t.farm_id, t.day, t.code, i.ingredient_id, i.price, case when t.by_fact then coalesce(i.weight_fact, 0) else i.weight_plan end as kg
    from (
      select w.*, false as of_day from late l cross join lateral (${selectWeighed(scope, sql`w.planned_on = l.day and w.schedule_id = l.id`)}) w
      where l.code <> 'plan_without_facts' and not l.shown
      union all
      -- Of a day without facts nearly all is missing: it is read as one.
      select w.*, true from (select distinct farm_id, day from late where code = 'plan_without_facts' and not shown) l
      cross join lateral (${selectWeighed(scope, sql`w.farm_id = l.farm_id and w.planned_on = l.day`)}) w
    ) i join late t on t.id = i.schedule_id and (t.code = 'plan_without_facts') = i.of_day
    ${asksForIngredients(scope) ? sql`join ingredient n on n.client_id = ${scope.client} and n.id = i.ingredient_id where ${matchesIngredient(scope, 'n')}` : sql``}
  )`;

/**
 * Leftovers `l` weighed in the range, or matching `among`, without a feeding: the group was given nothing in the days before. A leftover
 * that belongs to its own date has no feeding until the group is given something on that day. For use after `from`.
 */
export const leftoversWithoutDay = (scope: ReportScope, among: RawBuilder<unknown> = inScope(scope, 'l', 'date')) => sql`
  leftover l join animal_group a on a.client_id = l.client_id and a.id = l.group_id
  where l.client_id = ${scope.client} and l.farm_id = any(${scope.farmIds}) and ${among} and l.weight > 0 and ${matchesGroup(scope, 'l', 'date')}
    and (l.fed_on is null or l.fed_on = l.date
      -- Not "not exists", which the planner would make a join with all that was ever fed.
      and (select true from schedule_group g where g.client_id = ${scope.client} and g.farm_id = l.farm_id and g.group_id = l.group_id
        and g.planned_on = l.date and ${sql.raw(hasGiven('g'))} limit 1) is null)`;

/** The ranges of a scope: the range whose sums `noted_day` stores, if leftovers are among them, and the range to read from the facts. */
export interface NotedRanges {
  kept: ReportScope | null;
  hasLeftovers: boolean;
  live: ReportScope;
}

export const noneKept = (scope: ReportScope): NotedRanges => ({ kept: null, hasLeftovers: false, live: scope });

/** Everything is read from the facts if the query filters schedules or feeds, or values first in, first out, for which no sums are stored. */
export async function notedRangesOf(scope: ReportScope): Promise<NotedRanges> {
  const { client, farms, from, to } = scope;
  if (scope.detail || asksForSchedules(scope) || asksForIngredients(scope) || isFifo(scope)) return noneKept(scope);
  const { rows } = await sql<{ due: string | null; leftovers: boolean }>`
    select min(day) as due, exists (select from noted_day n where ${inScope(scope, 'n', 'day')} and code = ${sql.lit(LEFTOVER)}) as leftovers from feeding_day_due
    where client_id = ${client} and day <= ${to}::date`.execute(scope.db);
  // The first day that isn't over on a farm, or is due: the days after it follow from it, of a leftover by what the group had, of what isn't loaded by the
  // price at which its feed was last taken, perhaps by another farm and long before the range.
  const since = [...farms.map(({ today }) => today), ...(rows[0]?.due ? [rows[0].due] : [])].sort()[0] ?? from;
  if (since <= from) return noneKept(scope);
  return {
    kept: { ...scope, to: [to, addDays(since, -1)].sort()[0] ?? to },
    hasLeftovers: Boolean(rows[0]?.leftovers),
    live: { ...scope, from: since },
  };
}

/**
 * Rebuilds `noted_day` for these days, treating each as finished: the quantities that notes report as ignored or missing by farm and day,
 * and by feed for schedules.
 */
export async function rebuildNotedDays(scope: ReportScope, days: readonly { farm_id: number; day: string }[]): Promise<void> {
  const { client, db, farmIds } = scope;
  const among = (t: string, day: string, some: typeof days) => sql`(${sql.ref(`${t}.farm_id`)}, ${sql.ref(`${t}.${day}`)}) in (
    select * from unnest(${some.map(({ farm_id }) => farm_id)}::bigint[], ${some.map((one) => one.day)}::date[]))`;
  // The feedings of a day decide if the leftovers of the following week belong to them.
  const weeks = days.map(({ farm_id, day }) => Array.from({ length: LEFTOVER_DAYS + 1 }, (_, n) => ({ farm_id, day: addDays(day, n) })));
  const weighed = [...new Map(weeks.flat().map((one) => [`${one.farm_id} ${one.day}`, one])).values()];
  await sql`
    delete from noted_day n where client_id = ${client}
      and (code <> ${LEFTOVER} and ${among('n', 'day', days)} or code = ${LEFTOVER} and ${among('n', 'day', weighed)})`.execute(db);
  const over: ReportScope = { ...scope, farms: farmIds.map((id) => ({ id, name: '', timezone: 'UTC', today: 'infinity' })) };
  await sql`
    insert into noted_day (client_id, farm_id, day, code, ingredient_id, count, kg, unpriced_kg, money)
    with ${lateSchedules(over, { shown: false, among: among('s', 'planned_on', days) })}
    select ${client}::bigint, farm_id, day, code, null::bigint, case when code = 'plan_without_facts' then 1 else count(*) end, sum(kg), 0, 0
    from late group by farm_id, day, code
    union all
    select ${client}::bigint, farm_id, day, code, ingredient_id, 0, sum(kg), coalesce(sum(kg) filter (where price is null), 0), coalesce(sum(kg * price), 0)
    from item group by farm_id, day, code, ingredient_id
    union all
    select ${client}::bigint, l.farm_id, l.date, ${LEFTOVER}, null, count(*), sum(l.weight), 0, 0
    from ${leftoversWithoutDay({ ...scope, to: addDays(scope.to, LEFTOVER_DAYS) }, among('l', 'date', weighed))} group by l.farm_id, l.date`.execute(
    db,
  );
  await updatePrices(scope, days);
}

/**
 * Sets the price of feed without a price, because nothing was taken of it, to the last price at which it was taken, once the day is over
 * everywhere. The sums over all feeds of a day are stored with its schedules, so that a year is read without the feeds; they exclude feeds
 * without a price.
 */
async function updatePrices({ client, db, now }: ReportScope, days: readonly { day: string }[]): Promise<void> {
  const first = days.map(({ day }) => day).sort()[0] ?? null;
  await sql`update noted_day set price = null where client_id = ${client} and unpriced_kg > 0 and day >= ${first}::date and price is not null`.execute(
    db,
  );
  const { rows } = await sql<{ since: string | null }>`
    with priced as (
      update noted_day n set price = f.price from (
        select d.*, ${lastTaken(client)} as price from (
          select distinct ingredient_id, day from noted_day
          where client_id = ${client} and unpriced_kg > 0 and day < ${addDays(now.slice(0, 10), -1)}::date and price is null
        ) d
      ) f
      where n.client_id = ${client} and n.ingredient_id = f.ingredient_id and n.day = f.day and n.unpriced_kg > 0 and f.price is not null
      returning n.day
    ) select least(min(day), ${first}::date) as since from priced`.execute(db);
  await sql`
    update noted_day d set money = s.money from (
      select farm_id, day, code, sum(money + unpriced_kg * coalesce(price, 0)) as money from noted_day
      where client_id = ${client} and day >= ${rows[0]?.since ?? null}::date and ingredient_id is not null group by 1, 2, 3
    ) s
    where d.client_id = ${client} and d.ingredient_id is null and d.farm_id = s.farm_id and d.day = s.day and d.code = s.code and d.money <> s.money`.execute(
    db,
  );
}
