import type { Cut } from './explorer-view.ts';
import type { Dimension, Measure } from './explorer-words.ts';

/** A fixed report as a cut of the explorer. */
export interface Preset {
  report: string;
  row: readonly Dimension[];
  /** The explorer's measures by column. */
  measure: Readonly<Record<string, Measure>>;
  /** Rows without this dimension contain undelivered feed, which is a measure of its own in the explorer. */
  without?: 'group_id';
}

const DELIVERY = {
  plan: 'delivery_plan',
  waiting: 'delivery_waiting',
  not_recorded: 'delivery_not_recorded',
  fact: 'delivered',
  deviation: 'delivery_deviation',
  deviation_percent: 'delivery_deviation_percent',
} as const;
const HEADS = {
  heads: 'heads',
  plan_per_head: 'plan_per_head',
  fact_per_head: 'fact_per_head',
  dry_matter_per_head: 'dry_matter_per_head',
  cost: 'cost',
  cost_per_head: 'cost_per_head',
  unloading_cost_of_error: 'unloading_cost_of_error',
} as const;
const SHARES = { given: 'given', dry_matter: 'dry_matter', cost: 'cost', price_given: 'price_given' } as const;

/** The fixed reports that open in the explorer with equal figures. */
export const PRESETS: readonly Preset[] = [
  {
    report: 'planfeed',
    row: ['day', 'group', 'ration'],
    measure: { ...DELIVERY, ...HEADS, dry_matter: 'dry_matter', leftovers: 'leftovers', leftovers_percent: 'leftovers_percent' },
  },
  { report: 'upload_groups', row: ['group'], measure: { ...DELIVERY, ...HEADS, unloading_accuracy: 'unloading_accuracy' } },
  { report: 'load_ings_by_groups', row: ['ingredient', 'group'], measure: SHARES, without: 'group_id' },
  { report: 'upload_ingredients', row: ['period', 'ingredient'], measure: SHARES },
];

/** The fixed report with these rows and all of these measures; undefined if one is only in the explorer. */
export const presetOf = ({ rows, measures }: Cut): Preset | undefined =>
  PRESETS.find(
    ({ row, measure }) => row.join() === rows.join() && measures.every((one) => Object.values(measure).some((other) => other === one)),
  );
