import { type RawBuilder, sql } from 'kysely';
import { isOver } from '#server/reports/sql/conditions.ts';
import type { DaySources } from '#server/reports/sql/feeding-days.ts';
import { selected } from '#server/reports/sql/formulas.ts';
import { groupFeeds } from '#server/reports/sql/group-feeds.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { BUDGET_AMOUNTS } from './amounts.ts';

/** Whose heads are counted together. */
const UNIT = 'farm_id, month, group_id, type_id';
const KOPECKS = Object.fromEntries(Object.entries(BUDGET_AMOUNTS).map(([name, amount]) => [name, `round(${amount}, 2)`]));

/** CTE `held_budget` (id, farm_id, year): the newest approved edition of each farm's year. */
export const heldBudgets = ({ client, farmIds, from, to }: ReportScope): RawBuilder<unknown> => sql`
  held_budget as materialized (
    select distinct on (farm_id, year) id, farm_id, year from budget
    where client_id = ${client} and farm_id = any(${farmIds}) and approved_at is not null
      and year between extract(year from ${from}::date) and extract(year from ${to}::date)
    order by farm_id, year, edition desc
  )`;

/** Of an animal type `t`, as the filter asks. */
const ofType = ({ filters }: ReportScope, column: string) =>
  filters.animal_type?.length ? sql`${sql.raw(column)} = any(${filters.animal_type})` : sql`true`;

/**
 * CTEs that end in `amount`: one row a farm, month, animals (a group, or an animal type by which the budget has it) and feed of the days that are over,
 * with its kilograms and the amounts of `BUDGET_AMOUNTS`, each rounded half up to the kopeck by itself, so that whatever is summed of them adds up; and
 * `shrink`, what stock counts missed of the feed, which is of no animals.
 */
export const budgetCells = (scope: ReportScope, sources: DaySources): RawBuilder<unknown> => sql`
  ${heldBudgets(scope)}, place as (
    select * from unnest(${scope.farms.map(({ id }) => id)}::bigint[], ${scope.farms.map(({ today }) => today)}::date[]) p (farm_id, today)
  ), held_month as materialized (
    -- So many days of each month are wanted and over.
    select b.id as budget_id, b.farm_id, m.month,
      least(${scope.to}::date, p.today - 1, (m.month + interval '1 month - 1 day')::date) - greatest(${scope.from}::date, m.month) + 1 as days
    from held_budget b join place p on p.farm_id = b.farm_id
    cross join lateral (select make_date(b.year, n, 1) as month from generate_series(1, 12) n) m
  ), line as materialized (
    -- Animals that are counted by their type are of group 0.
    select h.farm_id, h.month, coalesce(l.group_id, 0) as group_id, coalesce(l.animal_type_id, g.animal_type_id) as type_id, l.ingredient_id,
      l.heads * h.days as head_days, l.kg_per_head_day as norm, l.price
    from held_month h
    join budget_line l on l.client_id = ${scope.client} and l.budget_id = h.budget_id and l.month = extract(month from h.month)
    left join animal_group g on g.client_id = l.client_id and g.id = l.group_id
    where h.days > 0
  ), own_lines as (
    select distinct b.farm_id, b.year, l.group_id, l.animal_type_id
    from held_budget b join budget_line l on l.client_id = ${scope.client} and l.budget_id = b.id
  ), unit_of as materialized (
    -- A group is counted by its own lines of the year, else by those of its type, else by itself.
    select b.farm_id, b.year, g.id as fed_group_id, g.animal_type_id as type_id,
      case when own.group_id is null and typed.animal_type_id is not null then 0 else g.id end as group_id
    from held_budget b join animal_group g on g.client_id = ${scope.client}
    left join own_lines own on own.farm_id = b.farm_id and own.year = b.year and own.group_id = g.id
    left join own_lines typed on typed.farm_id = b.farm_id and typed.year = b.year and typed.animal_type_id = g.animal_type_id
  ), ${groupFeeds(scope, sources)}, unit_feed as materialized (
    select f.farm_id, month_of(f.day) as month, u.group_id, u.type_id, f.ingredient_id, sum(f.given) as kg, sum(f.cost) as cost
    from group_feed f join unit_of u on u.farm_id = f.farm_id and u.year = extract(year from f.day) and u.fed_group_id = f.group_id
    where ${isOver(scope, 'f', 'day')} group by 1, 2, 3, 4, 5
  ), fed_unit as (
    select h.farm_id, month_of(h.day) as month, u.group_id, u.type_id, sum(h.heads) as fed_head_days
    from group_heads h join unit_of u on u.farm_id = h.farm_id and u.year = extract(year from h.day) and u.fed_group_id = h.group_id
    where ${isOver(scope, 'h', 'day')} group by 1, 2, 3, 4
  ), unit as (
    select ${sql.raw(UNIT)}, max(head_days) as head_days, sum(norm) as norms from line group by ${sql.raw(UNIT)}
  ), fed_all as (
    select ${sql.raw(UNIT)}, sum(kg) as all_kg from unit_feed group by ${sql.raw(UNIT)}
  ), listed as (
    -- A feed that animals have no line of costs what the year's other lines say.
    select farm_id as of_farm, extract(year from month) as year, ingredient_id as of_feed, coalesce(sum(head_days * norm * price) / nullif(sum(head_days * norm), 0), avg(price)) as price
    from line group by 1, 2, 3
  ), keyed as (
    select ${sql.raw(UNIT)}, ingredient_id from line union select ${sql.raw(UNIT)}, ingredient_id from unit_feed
  ), cell as (
    select farm_id, month, type_id, group_id, ingredient_id, coalesce(u.head_days, 0) as head_days, coalesce(h.fed_head_days, 0) as fed_head_days, u.norms, l.norm, coalesce(a.all_kg, 0) as all_kg,
      coalesce(f.kg, 0) as kg, coalesce(f.cost, 0) as cost, coalesce(l.price, s.price, f.cost / nullif(f.kg, 0), 0) as price
    from keyed k
    left join line l using (farm_id, month, type_id, group_id, ingredient_id)
    left join unit_feed f using (farm_id, month, type_id, group_id, ingredient_id)
    left join unit u using (farm_id, month, type_id, group_id)
    left join fed_unit h using (farm_id, month, type_id, group_id)
    left join fed_all a using (farm_id, month, type_id, group_id)
    left join listed s on s.of_farm = k.farm_id and s.year = extract(year from k.month) and s.of_feed = k.ingredient_id
  ), counted as (
    select d.farm_id, month_of(d.day) as month, d.ingredient_id, -sum(d.value) as value
    from stock_day d join held_budget b on b.farm_id = d.farm_id and b.year = extract(year from d.day)
    where d.client_id = ${scope.client} and d.farm_id = any(${scope.farmIds}) and d.kind = 'count' and d.day between ${scope.from}::date and ${scope.to}::date
      and ${isOver(scope, 'd', 'day')} and ${scope.filters.animal_type?.length ? sql`false` : sql`true`}
    group by 1, 2, 3
  ), amount as materialized (
    select ${sql.raw(UNIT)}, ingredient_id, head_days * coalesce(norm, 0) as budget_kg, kg as fact_kg, ${sql.raw(selected(KOPECKS))}, 0::numeric as shrink
    from cell where ${ofType(scope, 'type_id')}
    union all
    select farm_id, month, null, null, ingredient_id, 0, 0, 0, 0, 0, 0, 0, round(value, 2) from counted where value <> 0
  )`;
