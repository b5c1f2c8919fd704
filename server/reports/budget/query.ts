import { sql } from 'kysely';
import { BUDGET_CAUSES, budgetRowsOf, budgetView } from '#contract/reports/budget-view.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { daySourcesOf } from '#server/reports/sql/feeding-days.ts';
import { deviationPercent, namesOf, selected, shown } from '#server/reports/sql/formulas.ts';
import { groupingsOf, type LevelRow } from '#server/reports/sql/levels.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { BUDGET_AMOUNTS, BUDGET_EFFECTS } from './amounts.ts';
import { budgetCells } from './cells.ts';
import { type Forecast, forecastOf, forecastSteps, hasItsYear } from './forecast.ts';
import { budgetNotes } from './notes.ts';

const COLUMNS = { month: 'date', farm_id: 'bigint', group_id: 'bigint', type_id: 'bigint', ingredient_id: 'bigint' } as const;
const LEVELS = {
  feed: { row: ['month', 'farm_id', 'ingredient_id'], month: ['month'], total: [] },
  group: { row: ['month', 'farm_id', 'group_id', 'type_id'], month: ['month'], total: [] },
  month: { row: ['month', 'farm_id'], month: ['month'], total: [] },
} as const;
const NAMED = {
  level: 't.level',
  month: 't.month',
  farm_id: 't.farm_id',
  farm: 'f.name',
  group_id: 'nullif(t.group_id, 0)',
  type_id: 't.type_id',
  unit: 'coalesce(g.name, y.name)',
  ingredient_id: 't.ingredient_id',
  ingredient: 'n.name',
} as const;
const SUMMED = ['budget_kg', 'fact_kg', ...namesOf(BUDGET_AMOUNTS), 'shrink'] as const;
const SUMS = SUMMED.map((name) => `sum(${name}) as ${name}`).join(', ');
const FIGURES = {
  budget_kg: 'budget_kg',
  fact_kg: 'fact_kg',
  ...(Object.fromEntries(namesOf(BUDGET_AMOUNTS).map((name) => [name, name])) as Record<keyof typeof BUDGET_AMOUNTS, string>),
  fact: 'fed_cost + shrink',
  ...BUDGET_EFFECTS,
  difference: 'fed_cost + shrink - budget',
  difference_percent: deviationPercent('fed_cost + shrink', 'budget'),
  // The identity that the report shows: the causes sum to the difference.
  causes_rest: `fed_cost + shrink - budget - (${Object.values(BUDGET_EFFECTS).join(' + ')})`,
} as const;
type BudgetRow = LevelRow<typeof NAMED & typeof FIGURES> & { foretold: Forecast | null };

/** The rows of each level, and the forecast with the total if its year is read already. */
async function query(scope: ReportScope, foretells: boolean): Promise<BudgetRow[]> {
  // A mix consists of all feeds, including those that the query filters out.
  const { ingredient, ...filters } = scope.filters;
  const whole = { ...scope, filters };
  const levels = LEVELS[budgetRowsOf(scope.filters)];
  const { row } = levels;
  const { select, sets } = groupingsOf(COLUMNS, levels);
  const { rows } = await sql<BudgetRow>`
    with ${budgetCells(whole, await daySourcesOf(whole, false))}, ${foretells ? sql`${forecastSteps(whole, ingredient)},` : sql``} shown_amount as (
      select ${sql.raw(`${row.join(', ')}, ${SUMS}`)}
      from amount where ${ingredient?.length ? sql`ingredient_id = any(${ingredient})` : sql`true`} group by ${sql.raw(row.join(', '))}
    ), summed as (
      select ${sql.raw(`${select}, ${SUMS}`)} from shown_amount group by grouping sets (${sql.raw(sets)})
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(FIGURES)}`)},
      ${foretells ? sql`case when t.level = 'total' then (select to_json(e) from foretold e) end` : sql`null`} as foretold
    from summed t
    left join farm f on f.client_id = ${scope.client} and f.id = t.farm_id
    left join animal_group g on g.client_id = ${scope.client} and g.id = t.group_id
    left join animal_type y on y.client_id = ${scope.client} and y.id = t.type_id
    left join ingredient n on n.client_id = ${scope.client} and n.id = t.ingredient_id
    where t.budget is not null
    order by t.month, f.name, t.farm_id, g.name, t.group_id, y.name, t.type_id, n.name, t.ingredient_id`.execute(scope.db);
  return rows;
}

const NAMES = namesOf(FIGURES);

async function makeBudget(scope: ReportScope): Promise<Made> {
  const foretells = hasItsYear(scope);
  const [rows, own, notes] = await Promise.all([query(scope, foretells), foretells ? null : forecastOf(scope), budgetNotes(scope)]);
  const [total] = atLevel(rows, 'total');
  // Without a budget of any day in the range there is no total to compare the forecast with.
  const forecast = own ?? (total ? (total.foretold ?? { forecast: null, year_budget: null }) : await forecastOf(scope));
  const totals = pick(total, NAMES);
  const toBudgetKey = ({ month, farm_id, group_id, type_id, ingredient_id }: Omit<BudgetRow, 'level' | 'foretold'>) =>
    [month, farm_id, group_id ?? 0, type_id ?? 0, ingredient_id ?? 0].join('_');
  return {
    rows: atLevel(rows, 'row').map(({ foretold: _, ...row }) => ({ id: toBudgetKey(row), ...row })),
    totals,
    tiles: { ...totals, ...forecast },
    series: total
      ? {
          causes: [
            { cause: 'budget', difference: totals.budget, standing: true },
            ...BUDGET_CAUSES.map((cause) => ({ cause, difference: totals[cause] })),
            { cause: 'fact', difference: totals.fact, standing: true },
          ],
          by_month: atLevel(rows, 'month').map((row) => pick(row, ['month', 'budget', 'fact'])),
        }
      : null,
    notes,
  };
}

const ROW_KEYS = {
  feed: ['month', 'farm_id', 'ingredient_id'],
  group: ['month', 'farm_id', 'group_id', 'type_id'],
  month: ['month', 'farm_id'],
};

export const budgetServer: ReportServer = {
  viewOf: budgetView,
  rowKeys: (filters) => ROW_KEYS[budgetRowsOf(filters)],
  make: makeBudget,
};
