import { type RawBuilder, sql } from 'kysely';
import { inScope, matchesSchedule } from './conditions.ts';
import type { ReportScope } from './scope.ts';

/**
 * The first load of each period and mixer of a day, for use after `from`: its schedule, `planned_time` of the period at the farm, and the
 * seconds that it began `late` (+) or early (−). Later loads of the period follow the first by plan. Schedules that skip times are left
 * out.
 */
export const firstLoads = (scope: ReportScope): RawBuilder<unknown> => sql`(
    select s.*, extract(epoch from s.started_at - s.planned) as late
    from (
      select s.id, s.operator_id, s.planned_on, l.start_time as planned_time, s.started_at,
        (l.planned_on + l.start_time) at time zone f.timezone as planned, ${matchesSchedule(scope, 's')} as matches,
        row_number() over (partition by s.loading_id, s.mixer_id order by s.started_at, s.id) as turn
      from schedule s
      join loading l on l.client_id = s.client_id and l.id = s.loading_id
      join farm f on f.client_id = s.client_id and f.id = s.farm_id
      where ${inScope(scope, 's')} and not s.deleted and not s.ignore_in_reports and not s.skip_time and s.started_at is not null
    ) s
    where s.turn = 1 and s.matches
  )`;

/** Seconds late (+) or early (−) on average: the start of the first load of each period and mixer against the period's start. */
export async function punctualityOf(scope: ReportScope): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`select round(avg(late)) as seconds from ${firstLoads(scope)} first`.execute(
    scope.db,
  );
  return rows[0]?.seconds ?? null;
}
