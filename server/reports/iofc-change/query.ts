import { sql } from 'kysely';
import { IOFC_CAUSES, type IofcCause, iofcChangeView } from '#contract/reports/iofc-change-view.ts';
import type { Cell } from '#contract/reports/shape.ts';
import { milkNotes } from '#server/reports/iofc/notes.ts';
import { type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { selected, shown } from '#server/reports/sql/formulas.ts';
import { comparedOf, type ReportScope } from '#server/reports/sql/scope.ts';
import { EXACT_CAUSES, iofcEffects } from './effects.ts';

const OF_PRICES = 'feed_price_effect';
const OF_RATIONS = 'feed_ration_effect';
type View = typeof iofcChangeView;

/** A range without head-days, or with milk that has no price, has no money. */
type Effect = Record<IofcCause | `${IofcCause}_total`, number | null> &
  Record<'previous' | 'current' | 'change' | 'change_total' | 'h0' | 'h1' | 'rest', number | null> &
  Record<'milk1' | 'milk0' | 'cost1' | 'cost0', number | null>;
type Ingredient = Record<'ingredient' | 'ingredient_id' | 'feed_price_effect' | 'feed_ration_effect', Cell>;

/** The report that shows what a cause is made of. */
const OPENS: Record<IofcCause, string> = {
  not_recorded: 'planfeed',
  milk_price: 'iofc',
  yield: 'iofc',
  components: 'iofc',
  feed_price: 'inout',
  ration: 'planfeed',
  heads: 'iofc',
  loading_error: 'schedule_load',
  leftovers: 'planfeed',
};

/** Money of the whole period is that of a head and day, which is exact, times its head-days. */
const EXACT = {
  previous: 'round(previous, 10)',
  current: 'round(current, 10)',
  change: 'round(current, 10) - round(previous, 10)',
  change_total: '(round(current, 10) - round(previous, 10)) * h1',
  ...EXACT_CAUSES,
  ...Object.fromEntries(Object.entries(EXACT_CAUSES).map(([cause, money]) => [`${cause}_total`, `(${money}) * h1`])),
};
const SUMS = { h1: 'h1', h0: 'h0', rest: 'rest', milk1: 'money1 / h1', milk0: 'money0 / h0', cost1: 'c1 / h1', cost0: 'c0 / h0' };

async function makeIofcChange(scope: ReportScope): Promise<Made<View>> {
  const before = comparedOf(scope);
  const filters = { previous_on_after: before.from, previous_on_before: before.to };
  const [{ rows }, notes] = await Promise.all([
    sql<Effect & { ingredients: Ingredient[] }>`
      with ${await iofcEffects(before, scope)}
      select ${sql.raw(`${selected(EXACT)}, ${shown(SUMS)}`)},
        (select coalesce(json_agg(json_build_object('ingredient', n.name, 'ingredient_id', n.id, 'feed_price_effect', round(-i.price_effect, 10),
          'feed_ration_effect', round(-i.ration_effect, 10)) order by n.name, n.id), '[]')
          from by_ingredient i join ingredient n on n.client_id = ${scope.client} and n.id = i.ingredient_id) as ingredients
      from iofc_effect`.execute(scope.db),
    milkNotes(scope),
  ]);
  const [effect] = rows;
  if (!effect) return { rows: [], totals: noEffect, tiles: nothing, series: null, notes, filters };
  const { previous, current, change } = effect;
  const toEffectFigures = (part: number | null, whole: number | null) => ({
    iofc_effect: part,
    iofc_effect_percent: part === null || !previous ? null : (100 * part) / Math.abs(previous),
    iofc_effect_total: whole,
  });
  return {
    rows: (current === null ? [] : IOFC_CAUSES).map((cause) => ({
      id: cause,
      cause,
      // Without a range before there is a present, and nothing that it changed from.
      ...(change === null ? noEffect : toEffectFigures(effect[cause], effect[`${cause}_total`])),
      how: cause,
      // An effect keeps to no tolerance.
      beyond: false,
      opens: OPENS[cause],
    })),
    totals: toEffectFigures(change, effect.change_total),
    tiles: {
      iofc_per_head: current,
      iofc_change: change,
      milk_money_per_head: effect.milk1,
      cost_per_head: effect.cost1,
      heads: effect.h1,
      causes_rest: effect.rest,
    },
    previous: {
      iofc_per_head: previous,
      iofc_change: null,
      milk_money_per_head: effect.milk0,
      cost_per_head: effect.cost0,
      heads: effect.h0,
      causes_rest: null,
    },
    series: change === null ? null : drawn(effect),
    notes,
    filters,
  };
}

/** The way from the income before to the income now, and the feeds whose prices or rations had the largest part in it. */
function drawn({ previous, current, ingredients, ...effect }: Effect & { ingredients: Ingredient[] }) {
  const largest = <K extends typeof OF_PRICES | typeof OF_RATIONS>(key: K) =>
    ingredients
      .filter((row) => Math.abs(Number(row[key])) >= 0.005)
      .sort((x, y) => Math.abs(Number(y[key])) - Math.abs(Number(x[key])))
      .map((row) => pick(row, ['ingredient', 'ingredient_id', key]));
  return {
    causes: [
      { cause: 'previous', iofc_effect: previous, standing: true },
      ...IOFC_CAUSES.map((cause) => ({ cause, iofc_effect: effect[cause], opens: OPENS[cause] })),
      { cause: 'current', iofc_effect: current, standing: true },
    ],
    prices: largest(OF_PRICES),
    rations: largest(OF_RATIONS),
  };
}

const noEffect = { iofc_effect: null, iofc_effect_percent: null, iofc_effect_total: null };
const nothing = { iofc_per_head: null, iofc_change: null, milk_money_per_head: null, cost_per_head: null, heads: null, causes_rest: null };

export const iofcChangeServer: ReportServer<View> = { rowKeys: null, viewOf: () => iofcChangeView, make: makeIofcChange };
