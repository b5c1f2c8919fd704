import { sql } from 'kysely';
import type { CallRules } from '#contract/operations/daily-call.ts';
import { inScope, matchesGroup } from '#server/reports/sql/conditions.ts';
import { groupingsOf } from '#server/reports/sql/levels.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

const COLUMNS = { farm_id: 'bigint', day: 'date', group_id: 'bigint' } as const;
const LEVELS = { row: ['farm_id', 'day', 'group_id'], group: ['farm_id', 'group_id'], day: ['day'], total: [] } as const;
type Level = keyof typeof LEVELS;

/** What bunks said, and the plan that a call changed: of a group's day, or over many. */
export interface BunkRow {
  level: Level;
  day: string | null;
  farm_id: number | null;
  farm: string | null;
  group_id: number | null;
  group: string | null;
  score: number | null;
  call: number | null;
  call_before: number;
  call_two_before: number;
  reason: string | null;
  calls: number;
  uncalled: number | null;
}

/** Every group's day that has a feeding, a score or a call. */
export async function bunksOf(scope: ReportScope, levels: readonly Level[]): Promise<BunkRow[]> {
  const { client } = scope;
  const { select, sets } = groupingsOf(COLUMNS, Object.fromEntries(levels.map((level) => [level, LEVELS[level]])));
  const of = (t: string) => sql`${inScope(scope, t, 'day')} and ${matchesGroup(scope, t, 'day')}`;
  const { rows } = await sql<BunkRow>`
    with planned as (
      select g.farm_id, g.planned_on as day, g.group_id, sum(coalesce(g.base_plan, g.weight_plan)) as uncalled
      from schedule_group g join schedule s on s.client_id = g.client_id and s.id = g.schedule_id
      where ${inScope(scope, 'g')} and ${inScope(scope, 's')} and not s.deleted and not s.ignore_in_reports and ${matchesGroup(scope, 'g', 'planned_on')}
      group by 1, 2, 3
    ), scored as (
      select b.farm_id, b.day, b.group_id, b.score from bunk_score b where ${of('b')}
    ), called as (
      select c.farm_id, c.day, c.group_id, c.percent, c.reason from feed_call c where ${of('c')}
    ), bunks as (
      select * from planned full join scored using (farm_id, day, group_id) full join called using (farm_id, day, group_id)
    ), summed as (
      select ${sql.raw(select)}, round(avg(score), 6) as score, max(percent) as call, nullif(max(reason), '') as reason, count(percent)::integer as calls,
        round(sum(uncalled), 6) as uncalled
      from bunks group by grouping sets (${sql.raw(sets)})
    )
    select t.*, f.name as farm, a.name as group, coalesce(b1.percent, 0) as call_before, coalesce(b2.percent, 0) as call_two_before
    from summed t
    left join farm f on f.client_id = ${client} and f.id = t.farm_id
    left join animal_group a on a.client_id = ${client} and a.id = t.group_id
    left join feed_call b1 on b1.client_id = ${client} and b1.group_id = t.group_id and b1.day = t.day - 1
    left join feed_call b2 on b2.client_id = ${client} and b2.group_id = t.group_id and b2.day = t.day - 2
    order by t.day, f.name, t.farm_id, a.name, t.group_id`.execute(scope.db);
  return rows;
}

export async function rulesOf({ client, db, farmIds }: ReportScope): Promise<Map<number, CallRules>> {
  const { rows } = await sql<CallRules & { farm: number }>`
    select farm_id as farm, rows, max_percent from call_rule where client_id = ${client} and farm_id = any(${farmIds})`.execute(db);
  return new Map(rows.map(({ farm, ...rules }) => [farm, rules]));
}
