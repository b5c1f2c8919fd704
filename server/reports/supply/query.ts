import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import type { ReportFilters } from '#contract/reports/shape.ts';
import { MAX_SUPPLY_DAYS } from '#contract/reports/supply.ts';
import { type supplyView, supplyViewOf } from '#contract/reports/supply-view.ts';
import { needDays } from '#server/domain/feed-needs.ts';
import { invalid } from '#server/platform/errors.ts';
import { allCells } from '#server/reports/kit/heat-cells.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { daySourcesOf } from '#server/reports/sql/feeding-days.ts';
import type { CellsOf } from '#server/reports/sql/formulas.ts';
import { stockIngredients } from '#server/reports/sql/moves.ts';
import type { ReportScope, ScopeFarm } from '#server/reports/sql/scope.ts';
import { plannedDays, type Used, usedDays } from './needed.ts';
import { scenarioDeltas, scenarioRates } from './scenario-rates.ts';

const DAY_MS = 86_400_000;
const USE_DAYS = { use_7: 7, use_30: 30 } as const;

/**
 * CTEs that end in `stored`: each feed in each month of each variant (`scenario_id` 0 is the current state) from its farm's today on. A
 * month divided by the first day has two parts, and the second is `shown`. The loss of a month is a share of the stock at its begin, spread
 * evenly over its days.
 */
function storedMonths(scope: ReportScope, used: Used | null): RawBuilder<unknown> {
  const { client, now, from, to, filters } = scope;
  const scenarios = filters.scenario ?? [];
  const days = (Date.parse(to) - Date.parse(firstDay(scope))) / DAY_MS + 1;
  return sql`
    ${needDays({ client, now, days, steadily: 'while_dated' })}, ${stockIngredients(scope)}, feed as materialized (
      select t.id, t.name, t.farm_id, f.name as farm, t.stock_id, k.name as stock, greatest(t.rest, 0) as rest, t.storage_loss, t.lead_days, t.safety_days,
        coalesce(nullif(t.price, 0), t.average_price) as price, p.today
      from ingredient t
      join farm f on f.client_id = t.client_id and f.id = t.farm_id
      join stock k on k.client_id = t.client_id and k.id = t.stock_id
      join need_place p on p.id = t.farm_id
      where t.client_id = ${client} and t.id in (select id from stocked) and not t.deleted and not t.water
    ), chosen as materialized (
      select s.id as scenario_id, s.farm_id, s.name, p.today from scenario s join need_place p on p.id = s.farm_id
      where s.client_id = ${client} and s.id = any(${scenarios}) and s.farm_id = any(${scope.farmIds}) and not s.deleted
    ), variant as (
      select 0::bigint as scenario_id, null::text as scenario union all select scenario_id, name from chosen
    ), ${used ? usedDays(scope, used) : plannedDays(to)}, ${scenarioRates(scope, used)}, ordered as (
      select o.ingredient_id, greatest(o.to_day, f.today) as day, sum(o.left_kg) as kg
      from (
        select t.ingredient_id, t.to_day, t.kg - coalesce((select sum(d.value) from delivery d
          where d.client_id = t.client_id and d.order_id = t.id and not d.deleted), 0) as left_kg
        from feed_order t where t.client_id = ${client} and not t.deleted
      ) o join feed f on f.id = o.ingredient_id
      where o.left_kg > 0 and o.to_day <= ${to}::date group by 1, 2
    ), harvested as (
      select h.scenario_id, h.ingredient_id, h.day, h.kg from scenario_harvest h join chosen c on c.scenario_id = h.scenario_id
      where h.client_id = ${client} and h.day between c.today and ${to}::date
    ), run as materialized (
      select day, month_of(day) as month, day >= ${from}::date as shown, coalesce(lead(day) over (order by day), ${to}::date + 1) - day as days
      from (${selectEdges(scope)}) e where day between (select min(today) from feed) and ${to}::date
    ), ${scenarioDeltas(client)}, moving as (
      select ingredient_id from base_day union select ingredient_id from base_steady union select ingredient_id from delta
      union select ingredient_id from ordered union select ingredient_id from harvested
    ), cell as materialized (
      select v.scenario_id, f.id as ingredient_id, n.day, n.days, n.month, n.shown,
        greatest(coalesce(b.kg, y.kg, 0) + coalesce(x.kg, 0), 0) as needs, coalesce(b.coming, 0) as made, coalesce(o.kg, 0) as orders, coalesce(h.kg, 0) as harvest
      from feed f
      cross join variant v
      join run n on n.day >= f.today
      left join base_day b on b.ingredient_id = f.id and b.day = n.day
      left join base_steady y on y.ingredient_id = f.id and n.day > (select day from need_dated)
      left join delta x on x.scenario_id = v.scenario_id and x.ingredient_id = f.id and x.day = n.day
      left join ordered o on o.ingredient_id = f.id and o.day = n.day
      left join harvested h on h.scenario_id = v.scenario_id and h.ingredient_id = f.id and h.day = n.day
      where f.id in (select ingredient_id from moving)
    ), moved as materialized (
      select scenario_id, ingredient_id, month, shown, sum(days) as days, sum(days * needs) as needs, sum(days * made) as made, sum(days * orders) as orders,
        sum(days * harvest) as harvest, row_number() over (partition by scenario_id, ingredient_id order by month, shown) as at
      from cell group by 1, 2, 3, 4
    ), stored as (
      select m.*, f.rest as opening, ${selectLoss('f.rest')} as loss
      from moved m join feed f on f.id = m.ingredient_id where m.at = 1
      union all
      select m.*, s.closing, ${selectLoss('s.closing')}
      from (select scenario_id, ingredient_id, at, opening + harvest + made + orders - needs - loss as closing from stored) s
      join moved m on m.scenario_id = s.scenario_id and m.ingredient_id = s.ingredient_id and m.at = s.at + 1
      join feed f on f.id = m.ingredient_id
    )`;
}

/**
 * The first days of runs without changes: each day with a plan of its own and the day after it, months, the window, orders and harvests,
 * and changes of scenarios.
 */
const selectEdges = ({ from, to }: ReportScope) => sql`
  select d::date as day from generate_series((select min(today) from feed), least((select day from need_dated) + 1, ${to}::date), interval '1 day') d
  union select m::date from generate_series(month_of((select min(today) from feed)), ${to}::date, interval '1 month') m
  union select ${from}::date
  union select day + n from (select day from ordered union all select day from harvested) x cross join generate_series(0, 1) n
  union select from_day from rate union select until_day + 1 from rate union select active_from from rate`;

/** To the gram; of a part of a month so many of its days. */
const selectLoss = (opening: string) =>
  sql.raw(`round(greatest(${opening}, 0) * f.storage_loss / 100 * m.days / extract(day from m.month + interval '1 month - 1 day'), 3)`);

/** The stock after some days of a run, in which it changes linearly; rounded to six decimals like the answer. */
const restAfter = (days: string) => sql.raw(`round(begun + ${days} * change - loss * (passed + ${days}) / of_days, 6)`);
/** The first and the last day of a run with a stock below zero, as shown. */
const FIRST_SHORT = sql.raw('ceil((before + 0.0000005) / -slope)');
const LAST_SHORT = sql.raw('floor((-0.0000005 - before) / slope)');

/** The first of the farms' todays. */
const firstDay = ({ farms }: { farms: readonly ScopeFarm[] }) => farms.map(({ today }) => today).sort()[0] ?? '';

const FIGURES = ['harvest', 'made', 'orders', 'needs', 'loss', 'shortage', 'shortage_money'] as const;
const sums = FIGURES.map((name) => `round(sum(${name}), 6) as ${name}`).join(', ');

const ROW = {
  level: 'level',
  scenario_id: 'scenario_id',
  scenario: 'scenario',
  ingredient_id: 'ingredient_id',
  ingredient: 'ingredient',
  farm_id: 'farm_id',
  farm: 'farm',
  stock_id: 'stock_id',
  stock: 'stock',
  month: 'month',
  opening: 'opening',
  harvest: 'harvest',
  made: 'made',
  orders: 'orders',
  needs: 'needs',
  loss: 'loss',
  closing: 'closing',
  shortage: 'shortage',
  shortage_money: 'shortage_money',
  run_out_on: 'run_out_on',
  order_by: 'order_by',
  short_days: 'short_days',
  feeds_short: 'feeds_short',
  order_in_days: 'order_in_days',
  order_now: 'order_now',
} as const;
type Line = CellsOf<typeof ROW> & { level: string };

/** The rows, and the sums of each variant. */
async function readLines(scope: ReportScope, used: Used | null): Promise<Line[]> {
  const { rows } = await sql<Line>`
    with recursive ${storedMonths(scope, used)}, course as (
      select c.scenario_id, c.ingredient_id, s.at, c.day, c.days, s.opening + coalesce(sum(c.days * c.change) over before, 0) as begun, c.change, s.loss,
        coalesce(sum(c.days) over before, 0) as passed, s.days as of_days
      from (select *, harvest + made + orders - needs as change from cell) c join stored s using (scenario_id, ingredient_id, month, shown)
      window before as (partition by c.scenario_id, c.ingredient_id, c.month, c.shown order by c.day rows between unbounded preceding and 1 preceding)
    ), line_of_run as (
      select *, ${restAfter('1')} as at_first, ${restAfter('days')} as at_last, begun - loss * passed / of_days as before, change - loss / of_days as slope
      from course
    ), lowest as (
      select scenario_id, ingredient_id, at, greatest(-min(least(at_first, at_last)), 0) as missing,
        sum(case when at_first < 0 and at_last < 0 then days when at_first < 0 then ${LAST_SHORT} when at_last < 0 then days + 1 - ${FIRST_SHORT} else 0 end) as short_days,
        min(case when at_first < 0 then day when at_last < 0 then day + ${FIRST_SHORT}::integer - 1 end) as short_on
      from line_of_run group by 1, 2, 3
    ), short as (
      select scenario_id, ingredient_id, at, short_days, max(missing) over upto as missing, coalesce(max(missing) over earlier, 0) as missed,
        min(short_on) over (partition by scenario_id, ingredient_id) as run_out_on
      from lowest
      window upto as (partition by scenario_id, ingredient_id order by at), earlier as (upto rows between unbounded preceding and 1 preceding)
    ), line as materialized (
      select v.scenario_id, v.scenario, f.id as ingredient_id, f.name as ingredient, f.farm_id, f.farm, f.stock_id, f.stock, s.month, s.at, f.today,
        s.opening, s.harvest, s.made, s.orders, s.needs, s.loss, s.opening + s.harvest + s.made + s.orders - s.needs - s.loss as closing,
        x.missing - x.missed as shortage, (x.missing - x.missed) * coalesce(c.price, f.price) as shortage_money,
        x.run_out_on, x.run_out_on - f.lead_days - f.safety_days as order_by, x.short_days,
        row_number() over (partition by v.scenario_id, f.id order by s.at) = 1 as is_first, row_number() over (partition by v.scenario_id, f.id order by s.at desc) = 1 as is_last
      from stored s
      join short x using (scenario_id, ingredient_id, at)
      join variant v using (scenario_id)
      join feed f on f.id = s.ingredient_id
      left join scenario_price c on c.client_id = ${scope.client} and c.scenario_id = s.scenario_id and c.ingredient_id = f.id
      where s.shown
    )
    select 'row' as level, scenario_id, scenario, ingredient_id, ingredient, farm_id, farm, stock_id, stock, month, round(opening, 6) as opening,
      ${sql.raw(FIGURES.map((name) => `round(${name}, 6) as ${name}`).join(', '))}, round(closing, 6) as closing, run_out_on, order_by,
      short_days, null::bigint as feeds_short, null::integer as order_in_days, null::bigint as order_now
    from line
    union all
    select 'variant', scenario_id, scenario, null, null, null, null, null, null, null, round(sum(opening) filter (where is_first), 6),
      ${sql.raw(sums)}, round(sum(closing) filter (where is_last), 6), null, null,
      null, count(*) filter (where is_first and run_out_on is not null), min(order_by - today) filter (where is_first), count(*) filter (where is_first and order_by <= today)
    from line group by scenario_id, scenario
    order by ingredient, ingredient_id, scenario nulls first, scenario_id, month`.execute(scope.db);
  return rows;
}

/** The days of which use is the mean: so many whole ones of every farm of the client, for a store may be shared with farms that aren't asked for. */
async function chooseUsed(scope: ReportScope): Promise<Used | null> {
  const days = USE_DAYS[scope.filters.supply_basis?.[0] as keyof typeof USE_DAYS];
  if (!days) return null;
  const { rows: farms } = await sql<ScopeFarm>`
    select id, name, timezone, (${scope.now}::timestamptz at time zone timezone)::date::text as today from farm where client_id = ${scope.client}`.execute(
    scope.db,
  );
  const today = firstDay({ farms });
  const over = { farms, farmIds: farms.map(({ id }) => id), from: addDays(today, -days), to: addDays(today, -1), filters: {} };
  const past: ReportScope = { ...scope, ...over };
  return { scope: past, sources: await daySourcesOf(past, false) };
}

const TOTALS = ['opening', ...FIGURES, 'closing'] as const;
const TILES = ['feeds_short', 'order_in_days', 'order_now', 'shortage', 'shortage_money'] as const;

async function makeSupply(scope: ReportScope): Promise<Made<typeof supplyView>> {
  const first = firstDay(scope);
  const latest = addDays(first || scope.from, MAX_SUPPLY_DAYS);
  if (scope.to > latest) throw invalid('planned_on_before', 'too_large', { limit: latest });
  const lines = first && scope.to >= first ? await readLines(scope, await chooseUsed(scope)) : [];
  const rows = atLevel(lines, 'row');
  const variants = atLevel(lines, 'variant');
  const asIs = variants.find(({ scenario_id }) => scenario_id === 0);
  const beside = isBeside(scope.filters);
  const feed = ({ ingredient, scenario }: (typeof rows)[number]) => (scenario === null ? ingredient : `${ingredient}, ${scenario}`);
  const heat = rows.map((row) => ({ ...row, feed: feed(row), feed_id: `${row.ingredient_id} ${row.scenario_id}` }));
  const drawn = { run_outs: allCells(heat, beside ? 'feed' : 'ingredient', 'month'), by_scenario: variants };
  return { rows, totals: pick(beside ? undefined : asIs, TOTALS), tiles: pick(asIs, TILES), series: lines.length > 0 ? drawn : null };
}

const isBeside = ({ scenario }: ReportFilters) => !!scenario?.length;

export const supplyServer: ReportServer<typeof supplyView> = {
  facts: 'stock',
  rowKeys: ['ingredient_id', 'scenario_id', 'month'],
  viewOf: supplyViewOf,
  make: makeSupply,
};
