import { type RawBuilder, sql } from 'kysely';
import { type DaySources, fedParts, keptShares, loadedParts, PORTION, PORTIONED, SPREAD, WENT_ON, wentOnOf } from './feeding-days.ts';
import { feedings } from './feedings.ts';
import type { ReportScope } from './scope.ts';

const KEYS = 'farm_id, day, group_id';

/**
 * CTEs that end in `group_feed` (farm_id, day, group_id, ingredient_id, given, cost), what each group was given of each feed on a day, and `group_heads`
 * (farm_id, day, group_id, heads), the heads of those that were given something: from the roll-ups, and from the facts of days that are due.
 */
export function groupFeeds(scope: ReportScope, sources: DaySources): RawBuilder<unknown> {
  const { facts } = sources;
  const kept = keptShares(scope, sources);
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
    ...(facts ? [sql`select ${sql.raw(KEYS)}, ingredient_id, given, cost from fed_share`] : []),
    ...(kept ? [sql`select ${sql.raw(KEYS)}, ingredient_id, given, cost from (${kept}) k`] : []),
  ];
  return sql`
    ${fromFacts ?? sql``} ${fedParts(scope, sources)}, group_feed as materialized (
      select ${sql.raw(KEYS)}, ingredient_id, sum(given) as given, coalesce(sum(cost), 0) as cost
      from (${sql.join(parts, sql` union all `)}) s group by ${sql.raw(KEYS)}, ingredient_id
    ), group_heads as materialized (
      select ${sql.raw(KEYS)}, max(fed_heads)::numeric as heads from fed_part group by ${sql.raw(KEYS)} having max(fed_heads) is not null
    )`;
}
