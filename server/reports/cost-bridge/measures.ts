import type { StockMove } from '#contract/reports/inout.ts';
import { dryMatter } from '#server/reports/sql/formulas.ts';
import { MOVE_IS } from '#server/reports/sql/moves.ts';

/**
 * The formulas of each measure for a weighing, a feeding (its own, and its part of the load), feed brought into its load with leftovers,
 * and a row of the ledger. The quantity given to a group includes its leftovers, and counts again for the group that they are fed to.
 */
const MEASURES = {
  weight: { weighing: (kg: string) => kg, delivered: 'fact', part: 'of_load + refed', brought: 'kg', left: 'leftover', move: 'kg' },
  dry_matter: {
    weighing: (kg: string) => dryMatter(kg, 'dry_matter'),
    delivered: 'dry_matter + refed_dm',
    part: 'dry_matter + refed_dm',
    brought: 'dry_matter',
    left: 'leftover_dm + refed_dm',
    move: 'dry_matter',
  },
  cost: {
    weighing: (kg: string) => `${kg} * price`,
    delivered: 'cost + refed_cost',
    part: 'cost + refed_cost',
    brought: 'cost',
    left: 'leftover * (cost + refed_cost) / nullif(fact, 0)',
    move: 'value',
  },
} as const;
export type Measure = keyof typeof MEASURES;
export const measures = Object.keys(MEASURES) as Measure[];

/** Moves that are neither purchases nor loads of the report's farms, except counts. */
const OTHER_MOVES = [
  'harvested',
  'sold',
  'crafted_in',
  'crafted_out',
  'transferred_in',
  'transferred_out',
  'fed_by_others',
] as const satisfies readonly StockMove[];

/** The sums themselves, in the order of the bridge; `fed` and what follows are the ledger's. */
export const sumsOf = (measure: Measure) => {
  const { weighing, delivered, part, brought, left, move } = MEASURES[measure];
  const moved = (condition: string) => `(select coalesce(sum(${move}) filter (where ${condition}), 0) from measured)`;
  return `
    select '${measure}' as measure,
      (select coalesce(sum(${weighing('plan')}), 0) from item where fact is not null) as paper,
      (select coalesce(sum(${weighing('fact')}), 0) from item) as loaded,
      (select coalesce(sum(${brought}) filter (where carried), 0) from load_part) as refed,
      (select coalesce(sum(${part}), 0) from feeding) as part,
      (select coalesce(sum(${delivered}), 0) from feeding) as delivered,
      (select coalesce(sum(${left}), 0) from feeding) as "left",
      -${moved(MOVE_IS.fed)} as fed, ${moved('true')} as stock_change,
      -${moved(OTHER_MOVES.map((move) => `(${MOVE_IS[move]})`).join(' or '))} as other_moves,
      ${moved(MOVE_IS.counted)} as counted, ${moved(MOVE_IS.received)} as purchased`;
};
