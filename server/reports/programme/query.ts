import { sql } from 'kysely';
import { minus, round } from '#common/format/decimal.ts';
import { daysBetween } from '#contract/days.ts';
import { feedOfDay, type ProgrammeStep } from '#contract/operations/programmes.ts';
import { programmeView } from '#contract/reports/programme-view.ts';
import type { Cell } from '#contract/reports/shape.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { inScope, matchesGroup, matchesGroupAtEnd } from '#server/reports/sql/conditions.ts';
import { type FeedingRow, feedingLevels } from '#server/reports/sql/feeding-levels.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';

/** A group that a programme feeds. */
interface Follower {
  group: number;
  programme: string;
  started_on: string;
  blend_days: number;
  steps: (ProgrammeStep & { ration_name: string })[];
}

async function readFollowers(scope: ReportScope): Promise<Map<number, Follower>> {
  const { client, farmIds, db } = scope;
  const { rows } = await sql<Follower>`
    select g.group_id as group, p.name as programme, g.started_on, p.blend_days,
      (select json_agg(json_build_object('day', s.day, 'ration', s.ration_id, 'ration_name', r.name, 'weight_per_head', s.weight_per_head) order by s.day)
       from programme_step s join ration r on r.client_id = s.client_id and r.id = s.ration_id
       where s.client_id = ${client} and s.programme_id = p.id) as steps
    from (select a.*, a.id as group_id from animal_group a) g join programme p on p.client_id = g.client_id and p.id = g.programme_id
    where g.client_id = ${client} and g.farm_id = any(${farmIds}) and ${matchesGroupAtEnd(scope, 'g')}`.execute(db);
  return new Map(rows.map((row) => [row.group, row]));
}

const FED = [
  ...(['plan', 'waiting', 'not_recorded', 'fact', 'deviation', 'deviation_percent', 'heads', 'fact_per_head'] as const),
  ...(['dry_matter_per_head', 'dmi', 'cost', 'cost_per_head'] as const),
] as const;
const kg = (cell: Cell | undefined) => (typeof cell === 'number' ? cell : 0);
const grams = (weight: number) => Math.round(weight * 1000);

const toDayId = ({ day, group_id }: Pick<FeedingRow, 'day' | 'group_id'>) => `${day}_${group_id}`;

/** The heads that each group's day was planned for. */
async function readDayHeads(scope: ReportScope): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; group_id: number; heads: number }>`
    select g.planned_on as day, g.group_id, max(g.heads) as heads
    from schedule_group g join schedule s on s.client_id = g.client_id and s.id = g.schedule_id
    where ${inScope(scope, 'g')} and ${inScope(scope, 's')} and not s.deleted and not s.ignore_in_reports
      and ${matchesGroup(scope, 'g', 'planned_on')} and g.group_id in (select id from animal_group where client_id = ${scope.client} and programme_id is not null)
    group by 1, 2`.execute(scope.db);
  return new Map(rows.map((row) => [toDayId(row), row.heads]));
}

/** A group's day on feed: what its programme asks for its heads, and what the plan came to. */
function computeDay(row: Omit<FeedingRow, 'level'>, follower: Follower, heads: number) {
  const day_on_feed = daysBetween(follower.started_on, String(row.day));
  const parts = feedOfDay(follower, day_on_feed);
  const perHead = parts.reduce((sum, { weight_per_head }) => sum + grams(weight_per_head), 0);
  const by_programme = (perHead * heads) / 1000;
  return {
    id: toDayId(row),
    ...pick(row, ['day', 'farm_id', 'farm', 'group_id', 'group', ...FED]),
    programme: follower.programme,
    day_on_feed,
    rations: parts.map(({ step }) => step.ration_name).join(' + '),
    by_programme,
    off_programme: minus(kg(row.plan), by_programme),
    by_programme_per_head: perHead / 1000,
    planned_heads: heads,
  };
}

/** The days on feed of a range with their totals: by the programme + otherwise = plan, which leads to the delivered quantity. */
async function onFeed(whole: ReportScope) {
  const scope: ReportScope = { ...whole, onFeed: true };
  const [fed, followers, heads] = await Promise.all([
    feedingLevels(scope, ['group_day', 'total']),
    readFollowers(scope),
    readDayHeads(scope),
  ]);
  const rows = atLevel(fed, 'group_day').flatMap((row) => {
    const follower = followers.get(Number(row.group_id));
    return follower ? [computeDay(row, follower, heads.get(toDayId(row)) ?? 0)] : [];
  });
  const total = pick(atLevel(fed, 'total')[0], FED);
  const by_programme = rows.length > 0 ? rows.reduce((sum, row) => sum + grams(row.by_programme), 0) / 1000 : null;
  const planned = rows.reduce((sum, row) => sum + row.planned_heads, 0);
  const off_programme = by_programme === null ? null : minus(kg(total.plan), by_programme);
  const way = kg(by_programme) + kg(off_programme) - kg(total.waiting) - kg(total.not_recorded) + kg(total.deviation);
  return {
    rows,
    totals: {
      ...total,
      by_programme,
      off_programme,
      by_programme_per_head: by_programme !== null && planned > 0 ? round(by_programme / planned, 6) : null,
      unexplained: minus(way, kg(total.fact)),
    },
  };
}

/** Per head by day on feed, over the groups on that day. */
function byDayOnFeed(rows: Awaited<ReturnType<typeof onFeed>>['rows']) {
  const days = [...groupBy(rows, ({ day_on_feed }) => day_on_feed)].toSorted(([a], [b]) => a - b);
  return days.map(([day_on_feed, own]) => {
    const fed = own.filter(({ fact_per_head }) => typeof fact_per_head === 'number');
    const mean = (all: typeof own, of: (row: (typeof own)[number]) => Cell) => {
      const heads = all.reduce((sum, row) => sum + row.planned_heads, 0);
      return heads > 0 ? round(all.reduce((sum, row) => sum + kg(of(row)) * row.planned_heads, 0) / heads, 6) : null;
    };
    return {
      day_on_feed,
      by_programme_per_head: mean(own, (row) => row.by_programme_per_head),
      fact_per_head: mean(fed, (row) => row.fact_per_head),
    };
  });
}

async function makeProgramme(scope: ReportScope): Promise<Made<typeof programmeView>> {
  const [{ rows, totals }, before] = await Promise.all([onFeed(scope), previously(scope, onFeed)]);
  return { rows, totals, tiles: totals, previous: before?.totals ?? null, series: { by_day_on_feed: byDayOnFeed(rows) } };
}

export const programmeServer: ReportServer<typeof programmeView> = {
  rowKeys: ['day', 'group_id'],
  viewOf: () => programmeView,
  make: makeProgramme,
};
