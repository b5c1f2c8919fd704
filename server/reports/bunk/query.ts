import { sql } from 'kysely';
import { minus } from '#common/format/decimal.ts';
import { type BunkScore, type CallRules, proposeCall } from '#contract/operations/daily-call.ts';
import { bunkView } from '#contract/reports/bunk-view.ts';
import type { Cell } from '#contract/reports/shape.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { inScope, matchesGroup } from '#server/reports/sql/conditions.ts';
import { type FeedingRow, feedingLevels, nameIn } from '#server/reports/sql/feeding-levels.ts';
import { groupingsOf } from '#server/reports/sql/levels.ts';
import { previousOf, type ReportScope } from '#server/reports/sql/scope.ts';

const COLUMNS = { farm_id: 'bigint', day: 'date', group_id: 'bigint' } as const;
const LEVELS = { row: ['farm_id', 'day', 'group_id'], group: ['farm_id', 'group_id'], day: ['day'], total: [] } as const;
type Level = keyof typeof LEVELS;

/** What bunks said, and the plan that a call changed: of a group's day, or over many. */
interface BunkRow {
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
async function bunksOf(scope: ReportScope, levels: readonly Level[]): Promise<BunkRow[]> {
  const { client } = scope;
  const { select, sets } = groupingsOf(COLUMNS, Object.fromEntries(levels.map((level) => [level, LEVELS[level]])));
  const of = (t: string) => sql`${inScope(scope, t, 'day')} and ${matchesGroup(scope, t)}`;
  const { rows } = await sql<BunkRow>`
    with planned as (
      select g.farm_id, g.planned_on as day, g.group_id, sum(coalesce(g.base_plan, g.weight_plan)) as uncalled
      from schedule_group g join schedule s on s.client_id = g.client_id and s.id = g.schedule_id
      where ${inScope(scope, 'g')} and ${inScope(scope, 's')} and not s.deleted and not s.ignore_in_reports and ${matchesGroup(scope, 'g')}
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

async function rulesOf({ client, db, farmIds }: ReportScope): Promise<Map<number, CallRules>> {
  const { rows } = await sql<CallRules & { farm: number }>`
    select farm_id as farm, rows, max_percent from call_rule where client_id = ${client} and farm_id = any(${farmIds})`.execute(db);
  return new Map(rows.map(({ farm, ...rules }) => [farm, rules]));
}

const proposed = ({ score, call_before, call_two_before }: Omit<BunkRow, 'level'>, rules: CallRules | undefined) =>
  proposeCall({ score: score as BunkScore | null, percent_before: call_before, percent_two_before: call_two_before }, rules ?? null)
    .percent;

const FED = [
  ...(['plan', 'waiting', 'not_recorded', 'fact', 'deviation', 'deviation_percent', 'leftovers', 'heads', 'fact_per_head'] as const),
  ...(['dry_matter_per_head', 'dmi'] as const),
] as const;
const kg = (cell: Cell) => (typeof cell === 'number' ? cell : 0);

/** A sum of feedings beside what the bunks said: uncalled + called = plan, and what was delivered less leftovers was eaten. */
function besides(fed: Omit<FeedingRow, 'level'> | undefined, { uncalled }: Pick<BunkRow, 'uncalled'>) {
  const figures = pick(fed, FED);
  return {
    ...figures,
    uncalled,
    called: uncalled === null ? null : minus(kg(figures.plan), uncalled),
    eaten: typeof figures.fact === 'number' ? minus(figures.fact, kg(figures.leftovers)) : null,
  };
}

/** What leads from the plan without calls to what was eaten, less what was eaten: nothing, unless a figure is wrong. */
function unexplainedOf(figures: ReturnType<typeof besides>): number {
  const planned = kg(figures.uncalled) + kg(figures.called) - kg(figures.waiting) - kg(figures.not_recorded);
  return minus(planned + kg(figures.deviation) - kg(figures.leftovers), kg(figures.eaten));
}

const NO_BUNKS = { score: null, calls: 0, uncalled: null };

/** The figures of one range over all of its groups and days. */
function totalsOf(fed: readonly FeedingRow[], bunks: readonly BunkRow[]) {
  const words = bunks.find(({ level }) => level === 'total') ?? NO_BUNKS;
  const figures = besides(atLevel(fed, 'total')[0], words);
  return { ...figures, score: words.score, calls: words.calls, unexplained: unexplainedOf(figures) };
}

async function make(scope: ReportScope): Promise<Made<typeof bunkView>> {
  const before = previousOf(scope);
  const [fed, bunks, rules, fedBefore, bunksBefore] = await Promise.all([
    feedingLevels(scope, ['group_day', 'day', 'total']),
    bunksOf(scope, ['row', 'group', 'day', 'total']),
    rulesOf(scope),
    feedingLevels(before, ['total']),
    bunksOf(before, ['total']),
  ]);
  const fedOn = new Map(atLevel(fed, 'group_day').map((row) => [`${row.day}_${row.group_id}`, row]));
  const fedByDay = new Map(atLevel(fed, 'day').map((row) => [row.day, row]));
  const totals = totalsOf(fed, bunks);
  const days = atLevel(bunks, 'day').map((row) => ({
    day: row.day,
    score: row.score,
    ...pick(besides(fedByDay.get(row.day), row), ['fact', 'eaten']),
  }));
  return {
    rows: atLevel(bunks, 'row').map((row) => {
      const id = `${row.day}_${row.group_id}`;
      return {
        id,
        ...pick(row, ['day', 'farm_id', 'farm', 'group_id', 'group', 'score', 'call', 'reason']),
        proposal: proposed(row, rules.get(Number(row.farm_id))),
        ...besides(fedOn.get(id), row),
      };
    }),
    totals,
    tiles: totals,
    previous: totalsOf(fedBefore, bunksBefore),
    series: {
      by_day: days,
      score_by_day: days.filter(({ score }) => score !== null),
      score_by_group: atLevel(bunks, 'group')
        .filter(({ score }) => score !== null)
        .map((row) => ({ group: nameIn(scope, row, 'group'), ...pick(row, ['group_id', 'score']) })),
    },
  };
}

export const bunkServer: ReportServer<typeof bunkView> = { rowKeys: ['day', 'group_id'], viewOf: () => bunkView, make };
