import { type RawBuilder, sql } from 'kysely';
import type { DaySources } from '#server/reports/sql/feeding-days.ts';
import { groupFeeds } from '#server/reports/sql/group-feeds.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/** The feed given to groups on the days from which needs are computed; null if needs follow the plan. */
export interface Used {
  scope: ReportScope;
  sources: DaySources;
}

/**
 * CTEs `base_day` (ingredient_id, day, kg, coming), the planned needs and production up to the last day with a plan of its own, and
 * `base_steady` (ingredient_id, kg), the needs of each later day; for use after the CTEs of `needDays`.
 */
export const plannedDays = (to: string): RawBuilder<unknown> => sql`
  base_day as materialized (
    select ingredient_id, day, kg, coming from need_day where day <= ${to}::date
  ), base_steady as materialized (
    select ingredient_id, sum(kg) as kg from need_steady where coalesce(active_from <= ${to}::date, true) and ${isAfterDated(to)} group by 1
  )`;

const isAfterDated = (to: string) => sql`(select day from need_dated) < ${to}::date`;

/**
 * The same CTEs by use. From tomorrow on each group eats the recent quantity per head and day, times the latest count of heads. Today's
 * remaining loads and planned batches count by plan. Before it `group_use` (farm_id, group_id, ingredient_id, per_head).
 */
export const usedDays = ({ client, to }: ReportScope, { scope, sources }: Used): RawBuilder<unknown> => sql`
  ${groupFeeds(scope, sources)}, group_use as materialized (
    select f.farm_id, f.group_id, f.ingredient_id, sum(f.given) / nullif(max(h.head_days), 0) as per_head
    from group_feed f
    join (select farm_id, group_id, sum(head_days) as head_days from group_heads group by 1, 2) h using (farm_id, group_id)
    group by 1, 2, 3 having sum(f.given) > 0
  ), use_day as materialized (
    select g.farm_id, g.ingredient_id, sum(g.per_head * a.animal_count) as kg
    from group_use g join animal_group a on a.client_id = ${client} and a.id = g.group_id and not a.deleted group by 1, 2
  ), base_day as materialized (
    select ingredient_id, day, sum(kg) as kg, sum(coming) as coming from (
      select ingredient_id, day, kg, coming from need_move where day = today
      union all
      select (i.part ->> 'ingredient')::bigint, b.planned_on, (i.part ->> 'weight_plan')::numeric, 0
      from need_batch b cross join lateral jsonb_array_elements(b.items) as i (part) where b.planned_on > b.today
      union all
      select r.ingredient_id, b.planned_on, 0, b.weight_plan
      from need_batch b join recipe r on r.client_id = ${client} and r.id = b.recipe_id where b.planned_on > b.today
      union all
      select u.ingredient_id, d::date, u.kg, 0
      from use_day u join need_place p on p.id = u.farm_id
      cross join lateral generate_series(p.today + 1, (select day from need_dated), interval '1 day') d
    ) m where day <= ${to}::date group by 1, 2
  ), base_steady as materialized (
    select ingredient_id, sum(kg) as kg from use_day where ${isAfterDated(to)} group by 1
  )`;
