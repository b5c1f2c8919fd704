import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { type form8, MAX_WAYBILL_DAYS } from '#contract/reports/form8.ts';
import { leftoversIn, loadBase, shareOf } from '#server/domain/load-shares.ts';
import { invalid } from '#server/platform/errors.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { loadParts } from '#server/reports/sql/carried.ts';
import { inScope, matchesSchedule } from '#server/reports/sql/conditions.ts';
import { namesOf, per, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';

/**
 * CTEs that end in `released`: each feed of each load, with the stock that it was taken from. A load's feeds arrived in the animals' trough in
 * the proportion in which they were in the mixer. `arrived` is empty until unloading has ended.
 */
const released = (scope: ReportScope): RawBuilder<unknown> => sql`
  picked as materialized (
    select s.id, s.farm_id, s.planned_on as day, s.ration_id, s.operator_id, ${sql.raw(leftoversIn('s'))} as leftovers_in from schedule s
    where ${inScope(scope, 's')} and not s.deleted and not s.ignore_in_reports and ${matchesSchedule(scope, 's')}
  ), item as (
    select i.schedule_id, p.farm_id, p.day, p.ration_id, p.operator_id, p.leftovers_in, i.ingredient_id, i.weight_plan as plan, coalesce(i.weight_fact, 0) as kg,
      coalesce(i.weight_fact * i.price, 0) as cost, sum(i.weight_fact) over (partition by i.schedule_id) + coalesce(b.kg, 0) as held
    from schedule_ingredient i join picked p on p.id = i.schedule_id
    left join (
      select schedule_id, sum(kg) as kg from (${loadParts(scope)}) b where carried group by schedule_id
    ) b on b.schedule_id = i.schedule_id
    where ${inScope(scope, 'i')} and i.counted
  ), unloaded as (
    select g.schedule_id, sum(coalesce(g.weight_fact, 0)) as kg from schedule_group g where ${inScope(scope, 'g')} and g.counted group by g.schedule_id
  ), taken as (
    select distinct on (l.schedule_id, l.ingredient_id) l.schedule_id, l.ingredient_id, l.stock_id
    from ledger l where ${inScope(scope, 'l', 'day')} and l.kind = 'load' order by l.schedule_id, l.ingredient_id, l.id desc
  ), released as (
    select i.farm_id, i.day, coalesce(t.stock_id, n.stock_id) as stock_id, i.ingredient_id, i.plan as requested, i.kg as released, i.cost,
      ${sql.raw(shareOf('i.kg', 'u.kg', loadBase('i.held', 'i.leftovers_in', 'u.kg')))} as arrived, r.name as ration, nullif(trim(a.first_name || ' ' || a.last_name), '') as operator
    from item i
    join ingredient n on n.client_id = ${scope.client} and n.id = i.ingredient_id
    join ration r on r.client_id = ${scope.client} and r.id = i.ration_id
    left join account a on a.id = i.operator_id
    left join taken t on t.schedule_id = i.schedule_id and t.ingredient_id = i.ingredient_id
    left join unloaded u on u.schedule_id = i.schedule_id
  )`;

const FIGURES = {
  requested: 't.requested',
  released: 't.released',
  arrived: 't.arrived',
  not_received: 't.not_received',
  still_in_mixer: 't.still_in_mixer',
  price_released: per('t.cost', 't.released'),
  cost_released: 't.cost',
} as const;
const NAMED = {
  level: 't.level',
  farm_id: 't.farm_id',
  farm: 'f.name',
  day: 't.day',
  stock_id: 't.stock_id',
  stock: 'k.name',
  ingredient_id: 't.ingredient_id',
  ingredient: 'n.name',
  item: 'n.item_number',
  rations: 't.rations',
  operators: 't.operators',
  waybills: 't.waybills',
  // The printed values of a line of the waybill.
  cost_printed: 'round(t.cost, 2)',
} as const;
type WaybillRow = LevelRow<typeof NAMED & typeof FIGURES>;

const LEVELS = `case grouping(day, ingredient_id) when 0 then 'row' when 1 then 'waybill' else 'total' end as level`;

async function query(scope: ReportScope): Promise<WaybillRow[]> {
  const { client } = scope;
  const { rows } = await sql<WaybillRow>`
    with ${released(scope)}, summed as (
      select ${sql.raw(LEVELS)}, farm_id, day, stock_id, ingredient_id, sum(requested) as requested, sum(released) as released, sum(cost) as cost,
        sum(arrived) as arrived, sum(released - arrived) as not_received, coalesce(sum(released) filter (where arrived is null), 0) as still_in_mixer,
        string_agg(distinct ration, ', ' order by ration) as rations, string_agg(distinct operator, ', ' order by operator) as operators,
        count(distinct (farm_id, day, stock_id))::integer as waybills
      from released group by grouping sets ((farm_id, day, stock_id, ingredient_id), (farm_id, day, stock_id), ())
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(FIGURES)}`)}
    from summed t
    left join farm f on f.client_id = ${client} and f.id = t.farm_id
    left join stock k on k.client_id = ${client} and k.id = t.stock_id
    left join ingredient n on n.client_id = ${client} and n.id = t.ingredient_id
    order by t.day, f.name, t.farm_id, k.name, t.stock_id, n.name, t.ingredient_id`.execute(scope.db);
  return rows;
}

const KEYS = namesOf(FIGURES);
const PLACE = ['farm_id', 'farm', 'day', 'stock_id', 'stock'] as const;
const toWaybillId = ({ day, stock_id, farm_id }: Pick<WaybillRow, 'day' | 'stock_id' | 'farm_id'>) => `${day}_${farm_id}_${stock_id}`;

const toTotals = (total: Omit<WaybillRow, 'level'> | undefined) => ({ ...pick(total, KEYS), waybills: total?.waybills ?? 0 });

async function makeForm8(scope: ReportScope): Promise<Made<typeof form8>> {
  if (addDays(scope.from, MAX_WAYBILL_DAYS) <= scope.to) throw invalid('planned_on_before', 'too_long_range', { limit: MAX_WAYBILL_DAYS });
  const [rows, before] = await Promise.all([query(scope), previously(scope, query)]);
  const [total] = atLevel(rows, 'total');
  return {
    rows: atLevel(rows, 'row').map((row) => ({
      id: `${toWaybillId(row)}_${row.ingredient_id}`,
      waybill_id: toWaybillId(row),
      ...pick(row, [...PLACE, 'ingredient_id', 'ingredient', 'item', ...KEYS, 'cost_printed']),
    })),
    totals: pick(total, KEYS),
    tiles: toTotals(total),
    previous: before && toTotals(atLevel(before, 'total')[0]),
    series: {
      by_waybill: atLevel(rows, 'waybill').map((row) => ({
        waybill_id: toWaybillId(row),
        waybill: `${row.day} · ${row.stock}`,
        ...pick(row, [...PLACE, 'rations', 'operators', ...KEYS]),
      })),
    },
  };
}

export const form8Server: ReportServer<typeof form8> = { rowKeys: ['day', 'farm_id', 'stock_id', 'ingredient_id'], make: makeForm8 };
