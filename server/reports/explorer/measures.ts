import type { Measure } from '#contract/reports/explorer-words.ts';
import { MILK_FIGURES } from '#server/reports/iofc/totals.ts';
import { FEEDING_FIGURES } from '#server/reports/sql/feeding-figures.ts';
import { BULLSEYE, per, percentOf } from '#server/reports/sql/formulas.ts';
import { LOAD_FIGURES } from '#server/reports/sql/loads.ts';

type Formulas = Partial<Record<Measure, string>>;

/** Measures of what groups got: figures of the feeding reports, under names that distinguish loading and unloading. */
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

/** Measures that need leftovers. No roll-up stores leftovers, because they are weighed on later days. */
export const OF_LEFTOVERS: readonly Measure[] = ['leftovers', 'leftovers_percent', 'eaten', 'dmi'];

/** Measures of the groups' shares of loads, by feed or of whole loads. */
export const SHARE: Formulas = {
  given: 'given',
  carried: 'carried',
  dry_matter: 'dry_matter',
  cost: 'cost',
  price_given: per('cost', 'given'),
  cost_per_dry_matter: per('cost', 'dry_matter'),
};

/** Measures of loads in mixers. */
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

/** Measures of milk with the feed of the same days. */
export const MILK: Formulas = {
  milk: 'milk_kg',
  milk_per_head: per('milk_kg', 'milk_heads'),
  milk_money: 'milk_money',
  iofc: 'milk_money - milk_cost',
  ...MILK_FIGURES,
};

/** Kilograms of nitrogen in a kilogram of feed protein and of milk protein, as 1 ÷ factor. */
const PROTEIN_PER_NITROGEN = { feed: 6.25, milk: 6.38 } as const;
/**
 * Kilograms of methane per kilogram of dry matter by IPCC 2019, equation 10.21: 18.45 MJ of gross energy per kilogram, 6.3 % of them in
 * methane (table 10.12, dairy cows of 5000 to 8500 kg of milk a year), 55.65 MJ per kilogram of methane.
 */
const METHANE = '18.45 * 0.063 / 55.65';

/** Measures of nutrients per head and day, and of their cost and use. */
export const NUTRIENT: Formulas = {
  protein_delivered_per_head: per('protein_delivered', 'heads'),
  protein_eaten_per_head: per('protein_eaten', 'heads'),
  ndf_eaten_per_head: per('ndf_eaten', 'heads'),
  starch_eaten_per_head: per('starch_eaten', 'heads'),
  cost_per_protein: per('cost', 'protein_delivered'),
  nitrogen_efficiency: percentOf(`milk_protein / ${PROTEIN_PER_NITROGEN.milk}`, `protein_for_milk / ${PROTEIN_PER_NITROGEN.feed}`),
  methane_per_head: per(`dm_eaten * ${METHANE}`, 'heads'),
};

/** Measures calculated from several others, level by level. */
export const ACROSS: Formulas = {
  // Refusals that came with the load were loaded on another day; refusals that went on are given on another.
  undelivered: 'coalesce(loaded, 0) + coalesce(carried, 0) - coalesce(given, 0)',
};
/** Measures that those need. */
export const TAKEN: Partial<Record<Measure, readonly Measure[]>> = { undelivered: ['loaded', 'given', 'carried'] };

/** Measures of loading whose sums the roll-up by day and month stores. */
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
