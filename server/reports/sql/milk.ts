import { type RawBuilder, sql } from 'kysely';
import { shareOf } from '#server/domain/load-shares.ts';
import { inScope, matchesGroup } from './conditions.ts';
import { type DaySources, fedParts } from './feeding-days.ts';
import { feedings } from './feedings.ts';
import { leftCells } from './left-cells.ts';
import type { ReportScope } from './scope.ts';

/** Money for a kilogram of milk `m`: its own price, else that of the farm's milk prices `p` by its fat and protein. */
const MILK_PRICE = 'coalesce(m.price, p.base + ((m.fat - p.base_fat) * p.fat + (m.protein - p.base_protein) * p.protein) / 100)';

/** The part of the price paid for a kilogram of fat and of protein. */
const CONTENT_PRICES = ['fat', 'protein']
  .map((part) => `case when m.price is null then coalesce(p.${part}, 0) else 0 end as ${part}_price`)
  .join(', ');

/** Dry matter given to a group on a day and not left over: leftovers fed to others are part of the group's leftovers. */
const DELIVERED = '(f.dry_matter + l.refed_dm)';
const EATEN = `${DELIVERED} - ${shareOf(DELIVERED, 'l.weight', 'l.given')}`;

/**
 * True if the milk of the group and day of a feeding `f` is recorded: the group's own, or that of its whole farm, which belongs to no
 * single group.
 */
export const isMilked = (scope: ReportScope): RawBuilder<unknown> => sql`exists (
  select from milk m where m.client_id = ${scope.client} and m.farm_id = f.farm_id and m.day = f.day
    and case when m.group_id is null then ${wholeFarm(scope)} else m.group_id = f.group_id end)`;

const wholeFarm = (scope: ReportScope) => (scope.filters.group?.length ? sql`false` : sql`true`);

/** CTEs that end in `fed_cell`: the feed given to each group on a day, its cost, and the dry matter eaten, which excludes leftovers. */
export const fedCells = (scope: ReportScope, sources: DaySources): RawBuilder<unknown> => sql`
    ${sources.facts ? sql`${feedings(sources.facts)},` : sql``} ${fedParts(scope, sources)}, fed_day as materialized (
      select farm_id, group_id, day, sum(fact) as fact, sum(cost) as cost, sum(dry_matter) as dry_matter, max(fed_heads) as heads
      from fed_part group by farm_id, group_id, day having sum(fact) > 0
    ), left_cell as materialized (select * from ${leftCells(scope, sources)} l), fed_cell as materialized (
      select f.farm_id, f.group_id, f.day, f.fact, f.cost, f.heads, case when l.weight is null then f.dry_matter else ${sql.raw(EATEN)} end as eaten
      from fed_day f left join left_cell l on l.group_id = f.group_id and l.day = f.day
    )`;

/**
 * CTEs of milk and the feed given for it. `milk_day` is one row per day's milk of a group or of a whole farm (no group), with kilograms of
 * fat and protein, its money (empty without a price) and the part of the price paid per kilogram of fat and protein (nothing if the day has
 * a price of its own). `fed_cell` is the feed given to each group on a day. `fed_for` is `fed_cell` by the day's milk: milk of a whole farm
 * is compared with all filtered groups. `both_day` joins the two; its sums leave out days that lack either. `sources` are the days' sources
 * without leftovers: a group's leftover is the same part of the dry matter of each of its feedings of a day, and so of their sum.
 */
export function milkDays(scope: ReportScope, sources: DaySources): RawBuilder<unknown> {
  return sql`
    ${fedCells(scope, sources)}, milk_day as materialized (
      select m.id, m.farm_id, m.group_id, m.day, m.kg, m.kg * m.fat / 100 as fat, m.kg * m.protein / 100 as protein, m.kg * ${sql.raw(MILK_PRICE)} as money,
        ${sql.raw(CONTENT_PRICES)}
      from milk m left join lateral (
        select p.* from milk_price p where p.client_id = m.client_id and p.farm_id = m.farm_id and p.since <= m.day order by p.since desc limit 1
      ) p on true
      where ${inScope(scope, 'm', 'day')} and case when m.group_id is null then ${wholeFarm(scope)} else ${matchesGroup(scope, 'm', 'day')} end
    ), fed_for as (
      select farm_id, group_id, day, cost, eaten, heads from fed_cell
      union all
      select farm_id, null, day, sum(cost), sum(eaten), sum(heads) from fed_cell group by farm_id, day
    ), both_day as materialized (
      select m.*, f.cost, f.eaten, f.heads
      from milk_day m join fed_for f on f.farm_id = m.farm_id and f.day = m.day and f.group_id is not distinct from m.group_id
    )`;
}
