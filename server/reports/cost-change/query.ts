import { sql } from 'kysely';
import { COST_CAUSES, type CostCause, type costChange } from '#contract/reports/cost-change.ts';
import type { Cell } from '#contract/reports/shape.ts';
import { type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { comparedOf, type ReportScope } from '#server/reports/sql/scope.ts';
import { costEffects } from './effects.ts';

/** The causes between the costs before and after; empty if a range has no head-days. */
type Effect = Record<CostCause, number> & Record<'previous' | 'current' | 'h0' | 'h1' | 'c0' | 'c1', number | null>;

/** The part of a change that belongs to a feed. */
type Ingredient = Record<'ingredient' | 'ingredient_id' | 'price_effect' | 'ration_effect', Cell>;

/** The report that shows what a cause is made of. */
const OPENS: Record<CostCause, string> = {
  not_recorded: 'planfeed',
  prices: 'inout',
  heads: 'planfeed',
  ration: 'planfeed',
  loading_error: 'schedule_load',
  leftovers: 'planfeed',
};

// Ten decimals keep the sum of the causes equal to the change far past what money is shown with.
const rounded = (names: readonly string[]) => sql.raw(names.map((name) => `round(${name}, 10) as ${name}`).join(', '));

async function makeCostChange(scope: ReportScope): Promise<Made<typeof costChange>> {
  const before = comparedOf(scope);
  const filters = { previous_on_after: before.from, previous_on_before: before.to };
  const { rows } = await sql<Effect & { ingredients: Ingredient[] }>`
    with ${await costEffects(before, scope)}
    select ${rounded(['previous', 'current', 'h1', 'h0', 'c1', 'c0', ...COST_CAUSES])},
      (select coalesce(json_agg(json_build_object('ingredient', n.name, 'ingredient_id', n.id, 'price_effect', round(i.price_effect, 10),
        'ration_effect', round(i.ration_effect, 10)) order by n.name, n.id), '[]')
        from by_ingredient i join ingredient n on n.client_id = ${scope.client} and n.id = i.ingredient_id) as ingredients
    from effect`.execute(scope.db);
  const [effect] = rows;
  if (!effect) return { rows: [], totals: noEffect, tiles: nothing, series: null, filters };
  const { previous, current, h0, h1, c0, c1 } = effect;
  const change = previous === null || current === null ? null : current - previous;
  const per100 = (part: number) => (previous ? (100 * part) / previous : null);
  const toCostFigures = (part: number | null) => ({
    cost_effect: part,
    cost_effect_percent: part === null ? null : per100(part),
    cost_effect_total: part === null || h1 === null ? null : part * h1,
  });
  // Without a range before there is a present, and nothing that it changed from.
  const getEffect = (cause: CostCause) => (change === null ? null : effect[cause]);
  return {
    rows: (current === null ? [] : COST_CAUSES).map((cause) => ({
      id: cause,
      cause,
      ...toCostFigures(getEffect(cause)),
      how: cause,
      // An effect keeps to no tolerance.
      beyond: false,
      opens: OPENS[cause],
    })),
    totals: toCostFigures(change),
    tiles: { cost_per_head: current, cost_effect: change, cost: c1, head_days: h1 },
    previous: { cost_per_head: previous, cost_effect: null, cost: c0, head_days: h0 },
    series: change === null ? null : drawn(effect),
    filters,
  };
}

/** The way from the cost before to the cost now, and the feeds whose prices or rations had the largest part in it. */
function drawn({ previous, current, ingredients, ...effect }: Effect & { ingredients: Ingredient[] }) {
  const largest = <K extends 'price_effect' | 'ration_effect'>(key: K) =>
    ingredients
      .filter((row) => Math.abs(Number(row[key])) >= 0.005)
      .sort((x, y) => Math.abs(Number(y[key])) - Math.abs(Number(x[key])))
      .map((row) => pick(row, ['ingredient', 'ingredient_id', key]));
  return {
    causes: [
      { cause: 'previous', cost_effect: previous, standing: true },
      ...COST_CAUSES.map((cause) => ({ cause, cost_effect: effect[cause], opens: OPENS[cause] })),
      { cause: 'current', cost_effect: current, standing: true },
    ],
    prices: largest('price_effect'),
    rations: largest('ration_effect'),
  };
}

const noEffect = { cost_effect: null, cost_effect_percent: null, cost_effect_total: null };
const nothing = { cost_per_head: null, cost_effect: null, cost: null, head_days: null };

export const costChangeServer: ReportServer<typeof costChange> = { rowKeys: null, make: makeCostChange };
