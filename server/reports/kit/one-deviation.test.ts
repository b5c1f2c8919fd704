import { describe, expect } from 'vitest';
import { allReports } from '#contract/reports/index.ts';
import type { Cell, ReportData, Row } from '#contract/reports/shape.ts';
import { test } from '#tests/support/reports/test.ts';
import { viewsOf } from '#tests/support/reports/views.ts';
import { range } from '#tests/support/reports/world.ts';

/** Recomputes a figure from its row; undefined if the row lacks the cells. */
type Rule = (row: Row) => number | null | undefined;

/** The one rule: fact − plan, also in percent of the plan; the percentage is empty if nothing was planned. */
const deviation = (fact: number, plan: number) => fact - plan;
const percent = (missed: number, plan: number) => (plan === 0 ? null : (100 * missed) / plan);

/** Applies a rule to cells of a row that has them all. */
const from =
  (keys: readonly string[], rule: (...values: number[]) => number | null): Rule =>
  (row) =>
    keys.every((key) => key in row) && keys.some((key) => row[key] !== null) ? rule(...keys.map((key) => Number(row[key]))) : undefined;
/** The part of the plan that has facts. */
const recorded = (plan: number, waiting: number, notRecorded: number) => plan - waiting - notRecorded;
const PLAN = ['plan', 'waiting', 'not_recorded'] as const;
const DELIVERED = ['delivery_plan', 'delivery_waiting', 'delivery_not_recorded'] as const;
const LOADED = ['loading_plan', 'loading_waiting', 'loading_not_recorded'] as const;
const deviationRule = (fact: string, plan: readonly string[]) =>
  from([fact, ...plan], (is, ...was) => deviation(is!, recorded(...(was as [number, number, number]))));
const percentRule = (missed: string, plan: readonly string[]) =>
  from([missed, ...plan], (is, ...was) => percent(is!, recorded(...(was as [number, number, number]))));

const RULES: Readonly<Record<string, Rule>> = {
  deviation: deviationRule('fact', PLAN),
  deviation_percent: percentRule('deviation', PLAN),
  delivery_deviation: deviationRule('delivered', DELIVERED),
  delivery_deviation_percent: percentRule('delivery_deviation', DELIVERED),
  loading_deviation: deviationRule('loaded', LOADED),
  loading_deviation_percent: percentRule('loading_deviation', LOADED),
  auger_off: (row) =>
    from(['rotations_per_tonne', 'auger_norm'], (is, norm) => percent(deviation(is!, norm!), norm!))(row) ??
    from(['coefficient', 'coefficient_norm'], (is, norm) => percent(deviation(is!, norm!), norm!))(row),
  drift: from(
    ['loaded_weight', 'refed_weight', 'in_mixer', 'unloaded_weight'],
    (loaded, refed, rest, out) => loaded! + refed! - rest! - out!,
  ),
  drift_percent: from(['drift', 'loaded_weight', 'refed_weight', 'in_mixer'], (drift, loaded, refed, rest) =>
    percent(drift!, loaded! + refed! - rest!),
  ),
  difference: from(['fact', 'budget'], (is, was) => deviation(is!, was!)),
  difference_percent: from(['fact', 'budget'], (is, was) => percent(deviation(is!, was!), was!)),
};

/** Signed columns that are no deviation of kilograms or percent from a plan. */
const OTHERS: ReadonlySet<string> = new Set([
  // Money and time of deviations, each judged by its own price or clock.
  ...['loading_cost_of_error', 'unloading_cost_of_error', 'loading_bias', 'punctuality', 'lateness', 'price_difference'],
  // Causes of a difference: they add up to it.
  ...['heads_effect', 'usage_effect', 'mix_effect', 'price_effect', 'shrink', 'ration_effect'],
  ...['cost_effect', 'cost_effect_percent', 'cost_effect_total', 'load_moved', 'cost_moved'],
  // Steps of nutrients from paper to trough, which add up.
  ...['step_loading', 'step_division', 'step_mixer', 'step_refusals', 'step_percent'],
  // Distances of a nutrient from its norm, and of an analysis from its limits and its usual value.
  ...['norm_difference_percent', 'analysis_beyond', 'analysis_off_percent'],
  // Moves of stock, which have a direction.
  ...['counted', 'check', 'check_value', 'revaluation', 'moved', 'moved_value', 'short_days'],
]);
const isOther = (key: string) => OTHERS.has(key) || /^counted_\d{4}-/.test(key) || /_effect$|^iofc_/.test(key);

const signedKeys = (report: (typeof allReports)[number]) =>
  new Set(
    viewsOf(report).flatMap(({ columns, series, tiles }) =>
      [...columns, ...series.flatMap(({ y }) => y), ...tiles].filter((one) => one.deviation).map(({ key }) => key),
    ),
  );
/** Lists the deviations of a row. */
const listDeviations = (row: Row) => Object.keys(RULES).filter((key) => key in row);

const EXPLORED = [...DELIVERED, 'delivered', 'delivery_deviation', 'delivery_deviation_percent'];
const EXPLORED_LOADS = [...LOADED, 'loaded', 'loading_deviation', 'loading_deviation_percent'];
/** Query parameters of a report in addition to its days, by a name for the test title. */
const ASKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  explorer: Object.fromEntries(
    [
      ...['day', 'group', 'ration', 'operator'].map((row) => ['deliveries', row, EXPLORED] as const),
      ...['day', 'ingredient', 'ration', 'operator'].map((row) => ['loads', row, EXPLORED_LOADS] as const),
    ].map(([what, row, measures]) => [` of ${what} by ${row}`, `&row=${row}${measures.map((one) => `&measure=${one}`).join('')}`]),
  ),
};

describe('a deviation follows one rule in every report', () => {
  test('each signed column of the registry has a rule or is listed as no deviation', () => {
    const unruled = allReports.flatMap((report) =>
      [...signedKeys(report)].filter((key) => !(key in RULES) && !isOther(key)).map((key) => `${report.id}: ${key}`),
    );
    expect(unruled).toEqual([]);
  });

  const showing = allReports.filter(
    (report) => [...signedKeys(report)].some((key) => key in RULES) && !report.required?.includes('blank') && !('address' in report),
  );
  const cases = showing.flatMap(({ id }) =>
    Object.entries(ASKED[id] ?? { '': '' }).flatMap(([part, asked]) => ['signed', 'absolute'].map((way) => ({ id, part, asked, way }))),
  );
  test.for(cases)('$id$part shows $way deviations by the rule', async ({ id, way, asked }, { world }) => {
    const offers = allReports.find((report) => report.id === id)!.filters.some((filter) => filter === 'deviation');
    const switched = way === 'absolute' && offers ? '&deviation=absolute' : '';
    const { status, data, errors } = await world.client.owner.get<ReportData>(
      `report/${id}/make/?${range}&farm=${world.kyiv.id}${asked}${switched}`,
    );
    expect(errors).toBeUndefined();
    expect(status).toBe(200);
    const wrong: string[] = [];
    let compared = 0;
    const check = (where: string, row: Row) => {
      for (const key of listDeviations(row)) {
        const right = RULES[key]!(row);
        if (right === undefined) continue;
        compared += 1;
        if (!agrees(row[key], right, switched !== '' && !key.endsWith('_percent')))
          wrong.push(`${where} ${key}: ${row[key]}, by the rule ${right}`);
      }
    };
    for (const [at, row] of data.rows.entries()) check(`row ${at}`, row);
    check('totals', data.totals);
    for (const { key, rows } of data.series) for (const row of rows) check(key, row);
    expect(wrong).toEqual([]);
    expect({ compared: data.rows.length === 0 || compared > 0 }).toEqual({ compared: true });
  });
});

/** Compares a cell with the rule; a sum of sizes is at least the size of the sum. */
function agrees(cell: Cell | undefined, right: number | null, isSize: boolean): boolean {
  if (right === null || cell === null || cell === undefined) return (cell ?? null) === null && !right;
  return isSize ? Number(cell) > Math.abs(right) - 1e-4 : Math.abs(Number(cell) - right) < 1e-4;
}
