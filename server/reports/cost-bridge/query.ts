import { sql } from 'kysely';
import { BRIDGE_STEPS, type BridgeStep, costBridgeView } from '#contract/reports/cost-bridge-view.ts';
import type { StockMove } from '#contract/reports/inout.ts';
import { type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { loadParts } from '#server/reports/sql/carried.ts';
import { feedings } from '#server/reports/sql/feedings.ts';
import { dryMatter } from '#server/reports/sql/formulas.ts';
import { loadItems } from '#server/reports/sql/loads.ts';
import { measuredMoves } from '#server/reports/sql/moved-dry-matter.ts';
import { ledgerMoves, MOVE_IS } from '#server/reports/sql/moves.ts';
import { previousOf, type ReportScope } from '#server/reports/sql/scope.ts';

/**
 * How each measure is read from a weighing, a feeding (its own, and its part of the load), what its load was brought with refusals, and a row of the
 * ledger. A group was given what it left, and whoever it is fed to is given it once more.
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
type Measure = keyof typeof MEASURES;
const measures = Object.keys(MEASURES) as Measure[];

/** What neither was bought nor went into the mixers of the report's farms, but for what counts found. */
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
const sumsOf = (measure: Measure) => {
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

/** Each step by its own formula. */
const STEPS: Record<BridgeStep, string> = {
  paper: 'paper',
  loading_error: 'loaded - paper',
  loaded: 'loaded',
  refed: 'refed',
  undelivered: 'part - loaded - refed',
  beyond_load: 'delivered - part',
  delivered: 'delivered',
  left: '-"left"',
  eaten: 'delivered - "left"',
  uneaten: 'loaded - (delivered - "left")',
  unreported: 'fed - loaded',
  stock_change: 'stock_change',
  other_moves: 'other_moves',
  counted: '-counted',
  purchased: 'purchased',
};

type Sums = ReadonlyMap<string, Record<BridgeStep, number>>;

async function query(scope: ReportScope): Promise<Sums> {
  const { rows } = await sql<Record<BridgeStep, number> & { measure: string }>`
    with ${feedings(scope)}, ${loadItems(scope)}, load_part as (select * from (${loadParts(scope)}) p where schedule_id in (select schedule_id from item)),
      ${ledgerMoves(scope)}, ${measuredMoves(scope)}
    select measure, ${sql.raw(
      Object.entries(STEPS)
        .map(([step, formula]) => `round(${formula}, 6) as "${step}"`)
        .join(', '),
    )}
    from (${sql.raw(measures.map(sumsOf).join(' union all '))}) sums`.execute(scope.db);
  return new Map(rows.map((row) => [row.measure, row]));
}

/** The report that shows what a step is made of. */
const OPENS: Record<BridgeStep, string> = {
  paper: 'schedule_load',
  loading_error: 'schedule_load',
  loaded: 'schedule_load',
  refed: 'refusals',
  undelivered: 'load_ings_by_groups',
  beyond_load: 'schedule_upload',
  delivered: 'schedule_upload',
  left: 'planfeed',
  eaten: 'planfeed',
  uneaten: 'planfeed',
  unreported: 'inout',
  stock_change: 'inout',
  other_moves: 'inout',
  counted: 'inout',
  purchased: 'inout',
};

const percentOf = (part: unknown, whole: unknown) => (Number(whole) === 0 ? null : (100 * Number(part)) / Number(whole));
const headline = (sums: Sums) => {
  const cost = sums.get('cost');
  return { ...pick(cost, ['loaded', 'delivered', 'eaten', 'purchased']), eaten_share: percentOf(cost?.eaten, cost?.loaded) };
};

async function make(scope: ReportScope): Promise<Made<typeof costBridgeView>> {
  const [sums, before] = await Promise.all([query(scope), query(previousOf(scope))]);
  const steps = BRIDGE_STEPS.filter(([id]) => id !== 'refed' || measures.some((measure) => Number(sums.get(measure)?.refed) !== 0)).map(
    ([id, standing]) => {
      const of = (measure: Measure) => sums.get(measure)?.[id] ?? null;
      const cost = of('cost');
      return {
        id,
        step: id,
        standing: standing,
        weight: of('weight'),
        dry_matter: of('dry_matter'),
        cost,
        of_paper: percentOf(cost, sums.get('cost')?.paper),
        opens: OPENS[id],
      };
    },
  );
  const moved = steps.some(({ weight, cost }) => weight !== 0 || cost !== 0);
  const drawn = <M extends Measure>(measure: M) => steps.map((row) => pick(row, ['id', 'step', 'standing', 'opens', measure]));
  return {
    rows: moved ? steps : [],
    totals: {},
    tiles: headline(sums),
    previous: headline(before),
    series: moved ? { cost: drawn('cost'), weight: drawn('weight'), dry_matter: drawn('dry_matter') } : null,
  };
}

export const costBridgeServer: ReportServer<typeof costBridgeView> = { rowKeys: ['step'], viewOf: () => costBridgeView, make };
