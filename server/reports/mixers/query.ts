import { sql } from 'kysely';
import { daysBetween } from '#contract/days.ts';
import { MIXER_DAYS, mixersView, SERVICE_COLUMNS } from '#contract/reports/mixers-view.ts';
import { serviceUse } from '#server/domain/service-use.ts';
import { allCells } from '#server/reports/kit/heat-cells.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { inScope, matchesSchedule } from '#server/reports/sql/conditions.ts';
import { nameIn } from '#server/reports/sql/feeding-levels.ts';
import { namesOf, percentOf, selected, shown } from '#server/reports/sql/formulas.ts';
import { groupingsOf, type LevelRow } from '#server/reports/sql/levels.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';

const zero = (figure: string) => `coalesce(${figure}, 0)`;
const FIGURES = {
  loaded_weight: zero('w.loaded'),
  refed_weight: zero('w.refed'),
  in_mixer: zero('w.in_mixer'),
  unloaded_weight: zero('w.unloaded'),
  drift: zero('w.drift'),
  drift_percent: percentOf('w.drift', 'w.done'),
  rotations: zero('w.rotations'),
  service_part: '100 * p.part',
  service_cost: 'd.cost',
} as const;
const NAMED = {
  level: 't.level',
  farm_id: 't.farm_id',
  farm: 'f.name',
  mixer_id: 't.mixer_id',
  mixer: 'm.name',
  day: 't.day',
  loads: zero('w.loads'),
  next_service: 'p.name',
  plans_due: zero('p.due'),
  services: zero('d.services'),
} as const;
type MixerRow = LevelRow<typeof NAMED & typeof FIGURES>;

const COLUMNS = { farm_id: 'bigint', mixer_id: 'bigint', day: 'date' } as const;
const LEVELS = { row: ['farm_id', 'mixer_id'], cell: ['farm_id', 'mixer_id', 'day'], total: [] } as const;
const ofMixers = ({ filters: { mixer } }: ReportScope, t: string) =>
  mixer?.length ? sql`${sql.raw(t)}.mixer_id = any(${mixer})` : sql`true`;

/**
 * Quantities that mixers loaded and unloaded, in one scan of the weighings, with services in the range and services due at its end. A load
 * whose unloading hasn't ended, or that needs confirmation, is still in the mixer; for the others the difference between loaded and
 * unloaded is drift.
 */
async function query(scope: ReportScope, levels: Partial<typeof LEVELS>): Promise<MixerRow[]> {
  const { client, farmIds, from, to, now } = scope;
  const { select, sets } = groupingsOf(COLUMNS, levels);
  const bucket =
    daysBetween(from, to) >= MIXER_DAYS ? sql`greatest(date_trunc('week', s.planned_on)::date, ${from}::date)` : sql`s.planned_on`;
  const until = sql`least(${to}::date, (${now}::timestamptz at time zone farm.timezone)::date)`;
  const weighed = (facts: 'schedule_ingredient' | 'schedule_group') => sql`
    select schedule_id, coalesce(sum(weight_fact), 0) as kg from ${sql.table(facts)} where ${inScope(scope, facts)} and counted group by schedule_id`;
  const { rows } = await sql<MixerRow>`
    with load as (
      select s.farm_id, s.mixer_id, ${bucket} as day, i.kg as loaded, s.refed, g.kg as unloaded, s.auger_rotations as rotations
      from schedule s join (${weighed('schedule_ingredient')}) i on i.schedule_id = s.id left join (${weighed('schedule_group')}) g on g.schedule_id = s.id
      where ${inScope(scope, 's')} and not s.deleted and not s.ignore_in_reports and ${matchesSchedule(scope, 's')}
    ), worked as (
      select ${sql.raw(select)}, count(*) as loads, sum(loaded) as loaded, sum(refed) as refed, sum(unloaded) as unloaded, sum(rotations) as rotations,
        sum(loaded + refed - unloaded) as drift, sum(loaded + refed) filter (where unloaded is not null) as done,
        sum(loaded + refed) filter (where unloaded is null) as in_mixer
      from load group by grouping sets (${sql.raw(sets)})
    ), done as (
      select grouping(mixer_id) = 1 as all_of_them, farm_id, mixer_id, count(*) as services, sum(cost) as cost
      from service s where ${inScope(scope, 's', 'day')} and ${ofMixers(scope, 's')}
      group by grouping sets ((farm_id, mixer_id), ())
    ), planned as (
      select t.farm_id, t.mixer_id, t.name, u.part
      from service_plan t join mixer m on m.client_id = t.client_id and m.id = t.mixer_id and not m.deleted
      join farm on farm.client_id = t.client_id and farm.id = t.farm_id
      ${serviceUse(until)}
      where t.client_id = ${client} and t.farm_id = any(${farmIds}) and not t.deleted and ${ofMixers(scope, 't')}
    ), plan as (
      select false as all_of_them, farm_id, mixer_id, count(*) filter (where part >= 1) as due, max(part) as part,
        (array_agg(name order by part desc nulls last, name))[1] as name
      from planned group by farm_id, mixer_id
      union all
      select true, null, null, count(*) filter (where part >= 1), null, null from planned
    ), named as (
      select level, farm_id, mixer_id, day from worked
      union
      select 'row', farm_id, mixer_id, null from (select farm_id, mixer_id from done where not all_of_them union select farm_id, mixer_id from plan where not all_of_them) x
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(FIGURES)}`)}
    from named t
    left join worked w on w.level = t.level and (w.farm_id, w.mixer_id, w.day) is not distinct from (t.farm_id, t.mixer_id, t.day)
    left join done d on t.level <> 'cell' and d.all_of_them = (t.level = 'total') and (d.farm_id, d.mixer_id) is not distinct from (t.farm_id, t.mixer_id)
    left join plan p on t.level <> 'cell' and p.all_of_them = (t.level = 'total') and (p.farm_id, p.mixer_id) is not distinct from (t.farm_id, t.mixer_id)
    left join farm f on f.client_id = ${client} and f.id = t.farm_id
    left join mixer m on m.client_id = ${client} and m.id = t.mixer_id
    order by f.name, t.farm_id, m.name, t.mixer_id, t.day`.execute(scope.db);
  return rows;
}

const TOTALS = ['loads' as const, 'plans_due' as const, 'services' as const, ...namesOf(FIGURES)];

async function makeMixers(scope: ReportScope): Promise<Made<typeof mixersView>> {
  const { row, total } = LEVELS;
  const [rows, before] = await Promise.all([query(scope, LEVELS), previously(scope, (range) => query(range, { row, total }))]);
  const mixers = atLevel(rows, 'row').map(({ day: _, ...mixer }) => mixer);
  const cells = atLevel(rows, 'cell').map((cell) => ({ mixer: nameIn(scope, cell, 'mixer'), ...pick(cell, ['mixer_id', 'day', 'drift']) }));
  const totals = pick(atLevel(rows, 'total')[0], TOTALS);
  return {
    rows: mixers,
    totals,
    tiles: totals,
    previous: before && pick(atLevel(before, 'total')[0], TOTALS),
    columns: mixers.some(({ next_service, services }) => next_service !== null || Number(services) > 0) ? SERVICE_COLUMNS : [],
    series: {
      by_mixer: mixers.map((mixer) => ({ mixer: nameIn(scope, mixer, 'mixer'), ...pick(mixer, ['mixer_id', 'loaded_weight']) })),
      drift: allCells(cells, 'mixer', 'day'),
    },
  };
}

export const mixersServer: ReportServer<typeof mixersView> = {
  rowKeys: ['farm_id', 'mixer_id'],
  viewOf: () => mixersView,
  make: makeMixers,
};
