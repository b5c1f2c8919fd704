import { type RawBuilder, sql } from 'kysely';
import { inScope, matchesGroup } from './conditions.ts';
import { feedings } from './feedings.ts';
import type { ReportScope } from './scope.ts';

/** Money for a kilogram of milk `m`: its own price, else that of the farm's milk prices `p` by its fat and protein. */
const MILK_PRICE = 'coalesce(m.price, p.base + ((m.fat - p.base_fat) * p.fat + (m.protein - p.base_protein) * p.protein) / 100)';

/**
 * CTEs of milk beside what was fed for it. `milk_day` is one row a day's milk, of a group or of a farm as a whole (no group), with kilograms of fat and
 * protein and its money (empty without a price). `fed_cell` is what each group was given on a day. `fed_for` is the latter by what milk there is of the
 * day: a farm's milk as a whole stands against all groups that the filters leave. `both_day` joins the two: days that lack either are in none of its sums.
 */
export function milkDays(scope: ReportScope): RawBuilder<unknown> {
  const whole = scope.filters.group?.length ? sql`false` : sql`true`;
  return sql`
    ${feedings(scope)}, fed_cell as materialized (
      select farm_id, group_id, day, sum(fact) as fact, sum(cost) as cost, sum(dry_matter) - coalesce(sum(leftover_dm), 0) as eaten,
        max(heads) filter (where fact > 0) as heads
      from feeding group by farm_id, group_id, day having sum(fact) > 0
    ), milk_day as materialized (
      select m.id, m.farm_id, m.group_id, m.day, m.kg, m.kg * m.fat / 100 as fat, m.kg * m.protein / 100 as protein, m.kg * ${sql.raw(MILK_PRICE)} as money
      from milk m left join lateral (
        select p.* from milk_price p where p.client_id = m.client_id and p.farm_id = m.farm_id and p.since <= m.day order by p.since desc limit 1
      ) p on true
      where ${inScope(scope, 'm', 'day')} and case when m.group_id is null then ${whole} else ${matchesGroup(scope, 'm')} end
    ), fed_for as (
      select farm_id, group_id, day, cost, eaten, heads from fed_cell
      union all
      select farm_id, null, day, sum(cost), sum(eaten), sum(heads) from fed_cell group by farm_id, day
    ), both_day as materialized (
      select m.*, f.cost, f.eaten, f.heads
      from milk_day m join fed_for f on f.farm_id = m.farm_id and f.day = m.day and f.group_id is not distinct from m.group_id
    )`;
}
