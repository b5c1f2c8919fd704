import { type RawBuilder, sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import type { BudgetFrom, BudgetLine } from '#contract/reports/budgets.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors.ts';
import { daySourcesOf } from '#server/reports/sql/feeding-days.ts';
import { groupFeeds } from '#server/reports/sql/group-feeds.ts';
import { earliest, type ReportScope, resolveScope } from '#server/reports/sql/scope.ts';
import { steadyPlan } from '#server/reports/sql/steady-plan.ts';

/** Kilograms per head and day. Smaller quantities result from rounding and are no lines. */
const LEAST_KG = 0.000001;

/** The lines that a budget of a year is filled with. */
export async function linesFrom(
  context: ClientContext,
  { farm, year }: { farm: number; year: number },
  from: BudgetFrom,
): Promise<BudgetLine[]> {
  const scope = await buildScope(context, farm, year);
  const source = from.source === 'facts' ? await fedSource(scope, year) : planSource(scope);
  const unit = from.by === 'group' ? sql`s.group_id, null::bigint` : sql`null::bigint, g.animal_type_id`;
  const unitHeads = from.by === 'group' ? sql`group_id` : sql`animal_type_id`;
  const { rows } = await sql<BudgetLine>`
    with ${source}, unit_feed as (
      select s.month, ${unit}, s.ingredient_id, sum(s.kg) as kg, sum(s.cost) as cost
      from source_feed s join animal_group g on g.client_id = ${scope.client} and g.id = s.group_id group by 1, 2, 3, 4
    ), unit_heads as (
      select s.month, ${unitHeads} as unit_id, sum(s.head_days) as head_days, max(s.days) as days
      from source_heads s join animal_group g on g.client_id = ${scope.client} and g.id = s.group_id group by 1, 2
    ), headed as (
      -- A line's kilograms are those of its source, whatever its heads are rounded to.
      select h.*, round(h.head_days / h.days, 2) as heads from unit_heads h where round(h.head_days / h.days, 2) > 0
    ), priced as (
      select f.month, f.group_id as group, f.animal_type_id as animal_type, f.ingredient_id as ingredient,
        round(h.heads * (1 + ${from.heads_growth}::numeric / 100), 2) as heads, round(f.kg / (h.heads * h.days), 6) as kg_per_head_day,
        round(coalesce(w.price, f.cost / nullif(f.kg, 0) * (1 + ${from.price_growth}::numeric / 100)), 5) as price
      from unit_feed f (month, group_id, animal_type_id, ingredient_id, kg, cost)
      join headed h on h.month = f.month and h.unit_id = coalesce(f.group_id, f.animal_type_id)
      left join jsonb_to_recordset(${JSON.stringify(from.prices)}::jsonb) as w (ingredient bigint, price numeric) on w.ingredient = f.ingredient_id
    )
    select * from priced where kg_per_head_day >= ${LEAST_KG} and price is not null order by month, 2, 3, 4`.execute(scope.db);
  return rows;
}

/** The months of the year before, or, of those that aren't over yet, the same a year earlier: the twelve last that are over where it is the next year's budget. */
async function buildScope(context: ClientContext, farm: number, year: number): Promise<ReportScope> {
  const range = { planned_on_after: `${year - 2}-01-01`, planned_on_before: `${year - 1}-12-31` };
  const scope = await resolveScope(context, { ...range, farm: [farm] });
  const [own] = scope.farms;
  if (!own) throw notFound();
  const thisMonth = `${dayAt(context.services.now(), own.timezone).slice(0, 8)}01`;
  const lastOver = addDays(thisMonth, -1);
  return { ...scope, to: earliest([lastOver, scope.to]) ?? scope.to };
}

/** CTEs `source_feed` (month, group_id, ingredient_id, kg, cost) and `source_heads` (month, group_id, head_days, days) of the fed feed. */
async function fedSource(scope: ReportScope, year: number): Promise<RawBuilder<unknown>> {
  const sources = await daySourcesOf(scope, false);
  return sql`
    ${groupFeeds(scope, sources)}, base_month as (
      select extract(month from m)::integer as month, max(m)::date as first
      from generate_series(${`${year - 2}-01-01`}::timestamp, ${scope.to}::timestamp, interval '1 month') m group by 1
    ), living as (
      select id from animal_group where client_id = ${scope.client} and farm_id = any(${scope.farmIds}) and not deleted
    ), source_feed as (
      select b.month, f.group_id, f.ingredient_id, sum(f.given) as kg, sum(f.cost) as cost
      from group_feed f join base_month b on b.first = f.month
      join ingredient n on n.client_id = ${scope.client} and n.id = f.ingredient_id and not n.deleted
      where f.group_id in (select id from living) group by 1, 2, 3 having sum(f.given) > 0
    ), source_heads as (
      select b.month, h.group_id, sum(h.head_days) as head_days, max(extract(day from b.first + interval '1 month - 1 day'))::integer as days
      from group_heads h join base_month b on b.first = h.month where h.group_id in (select id from living) group by 1, 2
    )`;
}

/** The same of the active plan, at today's prices, every month alike. */
const planSource = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${steadyPlan(scope.client, scope.farmIds)}, months as (select generate_series(1, 12) as month), source_feed as (
    select m.month, s.group_id, s.ingredient_id, s.kg, s.kg * coalesce(nullif(n.average_price, 0), n.price) as cost
    from steady_plan s join ingredient n on n.client_id = ${scope.client} and n.id = s.ingredient_id and not n.deleted cross join months m
  ), source_heads as (
    select m.month, s.group_id, max(s.heads) as head_days, 1 as days from steady_plan s cross join months m group by 1, 2
  )`;
