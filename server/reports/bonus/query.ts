import { sql } from 'kysely';
import { monthRange } from '#contract/periods.ts';
import { bonusView } from '#contract/reports/bonus-view.ts';
import type { Cell, Row } from '#contract/reports/shape.ts';
import { invalid } from '#server/platform/errors.ts';
import type { Made, ReportServer } from '#server/reports/kit/report.ts';
import { BIAS, BULLSEYE, type CellsOf, selected, shown } from '#server/reports/sql/formulas.ts';
import { LOAD_FIGURES } from '#server/reports/sql/loads.ts';
import { COMPLETENESS, operatorSums } from '#server/reports/sql/operators.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/** The measure of the steps by person. Bias counts by its absolute value; deviation and cost of error are absolute already. */
const MEASURES = {
  bullseye: BULLSEYE,
  loading_bias: `abs(${BIAS})`,
  punctuality: 'w.punctuality',
  completeness: COMPLETENESS,
  deviation: LOAD_FIGURES.deviation,
  loading_cost_of_error: LOAD_FIGURES.loading_cost_of_error,
} as const;
const NAMES = Object.keys(MEASURES) as (keyof typeof MEASURES)[];
const measured = NAMES.map((name) => `('${name}', p.${name})`).join(', ');

const NAMED = {
  operator_id: 'p.operator_id',
  operator: "coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email)",
  rule_id: 'r.id',
  rule: 'r.name',
  loads: 'p.loads',
  cells: 'f.cells',
} as const;
const FIGURES = {
  ...(Object.fromEntries(NAMES.map((name) => [name, `p.${name}`])) as Record<keyof typeof MEASURES, string>),
  base: 'r.base',
  bonus: 'b.bonus',
  total: 'sum(b.bonus) over ()',
} as const;
// A factor has as many decimals as needed.
type PersonRow = CellsOf<typeof NAMED & typeof FIGURES> & { factor: Cell };

/** The rules of a farm's month: as it was closed with them, else those of now. */
const rules = ({ client, farmIds, from }: ReportScope) => sql`
  closed as (
    select bonus_rules from month_close where client_id = ${client} and farm_id = any(${farmIds}) and month = month_of(${from}::date)
  ), rule as (
    select r.id, r.name, r.base, r.steps from closed, jsonb_to_recordset(bonus_rules) r (id bigint, name text, base numeric, steps jsonb)
    union all
    select id, name, base, steps from bonus_rule
    where client_id = ${client} and farm_id = any(${farmIds}) and not deleted and not exists (select from closed)
  ), step as (
    select r.id as rule_id, s.position, s.step ->> 'measure' as measure, (s.step ->> 'from')::numeric as "from", (s.step ->> 'factor')::numeric as factor
    from rule r, jsonb_array_elements(r.steps) with ordinality s (step, position)
  )`;

/** A row per loader and rule. All products, comparisons and sums use exact decimals. */
async function people(scope: ReportScope): Promise<PersonRow[]> {
  // Over and under don't cancel out.
  const sizes: ReportScope = { ...scope, filters: { ...scope.filters, deviation: ['absolute'] } };
  const { rows } = await sql<PersonRow>`
    with ${operatorSums(sizes, { row: ['operator_id'] })}, person as materialized (
      select t.operator_id, t.loads, ${sql.raw(selected(MEASURES))}
      from summed t join worked w on not w.all_of_them and w.operator_id = t.operator_id where t.fact > 0
    ), ${rules(scope)}, reached as (
      select p.operator_id, s.rule_id, s.measure, product(s.factor) as factor
      from person p cross join lateral (values ${sql.raw(measured)}) m (measure, value)
      join step s on s.measure = m.measure and m.value >= s."from"
      group by p.operator_id, s.rule_id, s.measure
    ), factored as (
      select operator_id, rule_id, product(factor) as factor, jsonb_object_agg('factor_' || measure, factor) as cells
      from reached group by operator_id, rule_id
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(FIGURES)}`)}, b.factor
    from person p cross join rule r
    left join factored f on f.operator_id = p.operator_id and f.rule_id = r.id
    cross join lateral (select coalesce(f.factor, 1) as factor, round(r.base * coalesce(f.factor, 1), 2) as bonus) b
    join account a on a.id = p.operator_id
    order by operator, p.operator_id, r.name, r.id`.execute(scope.db);
  return rows;
}

interface StepRow {
  rule_id: number;
  rule: string;
  base: number;
  step: string;
  measure: string;
  from: number;
  factor: number;
}

async function steps(scope: ReportScope): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    with ${rules(scope)}
    select r.id as rule_id, r.name as rule, r.base, r.name || ' ' || s.position as step, s.measure, s."from", s.factor
    from rule r join step s on s.rule_id = r.id order by r.name, r.id, s.position`.execute(scope.db);
  return rows;
}

async function makeBonus(scope: ReportScope): Promise<Made<typeof bonusView>> {
  if (scope.farmIds.length !== 1) throw invalid('farm', 'invalid_value');
  const { before: end } = monthRange(scope.from.slice(0, 7));
  if (scope.to > end) throw invalid('planned_on_before', 'too_large', { limit: end });
  const [found, by_step] = await Promise.all([people(scope), steps(scope)]);
  const total = { bonus: found[0]?.total ?? null };
  return {
    rows: found.map(({ cells, total: _, ...row }) => ({ ...row, ...(cells as unknown as Row | null) })),
    totals: total,
    tiles: total,
    series: { by_step: by_step.map((row) => ({ ...row })) },
  };
}

export const bonusServer: ReportServer<typeof bonusView> = {
  rowKeys: ['operator_id', 'rule_id'],
  viewOf: () => bonusView,
  make: makeBonus,
};
