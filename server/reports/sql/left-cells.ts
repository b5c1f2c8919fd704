import { type RawBuilder, sql } from 'kysely';
import { carriedOn } from './carried.ts';
import { inScope, matchesFeeding } from './conditions.ts';
import type { DaySources } from './feeding-days.ts';
import { FACT, FED, fromFed, leftByDay } from './feedings.ts';
import type { ReportScope } from './scope.ts';

/** The feed given to each group by day, in several rows, without filters: leftovers are a part of all of it. */
const selectGiven = (scope: ReportScope, { kept, facts }: DaySources): RawBuilder<unknown> =>
  sql.join(
    [
      ...kept.map(
        ({ from, to }) => sql`select f.group_id, f.day, f.fact from feeding_day f where ${inScope({ ...scope, from, to }, 'f', 'day')}`,
      ),
      ...(facts ? [sql`select g.group_id, g.planned_on as day, ${sql.raw(FACT)} as fact ${fromFed(facts)}`] : []),
    ],
    sql` union all `,
  );

/**
 * The groups' leftovers by day without reading any load: one row per group and day that has a leftover, `weight` out of the kilograms
 * `given` (by all schedules, including those that reports ignore), and `refed_dm`, the dry matter fed again of the filtered feedings. For
 * use after `from`.
 */
export const leftCells = (scope: ReportScope, sources: DaySources): RawBuilder<unknown> => sql`(
  with fed as materialized (${selectGiven(scope, sources)}), ${leftByDay(scope)}, given as (
    select group_id, day, sum(fact) as given from fed group by group_id, day
  ), went_on as (
    select f.group_id, f.day, sum(c.dry_matter) as refed_dm
    from (${carriedOn(scope)}) c cross join lateral (
      select ${sql.raw(FED)} ${fromFed(scope)} and g.planned_on = c.from_day and g.schedule_id = c.from_schedule_id and g.group_id = c.from_group_id
      -- Each looked up: the planner would join the few with all that was fed.
      offset 0
    ) f
    where ${matchesFeeding(scope, 'f')} group by f.group_id, f.day
  )
  select group_id, day, o.weight, g.given + o.left_out as given, coalesce(w.refed_dm, 0) as refed_dm
  from left_by_day o join given g using (group_id, day) left join went_on w using (group_id, day)
)`;
