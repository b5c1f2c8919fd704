import { sql } from 'kysely';
import { BRIDGE_STEPS, type BridgeStep, costBridgeView } from '#contract/reports/cost-bridge-view.ts';
import { type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { loadParts } from '#server/reports/sql/carried.ts';
import { feedings } from '#server/reports/sql/feedings.ts';
import { loadItems } from '#server/reports/sql/loads.ts';
import { measuredMoves } from '#server/reports/sql/moved-dry-matter.ts';
import { ledgerMoves } from '#server/reports/sql/moves.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { type Measure, measures, sumsOf } from './measures.ts';

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

const toPercent = (part: unknown, whole: unknown) => (Number(whole) === 0 ? null : (100 * Number(part)) / Number(whole));
const headline = (sums: Sums) => {
  const cost = sums.get('cost');
  return { ...pick(cost, ['loaded', 'delivered', 'eaten', 'purchased']), eaten_share: toPercent(cost?.eaten, cost?.loaded) };
};

async function makeCostBridge(scope: ReportScope): Promise<Made<typeof costBridgeView>> {
  const [sums, before] = await Promise.all([query(scope), previously(scope, query)]);
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
        of_paper: toPercent(cost, sums.get('cost')?.paper),
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
    previous: before && headline(before),
    series: moved ? { cost: drawn('cost'), weight: drawn('weight'), dry_matter: drawn('dry_matter') } : null,
  };
}

export const costBridgeServer: ReportServer<typeof costBridgeView> = {
  rowKeys: ['step'],
  viewOf: () => costBridgeView,
  make: makeCostBridge,
};
