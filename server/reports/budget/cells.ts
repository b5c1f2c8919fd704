import { type RawBuilder, sql } from 'kysely';
import { isOver } from '#server/reports/sql/conditions.ts';
import type { DaySources } from '#server/reports/sql/feeding-days.ts';
import { selected } from '#server/reports/sql/formulas.ts';
import { groupFeeds } from '#server/reports/sql/group-feeds.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { animalTypeOn, lastDayOf } from '#server/reports/sql/types-then.ts';
import { BUDGET_AMOUNTS } from './amounts.ts';

/** The key by which heads are counted together. */
const UNIT = 'farm_id, month, group_id, type_id';
const KOPECKS = Object.fromEntries(Object.entries(BUDGET_AMOUNTS).map(([name, amount]) => [name, `round(${amount}, 2)`]));

/**
 * CTE `held_budget` (id, farm_id, year, of_month): the edition in force of each month of a farm's year. It is the newest approved one; a closed month keeps
 * the one that was in force when it was closed.
 */
export const heldBudgets = ({ client, farmIds, from, to }: ReportScope): RawBuilder<unknown> => sql`
  held_budget as materialized (
    select distinct on (b.farm_id, b.year, n) b.id, b.farm_id, b.year, n as of_month
    from budget b cross join generate_series(1, 12) n
    left join month_close c on c.client_id = b.client_id and c.farm_id = b.farm_id and c.month = make_date(b.year, n, 1)
    where b.client_id = ${client} and b.farm_id = any(${farmIds}) and b.approved_at is not null
      and b.id = coalesce(c.budget_id, b.id)
      and b.year between extract(year from ${from}::date) and extract(year from ${to}::date)
    order by b.farm_id, b.year, n, b.edition desc
  )`;

/** The filter on an animal type `t`. */
const ofType = ({ filters }: ReportScope, column: string) =>
  filters.animal_type?.length ? sql`${sql.raw(column)} = any(${filters.animal_type})` : sql`true`;

/**
 * CTEs that end in `amount` and `shrink`. `amount` has one row per farm, month, animals (a group, or an animal type if the budget uses
 * types) and feed of the past days, with its kilograms and the amounts of `BUDGET_AMOUNTS`. Each amount is rounded half up to the kopeck
 * separately, so that all sums of amounts add up. `shrink` is the feed's losses found by stock counts, which belong to no animals.
 */
export const budgetCells = (scope: ReportScope, sources: DaySources): RawBuilder<unknown> => sql`
  ${heldBudgets(scope)}, place as (
    select * from unnest(${scope.farms.map(({ id }) => id)}::bigint[], ${scope.farms.map(({ today }) => today)}::date[]) p (farm_id, today)
  ), held_month as materialized (
    -- So many days of each month are wanted and over.
    select b.id as budget_id, b.farm_id, m.month, b.of_month,
      least(${scope.to}::date, p.today - 1, (m.month + interval '1 month - 1 day')::date) - greatest(${scope.from}::date, m.month) + 1 as days
    from held_budget b join place p on p.farm_id = b.farm_id
    cross join lateral (select make_date(b.year, b.of_month, 1) as month) m
  ), held_line as materialized (
    -- Animals that are counted by their type are of group 0.
    select b.id as budget_id, b.farm_id, b.year, l.month as of_month, coalesce(l.group_id, 0) as group_id,
      coalesce(l.animal_type_id, ${sql.raw(animalTypeOn('g', lastDayOf('make_date(b.year, l.month, 1)')))}) as type_id, l.ingredient_id, l.heads, l.kg_per_head_day as norm, l.price
    from held_budget b join budget_line l on l.client_id = ${scope.client} and l.budget_id = b.id and l.month = b.of_month
    left join animal_group g on g.client_id = l.client_id and g.id = l.group_id
  ), line as materialized (
    select l.farm_id, h.month, l.group_id, l.type_id, l.ingredient_id, l.year, l.heads * h.days as head_days, l.norm, l.price
    from held_line l join held_month h on h.budget_id = l.budget_id and h.of_month = l.of_month where h.days > 0
  ), own_lines as (
    select distinct l.budget_id, coalesce(l.group_id, 0) as group_id, l.animal_type_id as type_id from budget_line l
    where l.client_id = ${scope.client} and l.budget_id in (select id from held_budget)
  ), unit_of as materialized (
    -- A group is counted by its own lines of the year, else by those of its type, else by itself.
    select h.farm_id, h.month, g.id as fed_group_id, y.type_id,
      case when own.group_id is null and typed.type_id is not null then 0 else g.id end as group_id
    from held_month h join animal_group g on g.client_id = ${scope.client}
    cross join lateral (select ${sql.raw(animalTypeOn('g', lastDayOf('h.month')))} as type_id) y
    left join own_lines own on own.budget_id = h.budget_id and own.group_id = g.id
    left join own_lines typed on typed.budget_id = h.budget_id and typed.group_id = 0 and typed.type_id = y.type_id
  ), ${groupFeeds(scope, sources)}, given as materialized (
    -- An outer join, of which the planner expects as many rows as there are; what is of no unit is of a year without a budget.
    select f.*, u.group_id as unit_id, u.type_id, f.whole and u.group_id = f.group_id as alone
    from group_feed f left join unit_of u on u.farm_id = f.farm_id and u.month = f.month and u.fed_group_id = f.group_id
  ), unit_given as materialized (
    -- Most rows are of a group that is counted by itself: they are read as they lie, for a sum of each costs more than all else.
    select farm_id, month, unit_id as group_id, type_id, ingredient_id, given as kg, cost from given where alone
    union all
    select farm_id, month, unit_id, type_id, ingredient_id, coalesce(sum(given), 0), coalesce(sum(cost), 0) from given
    where not alone and unit_id is not null group by 1, 2, 3, 4, 5
  ), unit as (
    select ${sql.raw(UNIT)}, extract(year from month) as year, sum(norm) as norms, coalesce(sum(kg), 0) as all_kg, coalesce(sum(head_days), 0) as fed_head_days
    from (
      select ${sql.raw(UNIT)}, sum(norm) as norm, null::numeric as kg, null::numeric as head_days from line group by ${sql.raw(UNIT)}
      union all
      select ${sql.raw(UNIT)}, null, sum(kg), null from unit_given group by ${sql.raw(UNIT)}
      union all
      select h.farm_id, h.month, u.group_id, u.type_id, null, null, h.head_days
      from group_heads h join unit_of u on u.farm_id = h.farm_id and u.month = h.month and u.fed_group_id = h.group_id
    ) p group by ${sql.raw(UNIT)}
  ), joined as materialized (
    select ${sql.raw(UNIT)}, ingredient_id, coalesce(l.head_days, 0) as head_days, l.norm, l.price as line_price,
      coalesce(f.kg, 0) as kg, coalesce(f.cost, 0) as cost
    from line l full join unit_given f using (${sql.raw(UNIT)}, ingredient_id)
  ), listed as (
    -- A feed that animals have no line of costs what the year's other lines say.
    select farm_id as of_farm, year as of_year, ingredient_id as of_feed,
      coalesce(sum(head_days * norm * price) / nullif(sum(head_days * norm), 0), avg(price)) as price
    from line where (farm_id, ingredient_id) in (select farm_id, ingredient_id from joined where line_price is null)
    group by 1, 2, 3
  ), cell as (
    select c.*, u.fed_head_days, u.norms, u.all_kg, coalesce(c.line_price, s.price, c.cost / nullif(c.kg, 0), 0) as price
    from joined c
    left join unit u using (${sql.raw(UNIT)})
    left join listed s on s.of_farm = c.farm_id and s.of_year = u.year and s.of_feed = c.ingredient_id
  ), counted as (
    select d.farm_id, month_of(d.day) as month, d.ingredient_id, -sum(d.value) as value
    from stock_day d join held_budget b on b.farm_id = d.farm_id and b.year = extract(year from d.day) and b.of_month = extract(month from d.day)
    where d.client_id = ${scope.client} and d.farm_id = any(${scope.farmIds}) and d.kind = 'count' and d.day between ${scope.from}::date and ${scope.to}::date
      and ${isOver(scope, 'd', 'day')} and ${scope.filters.animal_type?.length ? sql`false` : sql`true`}
    group by 1, 2, 3
  ), amount as materialized (
    select ${sql.raw(UNIT)}, ingredient_id, head_days * coalesce(norm, 0) as budget_kg, kg as fact_kg, ${sql.raw(selected(KOPECKS))}, 0::numeric as shrink
    from cell where ${ofType(scope, 'type_id')}
    union all
    select farm_id, month, null, null, ingredient_id, 0, 0, 0, 0, 0, 0, 0, round(value, 2) from counted where value <> 0
  )`;
