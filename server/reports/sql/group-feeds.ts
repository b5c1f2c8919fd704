import { type RawBuilder, sql } from 'kysely';
import { isOver } from './conditions.ts';
import { type DaySources, fedParts, loadedParts, PORTION, PORTIONED, SPREAD, WENT_ON, wentOnOf } from './feeding-days.ts';
import { keptMonths } from './feeding-months.ts';
import { feedings } from './feedings.ts';
import type { ReportScope } from './scope.ts';

const KEYS = 'farm_id, day, group_id';

/**
 * CTEs that end in `group_feed` (farm_id, month, group_id, ingredient_id, given, cost, whole) and `group_heads` (farm_id, month, group_id,
 * head_days). `group_feed` is the feed given to each group on the past days of a month, in several rows to add up, except `whole` rows,
 * which are the only ones of their key. `group_heads` are the heads of the groups that were given something. Both read the roll-ups, and
 * the facts of stale days.
 */
export function groupFeeds(scope: ReportScope, sources: DaySources): RawBuilder<unknown> {
  const { facts } = sources;
  const kept = keptMonths(scope, sources);
  const fromFacts =
    facts &&
    sql`
    ${feedings(facts)}, ${loadedParts(facts)}, fed_share as (
      select ${sql.raw(`${KEYS}, p.ingredient_id, ${PORTIONED}`)}
      from (select f.*, ${sql.raw(`${PORTION} as portion, ${SPREAD} as spread`)} from feeding f where fact > 0) f
      join part_fact p on p.schedule_id = f.schedule_id
      union all
      select ${sql.raw(`${KEYS}, c.ingredient_id, ${WENT_ON}`)} from ${wentOnOf(facts)}
    ),`;
  const parts = [
    ...(facts
      ? [
          sql`select farm_id, month_of(day) as month, group_id, ingredient_id, given, coalesce(cost, 0) as cost, false as whole
            from fed_share s where ${isOver(scope, 's', 'day')}`,
        ]
      : []),
    ...(kept ? [kept] : []),
  ];
  return sql`
    ${fromFacts ?? sql``} ${fedParts(scope, sources)}, group_feed as (
      ${sql.join(parts, sql` union all `)}
    ), group_heads as materialized (
      select farm_id, month_of(day) as month, group_id, sum(heads) as head_days
      from (
        select ${sql.raw(KEYS)}, max(fed_heads)::numeric as heads from fed_part f where ${isOver(scope, 'f', 'day')}
        group by ${sql.raw(KEYS)} having max(fed_heads) is not null
      ) d group by 1, 2, 3
    )`;
}
