import { sql } from 'kysely';
import { BUNK_SCORES, type BunkScaleKind, type CallRules } from '#contract/operations/daily-call.ts';
import { inScope, matchesGroup } from '#server/reports/sql/conditions.ts';
import { groupingsOf } from '#server/reports/sql/levels.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

const COLUMNS = { farm_id: 'bigint', day: 'date', group_id: 'bigint' } as const;
const LEVELS = { row: ['farm_id', 'day', 'group_id'], group: ['farm_id', 'group_id'], day: ['day'], total: [] } as const;
type Level = keyof typeof LEVELS;

/** Bunk scores, and the plan changed by a call: of one group and day, or of many. */
export interface BunkRow {
  level: Level;
  day: string | null;
  farm_id: number | null;
  farm: string | null;
  group_id: number | null;
  group: string | null;
  /** Mean of the scores in the compared scale; of one group and day, its score. */
  score: number | null;
  scale: number | null;
  call: number | null;
  call_before: number;
  call_two_before: number;
  reason: string | null;
  calls: number;
  uncalled: number | null;
}

/**
 * Every group's day that has a feeding, a score or a call. Means compare scores of one scale alone: the scale of the newest score in
 * `compared`. A missing scale is that of South Dakota State University (0).
 */
export async function readBunkLevels(scope: ReportScope, levels: readonly Level[], compared: ReportScope = scope): Promise<BunkRow[]> {
  const { client } = scope;
  const { select, sets } = groupingsOf(COLUMNS, Object.fromEntries(levels.map((level) => [level, LEVELS[level]])));
  const within = (range: ReportScope, t: string) => sql`${inScope(range, t, 'day')} and ${matchesGroup(range, t, 'day')}`;
  const of = (t: string) => within(scope, t);
  const isRow = sql.raw(levels.includes('row') ? 'grouping(farm_id, day, group_id) = 0' : 'false');
  const { rows } = await sql<BunkRow>`
    with planned as (
      select g.farm_id, g.planned_on as day, g.group_id, sum(coalesce(g.base_plan, g.weight_plan)) as uncalled
      from schedule_group g join schedule s on s.client_id = g.client_id and s.id = g.schedule_id
      where ${inScope(scope, 'g')} and ${inScope(scope, 's')} and not s.deleted and not s.ignore_in_reports and ${matchesGroup(scope, 'g', 'planned_on')}
      group by 1, 2, 3
    ), scored as (
      select b.farm_id, b.day, b.group_id, b.score, coalesce(b.scale_id, 0) as scale from bunk_score b where ${of('b')}
    ), compared as (
      select coalesce(b.scale_id, 0) as scale from bunk_score b where ${within(compared, 'b')} order by b.day desc, b.id desc limit 1
    ), called as (
      select c.farm_id, c.day, c.group_id, c.percent, c.reason from feed_call c where ${of('c')}
    ), bunks as (
      select * from planned full join scored using (farm_id, day, group_id) full join called using (farm_id, day, group_id)
    ), summed as (
      select ${sql.raw(select)}, round(case when ${isRow} then max(score) else avg(score) filter (where scale = (select scale from compared)) end, 6) as score,
        max(scale) as scale, max(percent) as call, nullif(max(reason), '') as reason, count(percent)::integer as calls,
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

/** A farm's rules with its scale; 0 is that of South Dakota State University. */
export interface FarmRules extends CallRules {
  scale: number;
}

/** The scores of each scale as text: the range of a given scale, the labels of an own one. */
export async function readScaleTexts({ client, db }: ReportScope): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; kind: BunkScaleKind; scores: { score: number; label: string }[] }>`
    select id, kind, scores from bunk_scale where client_id = ${client}`.execute(db);
  const rangeText = (scores: readonly number[]) => `${signed(Math.min(...scores))} … ${signed(Math.max(...scores))}`;
  const texts = rows.map(({ id, kind, scores }): [number, string] => [
    id,
    kind === 'own' ? scores.map(({ label }) => label).join(' / ') : rangeText(scores.map(({ score }) => score)),
  ]);
  return new Map([[0, rangeText(BUNK_SCORES)], ...texts]);
}
const signed = (score: number) => String(score).replace('-', '−');

export async function readFarmRules({ client, db, farmIds }: ReportScope): Promise<Map<number, FarmRules>> {
  const { rows } = await sql<FarmRules & { farm: number }>`
    select farm_id as farm, rows, max_percent, coalesce(scale_id, 0) as scale from call_rule where client_id = ${client} and farm_id = any(${farmIds})`.execute(
    db,
  );
  return new Map(rows.map(({ farm, ...rules }) => [farm, rules]));
}
