import { sql } from 'kysely';
import type { mixerLoading } from '#contract/reports/mixer-loading.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { scheduleInScope } from '#server/reports/sql/conditions.ts';
import { namesOf, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { ADDED_LOAD_SUMS, LOAD_FIGURES, LOAD_SUMS, loadItems } from '#server/reports/sql/loads.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { withoutTolerance } from '#server/reports/sql/signed-or-absolute.ts';
import { findLoad, makeLoadDetail } from './detail.ts';

const NAMED = {
  level: 't.level',
  id: 't.id',
  day: 's.planned_on',
  farm_id: 's.farm_id',
  farm: 'f.name',
  period_id: 'l.period_id',
  period: "coalesce(l.name, '')",
  mixer_id: 's.mixer_id',
  mixer: 'm.name',
  tolerant: 'm.loading_admittance > 0',
  ration_id: 's.ration_id',
  ration: 'r.name',
  operator_id: 'a.id',
  operator: "trim(a.first_name || ' ' || a.last_name)",
  status: 's.status',
  started_at: 's.started_at',
  ingredient_id: 't.ingredient_id',
  ingredient: 'n.name',
  seconds: 'round(t.seconds)',
  mix_seconds: 'round(t.mix_seconds)',
} as const;
type LoadRow = LevelRow<typeof NAMED & typeof LOAD_FIGURES>;

const added = sql.raw(ADDED_LOAD_SUMS.map((name) => `sum(${name}) as ${name}`).join(', '));
const summed = sql.raw(ADDED_LOAD_SUMS.join(', '));

/** One scan of the weighings for rows, totals and charts. `whole`: every grouping, else the total alone. */
async function query(scope: ReportScope, whole: boolean): Promise<LoadRow[]> {
  const { client } = scope;
  const mean = (name: string) => `avg(${name}) filter (where not skip_time)`;
  // Schedules that skip times are shown with theirs, and left out of the means.
  const times = (name: string) => sql.raw(whole ? `case when grouping(id) = 0 then max(${name}) else ${mean(name)} end` : mean(name));
  const groupings = whole
    ? sql`case grouping(id, operator_id) when 1 then 'row' when 2 then 'operator' else 'total' end as level, id, operator_id`
    : sql`'total' as level, null::bigint as id, null::bigint as operator_id`;
  const byIngredient = sql`
    union all
    select 'ingredient', null, null, ingredient_id, ${summed}, null, null
    from (select ingredient_id, ${sql.raw(LOAD_SUMS)} from item group by ingredient_id) i`;
  const { rows } = await sql<LoadRow>`
    with ${loadItems(scope)}, load as (
      select s.id, s.operator_id, s.seconds, s.mix_seconds, s.skip_time, i.*
      from (select schedule_id, ${sql.raw(LOAD_SUMS)} from item group by schedule_id) i
      join schedule s on s.id = i.schedule_id and ${scheduleInScope(scope, 's')}
    ), summed as (
      select ${groupings}, null::bigint as ingredient_id, ${added}, ${times('seconds')} as seconds, ${times('mix_seconds')} as mix_seconds
      from load ${whole ? sql`group by grouping sets ((id), (operator_id), ())` : sql``}
      ${whole ? byIngredient : sql``}
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(LOAD_FIGURES)}`)}
    from summed t
    left join schedule s on s.id = t.id and ${scheduleInScope(scope, 's')}
    left join farm f on f.client_id = ${client} and f.id = s.farm_id
    left join loading l on l.client_id = ${client} and l.id = s.loading_id
    left join mixer m on m.client_id = ${client} and m.id = s.mixer_id
    left join ration r on r.client_id = ${client} and r.id = s.ration_id
    left join account a on a.id = coalesce(s.operator_id, t.operator_id)
    left join ingredient n on n.client_id = ${client} and n.id = t.ingredient_id
    order by s.planned_on, f.name, l.start_time nulls last, s.position, t.id, operator, ingredient, t.ingredient_id`.execute(scope.db);
  return rows;
}

const TOTALS = ['seconds' as const, 'mix_seconds' as const, ...namesOf(LOAD_FIGURES)];

async function makeMixerLoading(scope: ReportScope): Promise<Made<typeof mixerLoading>> {
  const [rows, before] = await Promise.all([query(scope, true), previously(scope, (range) => query(range, false))]);
  const [total] = atLevel(rows, 'total');
  return {
    rows: atLevel(rows, 'row').map(({ ingredient_id: _, ingredient: __, ...row }) => withoutTolerance(row)),
    totals: pick(total, TOTALS),
    tiles: pick(total, TOTALS),
    previous: before && pick(before[0], TOTALS),
    series: {
      by_operator: atLevel(rows, 'operator').map((row) => pick(row, ['operator', 'operator_id', 'deviation_percent', 'loading_accuracy'])),
      by_ingredient: atLevel(rows, 'ingredient').map((row) =>
        pick(row, ['ingredient', 'ingredient_id', 'loading_accuracy', 'deviation_percent']),
      ),
    },
  };
}

export const mixerLoadingServer: ReportServer<typeof mixerLoading> = {
  rowKeys: ['day', 'farm_id', 'period_id', 'mixer_id', 'ration_id'],
  make: makeMixerLoading,
  detail: { find: findLoad, make: makeLoadDetail },
};
