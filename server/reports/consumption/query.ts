import { sql } from 'kysely';
import { CONSUMPTION_WINDOWS, type consumption } from '#contract/reports/consumption.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { deviationPercent, namesOf, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { stockIngredients } from '#server/reports/sql/moves.ts';
import { movedAt } from '#server/reports/sql/prices.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { overEverywhere, USES, yesterdays } from '#server/reports/sql/whole-days.ts';
import { runOutDays } from './run-out.ts';

/** A stock that lasts less is running out. */
const SOON_DAYS = 7;
/** Maximum number of feeds in the chart. A stock that lasts for years would distort the scale. */
const DRAWN = 12;

type Window = (typeof CONSUMPTION_WINDOWS)[number];

const USED = CONSUMPTION_WINDOWS.map((days) => `used_${days}` as const);
const ADDED = [...USED, 'cost_7', 'rest', 'running_out'];
const FIGURES = {
  ...(Object.fromEntries(USED.map((name) => [name, name])) as Record<`used_${Window}`, string>),
  ...(Object.fromEntries(CONSUMPTION_WINDOWS.map((days) => [`mean_${days}`, `used_${days} / ${days}.0`])) as Record<
    `mean_${Window}`,
    string
  >),
  trend: deviationPercent('used_7 / 7', 'used_30 / 30'),
  cost_per_day: 'cost_7 / 7',
  rest: 't.rest',
};
const NAMED = {
  level: 't.level',
  day: 't.day',
  used: 'round(t.used, 6)',
  farm_id: 'n.farm_id',
  farm: 'f.name',
  stock_id: 'n.stock_id',
  stock: 'k.name',
  ingredient_id: 't.ingredient_id',
  ingredient: 'n.name',
  running_out: 't.running_out',
  days_left: "case t.level when 'row' then round(t.days_left, 6) end",
} as const;
type ConsumptionRow = LevelRow<typeof NAMED & typeof FIGURES>;

/** Water isn't stock, except at the end of a closed month, whose figures stay. */
const isStocked = (day: string) => sql`(not n.water or month_is_closed(n.client_id, n.farm_id, ${day}::date))`;

/** Use is the quantity that left the stock by loads, sales and batches of any farm, because all of them use up the rest. */
async function query(scope: ReportScope): Promise<ConsumptionRow[]> {
  const { client, from, to } = scope;
  const within = (days: number) => sql`u.day > e.day - ${sql.raw(String(days))} and u.day <= e.day`;
  const windows = sql.join(
    CONSUMPTION_WINDOWS.map((days) => sql`coalesce(sum(u.kg) filter (where ${within(days)}), 0) as ${sql.raw(`used_${days}`)}`),
  );
  const { rows } = await sql<ConsumptionRow>`
    with ${stockIngredients(scope)}, used as materialized (
      select l.ingredient_id, l.farm_id, l.day, -sum(l.kg) as kg, -sum(l.value) as cost
      from ${movedAt(scope, 'stock_day')} l
      where l.client_id = ${client} and l.ingredient_id in (select id from stocked) and l.kind in ${sql.raw(USES)}
        and l.day between least(${from}::date, least(${to}::date, ${overEverywhere(scope)}) - 29) and ${to}::date
      group by 1, 2, 3
    ), later as (
      select ingredient_id, sum(kg) as kg from stock_day
      where client_id = ${client} and ingredient_id in (select id from stocked) and day > ${to}::date group by 1
    ), windowed as (
      select u.ingredient_id, ${windows}, coalesce(sum(u.cost) filter (where ${within(7)}), 0) as cost_7
      from used u join (select id, least(${to}::date, yesterday) as day from ${yesterdays(scope)} y) e on e.id = u.farm_id group by 1
    ), lasting as (
      select n.id, ${sql.raw(USED.map((name) => `coalesce(w.${name}, 0) as ${name}`).join(', '))}, coalesce(w.cost_7, 0) as cost_7,
        n.rest - coalesce(l.kg, 0) as rest, case when w.used_7 > 0 and ${isStocked(to)} then greatest(n.rest - coalesce(l.kg, 0), 0) * 7 / w.used_7 end as days_left
      from ingredient n left join windowed w on w.ingredient_id = n.id left join later l on l.ingredient_id = n.id
      where n.client_id = ${client} and n.id in (select id from stocked) and (w.used_30 <> 0 or n.rest - coalesce(l.kg, 0) <> 0)
    ), judged as (
      select *, case when days_left < ${sql.raw(String(SOON_DAYS))} then 1 else 0 end as running_out from lasting
    ), summed as (
      select case grouping(id) when 0 then 'row' else 'total' end as level, id as ingredient_id, null::date as day, null::numeric as used,
        max(days_left) as days_left, ${sql.raw(ADDED.map((name) => `sum(${name}) as ${name}`).join(', '))}
      from judged group by grouping sets ((id), ())
      union all
      select 'day', null, day, sum(kg), null, ${sql.raw(ADDED.map(() => 'null').join(', '))}
      from used where day >= ${from}::date group by day
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(FIGURES)}`)}
    from summed t
    left join ingredient n on n.client_id = ${client} and n.id = t.ingredient_id
    left join farm f on f.client_id = ${client} and f.id = n.farm_id
    left join stock k on k.client_id = ${client} and k.id = n.stock_id
    order by t.day, k.name, k.id, n.name, t.ingredient_id`.execute(scope.db);
  return rows;
}

const TOTALS = namesOf(FIGURES);

async function makeConsumption(scope: ReportScope): Promise<Made<typeof consumption>> {
  const [rows, before, runsOut] = await Promise.all([query(scope), previously(scope, query), runOutDays(scope)]);
  const [total] = atLevel(rows, 'total');
  const ingredients = atLevel(rows, 'row').map(({ day: _, used: __, running_out: ___, ...row }) => ({
    ...row,
    run_out_on: runsOut.get(Number(row.ingredient_id)) ?? null,
  }));
  return {
    rows: ingredients,
    totals: pick(total, TOTALS),
    tiles: pick(total, [...TOTALS, 'running_out']),
    previous: before && pick(atLevel(before, 'total')[0], [...TOTALS, 'running_out']),
    series: {
      by_day: atLevel(rows, 'day').map((row) => pick(row, ['day', 'used'])),
      by_ingredient: ingredients
        .filter((row) => row.days_left !== null)
        .map((row) => pick(row, ['ingredient', 'ingredient_id', 'days_left', 'run_out_on']))
        .sort((a, b) => Number(a.days_left) - Number(b.days_left))
        .slice(0, DRAWN),
    },
  };
}

export const consumptionServer: ReportServer<typeof consumption> = { facts: 'stock', rowKeys: ['ingredient_id'], make: makeConsumption };
