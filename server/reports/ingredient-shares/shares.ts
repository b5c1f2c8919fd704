import { type RawBuilder, sql } from 'kysely';
import { shareOf } from '#server/domain/load-shares.ts';
import { carriedOn, loadParts } from '#server/reports/sql/carried.ts';
import { matchesSchedule, ofIngredient, scheduleInScope } from '#server/reports/sql/conditions.ts';
import { feedings } from '#server/reports/sql/feedings.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/** The dimension that divides an ingredient's weight: the receiving group, or the period. */
export type Part = 'group' | 'period';

/**
 * CTEs that end in `share`: each group's part of each ingredient of an unloaded load. By groups, the undelivered part (still in the mixer,
 * or lost) follows without a group. Leftovers that are fed to others count for these, so that the parts sum to the loaded quantity.
 */
export function shares(scope: ReportScope, part: Part): RawBuilder<unknown> {
  const narrowed = scope.filters.group?.length || scope.filters.animal_type?.length;
  const undelivered = sql`
    union all
    select i.ingredient_id, i.farm_id, null, i.kg * m.rest, i.dry_matter * m.rest, i.cost * m.rest, i.kg * m.rest
    from item i join schedule s on ${scheduleInScope(scope, 's')} and s.id = i.schedule_id
    join (select schedule_id, coalesce(${sql.raw(shareOf('1', '(whole - coalesce(unloaded, 0))', 'whole'))}, 1) as rest from mix) m on m.schedule_id = i.schedule_id
    where ${matchesSchedule(scope, 's')} and m.rest > 0`;
  return sql`
    ${feedings(scope)}, item as materialized (
      select p.schedule_id, p.farm_id, p.ingredient_id, p.kg, p.dry_matter, p.cost
      from (${loadParts(scope)}) p where p.kg is not null and ${ofIngredient(scope, 'p.ingredient_id')}
    ), given as (
      select f.schedule_id, f.group_id, f.farm_id, ${sql.raw(shareOf('1', 'f.fact', 'f.whole'))} as portion, ${part === 'group' ? sql`f.group_id` : sql`l.period_id`} as part_id
      from feeding f left join loading l on l.client_id = ${scope.client} and l.id = f.loading_id
      where f.fact > 0
    ), share as (
      select i.ingredient_id, g.farm_id, g.part_id, i.kg * g.portion as given, i.dry_matter * g.portion as dry_matter, i.cost * g.portion as cost,
        null::numeric as undelivered
      from item i join given g on g.schedule_id = i.schedule_id
      union all
      select c.ingredient_id, g.farm_id, g.part_id, -c.kg, -c.dry_matter, -c.cost, null
      from (${carriedOn(scope)}) c join given g on g.schedule_id = c.from_schedule_id and g.group_id = c.from_group_id
      where ${ofIngredient(scope, 'c.ingredient_id')}
      ${part === 'group' && !narrowed ? undelivered : sql``}
    )`;
}
