/** Dimensions of rows. A query has up to `MAX_ROWS`, from the outermost inwards. */
export const DIMENSIONS = [
  'day',
  'week',
  'month',
  'farm',
  'group',
  'animal_type',
  'ration',
  'ingredient',
  'ingredient_type',
  'operator',
  'mixer',
  'period',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];
export const MAX_ROWS = 3;

/** Measures by their base: feedings of groups, shares of each feed, weighings, milk, nutrients of groups. */
export const MEASURES_OF = {
  delivery: [
    'delivery_plan',
    'delivery_waiting',
    'delivery_not_recorded',
    'delivered',
    'delivery_deviation',
    'delivery_deviation_percent',
    'leftovers',
    'leftovers_percent',
    'eaten',
    'heads',
    'plan_per_head',
    'fact_per_head',
    'dry_matter_per_head',
    'dmi',
    'cost_per_head',
    'unloading_accuracy',
    'unloading_bias',
    'unloading_bullseye',
    'unloading_cost_of_error',
  ],
  share: ['given', 'carried', 'dry_matter', 'cost', 'price_given', 'cost_per_dry_matter'],
  loading: [
    'loading_plan',
    'loading_waiting',
    'loading_not_recorded',
    'loaded',
    'undelivered',
    'loading_deviation',
    'loading_deviation_percent',
    'loaded_dry_matter',
    'loaded_cost',
    'loaded_price',
    'loading_accuracy',
    'loading_bias',
    'loading_bullseye',
    'loading_cost_of_error',
  ],
  milk: ['milk', 'milk_per_head', 'milk_money', 'iofc', 'iofc_per_head', 'efficiency', 'cost_per_milk'],
  nutrient: [
    'protein_delivered_per_head',
    'protein_eaten_per_head',
    'ndf_eaten_per_head',
    'starch_eaten_per_head',
    'cost_per_protein',
    'nitrogen_efficiency',
    'methane_per_head',
  ],
} as const;
export type MeasuredOn = keyof typeof MEASURES_OF;
export type Measure = (typeof MEASURES_OF)[MeasuredOn][number];
export const MEASURES: readonly Measure[] = Object.values(MEASURES_OF).flat();
