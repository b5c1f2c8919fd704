import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { daySourcesOf } from '#server/reports/sql/feeding-days.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { steadyPlan } from '#server/reports/sql/steady-plan.ts';
import { budgetCells } from './cells.ts';

export interface Forecast {
  forecast: number | null;
  year_budget: number | null;
}

const lastYear = ({ to }: ReportScope) => ({ from: `${to.slice(0, 4)}-01-01`, to: `${to.slice(0, 4)}-12-31` });

/** True if a scope's days are all past days of the last day's year, so that its cells contain the year's feed. */
export function hasItsYear(scope: ReportScope): boolean {
  const { from, to } = lastYear(scope);
  return scope.from <= from && (scope.to === to || scope.farms.every(({ today }) => scope.to >= addDays(today, -1)));
}

/**
 * CTEs that follow `budgetCells` of such a scope and end in `foretold` (forecast, year_budget), one row or none. The forecast of the last
 * day's year is the feed fed and counted until yesterday, and for each day from today on the active plan at current prices. `year_budget`
 * is the budget of the whole year. No row if no farm has an approved budget of the year.
 */
export function forecastSteps(scope: ReportScope, ingredient: readonly number[] | undefined): RawBuilder<unknown> {
  const year = lastYear(scope);
  const fed = ingredient?.length ? sql`ingredient_id = any(${ingredient})` : sql`true`;
  const types = scope.filters.animal_type;
  const typed = types?.length ? sql`g.animal_type_id = any(${types})` : sql`true`;
  const held = sql`extract(year from ${year.from}::date)`;
  return sql`
    ${steadyPlan(scope.client, scope.farmIds)}, so_far as (
      select sum(fed_cost + shrink) as cost from amount where ${fed} and month >= ${year.from}::date
    ), to_come as (
      select sum(s.kg * coalesce(nullif(n.average_price, 0), n.price) * (${year.to}::date - p.today + 1)) as cost
      from steady_plan s join (select distinct farm_id from held_budget where year = ${held}) b on b.farm_id = s.farm_id
      join place p on p.farm_id = s.farm_id and p.today between ${year.from}::date and ${year.to}::date
      join animal_group g on g.client_id = ${scope.client} and g.id = s.group_id
      join ingredient n on n.client_id = ${scope.client} and n.id = s.ingredient_id
      where ${fed} and ${typed}
    ), budgeted as (
      select sum(round(heads * extract(day from make_date(year, of_month, 1) + interval '1 month - 1 day') * norm * price, 2)) as cost
      from held_line where year = ${held} and ${fed} and ${types?.length ? sql`type_id = any(${types})` : sql`true`}
    ), foretold as (
      select round(coalesce(f.cost, 0) + coalesce(c.cost, 0), 2) as forecast, b.cost as year_budget
      from budgeted b, so_far f, to_come c where b.cost is not null
    )`;
}

/** The same of the year of any scope. */
export async function forecastOf(scope: ReportScope): Promise<Forecast> {
  const { ingredient, ...filters } = scope.filters;
  const whole: ReportScope = { ...scope, filters, ...lastYear(scope) };
  const { rows } = await sql<Forecast>`
    with ${budgetCells(whole, await daySourcesOf(whole, false))}, ${forecastSteps(whole, ingredient)} select * from foretold`.execute(
    scope.db,
  );
  return rows[0] ?? { forecast: null, year_budget: null };
}
