import { sql } from 'kysely';
import type { fedByGroup } from '#contract/reports/fed-by-group.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { FEEDING_TOTALS, feedingLevels, nameIn } from '#server/reports/sql/feeding-levels.ts';
import { feedings } from '#server/reports/sql/feedings.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';

/** How many schedules fed each group; under 0, how many fed any. */
async function countSchedules(scope: ReportScope): Promise<Map<number, number>> {
  const { rows } = await sql<{ group_id: number; schedules: number }>`
    with ${feedings(scope)}
    select coalesce(group_id, 0) as group_id, count(distinct schedule_id)::integer as schedules
    from feeding where fact > 0 group by grouping sets ((group_id), ())`.execute(scope.db);
  return new Map(rows.map(({ group_id, schedules }) => [group_id, schedules]));
}

async function makeFedByGroup(scope: ReportScope): Promise<Made<typeof fedByGroup>> {
  const [rows, schedules, before] = await Promise.all([
    feedingLevels(scope, ['group', 'total']),
    countSchedules(scope),
    previously(scope, (range) => feedingLevels(range, ['total'])),
  ]);
  const [total] = atLevel(rows, 'total');
  const groups = atLevel(rows, 'group').map((row) => ({ ...row, schedules: schedules.get(Number(row.group_id)) ?? 0 }));
  const drawn = <K extends keyof (typeof groups)[number]>(...keys: K[]) =>
    groups.map((row) => ({ group: nameIn(scope, row, 'group'), ...pick(row, ['group_id', ...keys]) }));
  return {
    rows: groups,
    totals: { ...pick(total, FEEDING_TOTALS), schedules: schedules.get(0) ?? 0 },
    tiles: pick(total, FEEDING_TOTALS),
    previous: before && pick(atLevel(before, 'total')[0], FEEDING_TOTALS),
    series: { by_group: drawn('plan', 'fact'), cost_by_group: drawn('cost_per_head') },
  };
}

export const fedByGroupServer: ReportServer<typeof fedByGroup> = { rowKeys: ['group_id'], make: makeFedByGroup };
