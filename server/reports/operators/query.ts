import { sql } from 'kysely';
import { BULLSEYE_SURVEY, operatorsView } from '#contract/reports/operators-view.ts';
import type { Cell } from '#contract/reports/shape.ts';
import { allCells } from '#server/reports/kit/heat-cells.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { BULLSEYE, namesOf, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { LOAD_FIGURES } from '#server/reports/sql/loads.ts';
import { COMPLETENESS, operatorSums } from '#server/reports/sql/operators.ts';
import { firstLoads } from '#server/reports/sql/punctuality.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';

const FIGURES = {
  ...LOAD_FIGURES,
  bullseye_beside: `${BULLSEYE} - ${BULLSEYE_SURVEY.mean}`,
  completeness: COMPLETENESS,
} as const;
const NAMED = {
  level: 't.level',
  operator_id: 't.operator_id',
  operator: "trim(a.first_name || ' ' || a.last_name)",
  ingredient_id: 't.ingredient_id',
  ingredient: 'n.name',
  loads: 't.loads',
  punctuality: 'w.punctuality',
} as const;
type OperatorRow = LevelRow<typeof NAMED & typeof FIGURES>;

const LEVELS = { row: ['operator_id'], cell: ['operator_id', 'ingredient_id'], total: [] } as const;

/** Loading by person, by person and feed, and in total, in one scan of the weighings. */
async function query(scope: ReportScope, levels: Partial<typeof LEVELS>): Promise<OperatorRow[]> {
  const { client } = scope;
  const { rows } = await sql<OperatorRow>`
    with ${operatorSums(scope, levels)}
    select ${sql.raw(`${selected(NAMED)}, ${shown(FIGURES)}`)}
    from summed t
    left join worked w on w.all_of_them = (t.level = 'total') and coalesce(w.operator_id, 0) = coalesce(t.operator_id, 0)
    left join account a on a.id = t.operator_id
    left join ingredient n on n.client_id = ${client} and n.id = t.ingredient_id
    order by operator nulls last, t.operator_id, ingredient, t.ingredient_id`.execute(scope.db);
  return rows;
}

/** How late the first loads began, by the weekday and the hour that they were planned for. */
async function latenessByHour(scope: ReportScope) {
  const { rows } = await sql<{ weekday: string; hour: string; lateness: Cell }>`
    select extract(isodow from planned_on)::text as weekday, to_char(planned_time, 'HH24:00') as hour, round(avg(late)) as lateness
    from ${firstLoads(scope)} first group by weekday, hour order by weekday, hour`.execute(scope.db);
  return allCells(rows, 'weekday', 'hour');
}

const TOTALS = ['loads' as const, 'punctuality' as const, ...namesOf(FIGURES)];
const sum = (rows: readonly OperatorRow[], level: string) =>
  rows.reduce((all, row) => (row.level === level ? all + Number(row.fact ?? 0) : all), 0);

/** The headline; `operators_difference` is the people's loads minus the total, in whole grams. */
function headline(rows: readonly OperatorRow[]) {
  const total = pick(atLevel(rows, 'total')[0], TOTALS);
  const difference = Math.round((sum(rows, 'total') - sum(rows, 'row')) * 1000) / 1000;
  // No survey benchmark if nobody loaded anything.
  const survey = sum(rows, 'total') > 0 ? BULLSEYE_SURVEY.mean : null;
  return { ...total, bullseye_survey: survey, operators_difference: difference };
}

async function makeOperators(scope: ReportScope): Promise<Made<typeof operatorsView>> {
  const { row, total } = LEVELS;
  const [rows, lateness, before] = await Promise.all([
    query(scope, LEVELS),
    latenessByHour(scope),
    previously(scope, (range) => query(range, { row, total })),
  ]);
  const people = atLevel(rows, 'row');
  return {
    rows: people.map(({ ingredient: _, ingredient_id: __, ...person }) => ({ ...person, worker_id: person.operator_id })),
    totals: pick(atLevel(rows, 'total')[0], TOTALS),
    tiles: headline(rows),
    previous: before && headline(before),
    series: {
      by_operator: people.map((person) => pick(person, ['operator', 'operator_id', 'bullseye'])),
      bias: allCells(
        atLevel(rows, 'cell').map((cell) => pick(cell, ['operator', 'operator_id', 'ingredient', 'ingredient_id', 'loading_bias'])),
        'operator',
        'ingredient',
      ),
      lateness,
    },
  };
}

export const operatorsServer: ReportServer<typeof operatorsView> = {
  rowKeys: ['operator_id'],
  viewOf: () => operatorsView,
  make: makeOperators,
};
