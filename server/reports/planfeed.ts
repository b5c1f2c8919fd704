import { sql } from 'kysely';
import type { Row } from '../../contract/reports/shape.ts';
import { FEEDING_FIGURES, FEEDING_SUMS } from './feeding-figures.ts';
import { feedings } from './feedings.ts';
import { JUDGEMENT_SUMS, shown } from './formulas.ts';
import { findFeeding, makeFeedingDetail } from './planfeed-detail.ts';
import { atLevel, type Made, pick, type ReportServer } from './report.ts';
import { previousOf, type ReportScope } from './scope.ts';

const ADDED = ['plan', 'waiting', 'fact', 'cost', 'dry_matter', 'leftover', 'leftover_dm', ...JUDGEMENT_SUMS];
const added = sql.raw(ADDED.map((name) => `sum(${name}) as ${name}`).join(', '));

type LevelRow = Row & { level: string };

/**
 * One scan for rows, totals and charts. A group that is fed several rations on a day has its heads once in any sum: they are put
 * on the first of its rows (`head_days`). `whole`: every grouping, else the total alone.
 */
async function query(scope: ReportScope, whole: boolean): Promise<LevelRow[]> {
  const heads = (name: string) =>
    whole ? `case when grouping(ration_id) = 0 then sum(${name}s) else sum(${name}_days) end` : `sum(${name}_days)`;
  const groupings = whole
    ? sql.raw(`case grouping(day, group_id, ration_id) when 0 then 'row' when 3 then 'day' when 5 then 'group' else 'total' end as level,
        farm_id, day, group_id, ration_id`)
    : sql.raw(`'total' as level, null::integer as farm_id, null::date as day, null::integer as group_id, null::integer as ration_id`);
  const { rows } = await sql<LevelRow>`
    with ${feedings(scope)}, ration_day as (
      select farm_id, day, group_id, ration_id, max(heads) as heads, max(heads) filter (where counted) as fed_heads, ${sql.raw(FEEDING_SUMS)}
      from feeding group by farm_id, day, group_id, ration_id
    ), once as (
      select r.*,
        case when row_number() over (partition by day, group_id order by heads desc, ration_id) = 1 then heads end as head_days,
        case when row_number() over (partition by day, group_id order by fed_heads desc nulls last, ration_id) = 1 then fed_heads end as fed_head_days
      from ration_day r
    ), summed as (
      select ${groupings}, ${added}, ${sql.raw(heads('head'))} as heads, ${sql.raw(heads('fed_head'))} as fed_heads
      from once ${whole ? sql`group by grouping sets ((farm_id, day, group_id, ration_id), (day), (farm_id, group_id), ())` : sql``}
    )
    select t.level, t.day, t.farm_id, f.name as farm, t.group_id, g.name as "group", t.ration_id, r.name as ration, t.heads, ${sql.raw(shown(FEEDING_FIGURES))}
    from summed t
    left join farm f on f.client_id = ${scope.client} and f.id = t.farm_id
    left join animal_group g on g.client_id = ${scope.client} and g.id = t.group_id
    left join ration r on r.client_id = ${scope.client} and r.id = t.ration_id
    order by t.day, f.name, t.farm_id, g.name, t.group_id, r.name, t.ration_id`.execute(scope.db);
  return rows;
}

const TOTALS = ['heads', ...Object.keys(FEEDING_FIGURES)];

async function make(scope: ReportScope): Promise<Made> {
  const [rows, before] = await Promise.all([query(scope, true), query(previousOf(scope), false)]);
  const [total] = atLevel(rows, 'total');
  const several = scope.farms.length > 1;
  return {
    rows: atLevel(rows, 'row').map((row) => ({ id: `${row.day}_${row.group_id}_${row.ration_id}`, ...row })),
    totals: pick(total, TOTALS),
    tiles: pick(total, TOTALS),
    previous: pick(before[0], TOTALS),
    series: {
      by_day: atLevel(rows, 'day').map((row) => pick(row, ['day', 'plan', 'fact'])),
      by_group: atLevel(rows, 'group').map((row) => ({
        // Groups of different farms may share a name.
        group: several ? `${row.group} · ${row.farm}` : (row.group ?? null),
        ...pick(row, ['group_id', 'cost', 'cost_per_head']),
      })),
    },
  };
}

export const planfeedServer: ReportServer = { make, detail: { find: findFeeding, make: makeFeedingDetail } };
