import type { Measure } from '#contract/reports/explorer-words.ts';
import { MILK_FIGURES } from '#server/reports/iofc/totals.ts';
import { FEEDING_FIGURES } from '#server/reports/sql/feeding-figures.ts';
import { BULLSEYE, per } from '#server/reports/sql/formulas.ts';
import { LOAD_FIGURES } from '#server/reports/sql/loads.ts';

type Formulas = Partial<Record<Measure, string>>;

/** Of what groups got: the figures of reports on feedings, under names that tell loading and unloading apart. */
export const DELIVERY: Formulas = {
  delivery_plan: FEEDING_FIGURES.plan,
  delivery_waiting: FEEDING_FIGURES.waiting,
  delivery_not_recorded: FEEDING_FIGURES.not_recorded,
  delivered: FEEDING_FIGURES.fact,
  delivery_deviation: FEEDING_FIGURES.deviation,
  delivery_deviation_percent: FEEDING_FIGURES.deviation_percent,
  leftovers: FEEDING_FIGURES.leftovers,
  leftovers_percent: FEEDING_FIGURES.leftovers_percent,
  eaten: 'fact - coalesce(leftover, 0)',
  heads: 'heads',
  plan_per_head: FEEDING_FIGURES.plan_per_head,
  fact_per_head: FEEDING_FIGURES.fact_per_head,
  dry_matter_per_head: FEEDING_FIGURES.dry_matter_per_head,
  dmi: FEEDING_FIGURES.dmi,
  cost_per_head: FEEDING_FIGURES.cost_per_head,
  unloading_accuracy: FEEDING_FIGURES.unloading_accuracy,
  unloading_bias: FEEDING_FIGURES.unloading_bias,
  unloading_bullseye: BULLSEYE,
  unloading_cost_of_error: FEEDING_FIGURES.unloading_cost_of_error,
};

/** Of those, the ones that take what groups left, which no roll-up keeps: a day's leftovers are those of the next days. */
export const OF_LEFTOVERS: readonly Measure[] = ['leftovers', 'leftovers_percent', 'eaten', 'dmi'];

/** Of the groups' shares of what was loaded, feed by feed or of a whole load. */
export const SHARE: Formulas = {
  given: 'given',
  carried: 'carried',
  dry_matter: 'dry_matter',
  cost: 'cost',
  price_given: per('cost', 'given'),
  cost_per_dry_matter: per('cost', 'dry_matter'),
};

/** Of what went into mixers. */
export const LOADING: Formulas = {
  loading_plan: LOAD_FIGURES.plan,
  loading_waiting: LOAD_FIGURES.waiting,
  loading_not_recorded: LOAD_FIGURES.not_recorded,
  loaded: LOAD_FIGURES.fact,
  loading_deviation: LOAD_FIGURES.deviation,
  loading_deviation_percent: LOAD_FIGURES.deviation_percent,
  loaded_dry_matter: 'dry_matter',
  loaded_cost: 'cost',
  loaded_price: per('cost', 'fact'),
  loading_accuracy: LOAD_FIGURES.loading_accuracy,
  loading_bias: LOAD_FIGURES.loading_bias,
  loading_bullseye: LOAD_FIGURES.bullseye,
  loading_cost_of_error: LOAD_FIGURES.loading_cost_of_error,
};

/** Of milk beside the feed of the same days. */
export const MILK: Formulas = {
  milk: 'milk_kg',
  milk_per_head: per('milk_kg', 'milk_heads'),
  milk_money: 'milk_money',
  iofc: 'milk_money - milk_cost',
  ...MILK_FIGURES,
};

/** Of several of them, level by level. */
export const ACROSS: Formulas = {
  // What came with refusals was loaded on another day, and what went on with them is given on another.
  undelivered: 'coalesce(loaded, 0) + coalesce(carried, 0) - coalesce(given, 0)',
};
/** What those take. */
export const TAKEN: Partial<Record<Measure, readonly Measure[]>> = { undelivered: ['loaded', 'given', 'carried'] };

/** Of the measures of loading, those whose sums the roll-up by day and month keeps. */
export const ROLLED: readonly Measure[] = [
  'loading_plan',
  'loading_waiting',
  'loading_not_recorded',
  'loaded',
  'loading_deviation',
  'loading_deviation_percent',
  'loaded_cost',
  'loaded_price',
];
