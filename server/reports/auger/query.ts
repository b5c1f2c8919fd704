import { type RawBuilder, sql } from 'kysely';
import type { Row } from '#contract/reports/shape.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { inScope, matchesSchedule } from '#server/reports/sql/conditions.ts';
import { per, percentOf, shown } from '#server/reports/sql/formulas.ts';
import { previousOf, type ReportScope } from '#server/reports/sql/scope.ts';

type LevelRow = Row & { level: string };

/** In range: off the norm by no more than this many percent. */
const TOLERANCE = 5;

/**
 * CTE `turned`: loads whose turns are known. `due` is what the mixer's norm asks for by the weight loaded; a mixer without a norm can't
 * be judged.
 */
const turned = (scope: ReportScope): RawBuilder<unknown> => sql`
  turned as (
    select s.id, s.farm_id, s.planned_on as day, s.loading_id, s.mixer_id, s.ration_id, s.operator_id, s.auger_rotations as rotations, i.fact,
      nullif(m.auger_rotations, 0) as norm, m.auger_coefficient, nullif(m.auger_rotations, 0) * i.fact / 1000 as due
    from schedule s join mixer m on m.client_id = s.client_id and m.id = s.mixer_id
    join (
      select schedule_id, sum(weight_fact) as fact from schedule_ingredient where ${inScope(scope, 'schedule_ingredient')} and counted group by schedule_id
    ) i on i.schedule_id = s.id
    where ${inScope(scope, 's')} and not s.deleted and not s.ignore_in_reports and s.auger_rotations is not null and ${matchesSchedule(scope, 's')}
  )`;

/** Over loads: turns of those that have a norm (`judged`), what it asks for, and its coefficient weighted by that. */
const SUMS = `
  count(*) as loads, sum(fact) as fact, sum(rotations) as rotations, sum(rotations) filter (where due > 0) as judged, sum(due) as due,
  sum(due * auger_coefficient) as due_coefficient, sum(rotations * auger_coefficient) filter (where due > 0) as turned_coefficient`;
const FIGURES = {
  fact: 't.fact',
  rotations: 't.rotations',
  rotations_per_tonne: per('t.rotations', 't.fact / 1000'),
  auger_off: percentOf('t.judged - t.due', 't.due'),
  coefficient: per('t.turned_coefficient', 't.due'),
  coefficient_norm: per('t.due_coefficient', 't.due'),
} as const;

interface Grain {
  /** Columns that make a row, of `turned`. */
  row: string;
  /** The chart's names beside the days. */
  part: 'ration' | 'mixer';
}

async function query(scope: ReportScope, { row, part }: Grain): Promise<LevelRow[]> {
  const { client } = scope;
  const { rows } = await sql<LevelRow>`
    with ${turned(scope)}, summed as (
      select 'row' as level, ${sql.raw(row)}, ${sql.raw(SUMS)} from turned group by ${sql.raw(row)}
    ), judged as (
      select t.*, abs(${sql.raw(FIGURES.auger_off)}) <= ${sql.raw(String(TOLERANCE))} as in_range from summed t
    ), leveled as (
      select 'row' as level, ${sql.raw(row)}, loads, fact, rotations, judged, due, due_coefficient, turned_coefficient,
        in_range, null::bigint as within, null::bigint as told from judged
      union all
      select case grouping(day, ${sql.raw(part)}_id) when 1 then 'day' when 2 then 'part' else 'total' end, ${sql.raw(
        row
          .split(', ')
          .map((name) => (name === 'day' || name === `${part}_id` ? name : 'null'))
          .join(', '),
      )},
        sum(loads), sum(fact), sum(rotations), sum(judged), sum(due), sum(due_coefficient), sum(turned_coefficient),
        null, count(*) filter (where in_range), count(in_range)
      from judged group by grouping sets ((day), (${sql.raw(part)}_id), ())
    )
    select t.level, t.day, ${sql.raw(
      row
        .split(', ')
        .filter((name) => name !== 'day')
        .map((name) => `t.${name}`)
        .join(', '),
    )}, f.name as farm, m.name as mixer, t.loads, ${sql.raw(shown(FIGURES))}, m.auger_rotations as auger_norm, t.in_range, t.within, t.told,
      round(${sql.raw(percentOf('t.within', 't.told'))}, 6) as in_range_share
      ${part === 'ration' ? sql`, coalesce(l.name, '') as period, r.name as ration, trim(a.first_name || ' ' || a.last_name) as operator` : sql``}
    from leveled t
    left join farm f on f.client_id = ${client} and f.id = t.farm_id
    left join mixer m on m.client_id = ${client} and m.id = t.mixer_id
    ${
      part === 'ration'
        ? sql`left join loading l on l.client_id = ${client} and l.id = t.loading_id
          left join ration r on r.client_id = ${client} and r.id = t.ration_id
          left join account a on a.id = t.operator_id`
        : sql``
    }
    order by t.day, f.name, ${part === 'ration' ? sql`l.start_time nulls last, r.name, t.id, t.ration_id` : sql`m.name, t.mixer_id`}`.execute(
    scope.db,
  );
  return rows;
}

const TOTALS = ['loads', ...Object.keys(FIGURES), 'in_range_share'];
/** Of a row; in the total they are counts. */
const COUNTS = new Set(['within', 'told', 'in_range_share']);

const serverOf = (grain: Grain): ReportServer => ({
  async make(scope): Promise<Made> {
    const [rows, before] = await Promise.all([query(scope, grain), query(previousOf(scope), grain)]);
    const [total] = atLevel(rows, 'total');
    const { part } = grain;
    return {
      rows: atLevel(rows, 'row').map((row) => ({
        ...Object.fromEntries(Object.entries(row).filter(([key]) => !COUNTS.has(key))),
        auger_norm: row.auger_norm === 0 ? null : (row.auger_norm ?? null),
        beyond: row.in_range === null ? null : row.in_range === false,
      })),
      totals: { ...pick(total, TOTALS), in_range: total?.told ? `${total.within} / ${total.told}` : null },
      tiles: pick(total, TOTALS),
      previous: pick(atLevel(before, 'total')[0], TOTALS),
      series: {
        by_day: atLevel(rows, 'day').map((row) => pick(row, ['day', 'rotations_per_tonne', 'coefficient'])),
        [`by_${part}`]: atLevel(rows, 'part').map((row) => pick(row, [part, `${part}_id`, 'rotations_per_tonne', 'coefficient'])),
      },
    };
  },
});

export const augerRotationsServer = serverOf({
  row: 'id, farm_id, day, loading_id, mixer_id, ration_id, operator_id',
  part: 'ration',
});
export const augerCoefficientServer = serverOf({ row: 'farm_id, day, mixer_id', part: 'mixer' });
