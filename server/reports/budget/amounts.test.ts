import { sql } from 'kysely';
import { expect } from 'vitest';
import { selected } from '#server/reports/sql/formulas.ts';
import { dice } from '#tests/support/reports/facts.ts';
import { test } from '#tests/support/test.ts';
import { BUDGET_AMOUNTS, BUDGET_EFFECTS } from './amounts.ts';

/** One feed of some animals in a month. */
interface Cell {
  head_days: number;
  fed_head_days: number;
  norm: number | null;
  norms: number | null;
  all_kg: number;
  price: string;
  kg: number;
  cost: string;
}
type Effects = Record<keyof typeof BUDGET_EFFECTS | 'difference' | 'rest', string>;

const CELL = sql.raw(
  'head_days numeric, fed_head_days numeric, norm numeric, norms numeric, all_kg numeric, price numeric, kg numeric, cost numeric, shrink numeric, of integer',
);
const SUMS = sql.raw([...Object.keys(BUDGET_AMOUNTS), 'shrink'].map((name) => `sum(${name}) as ${name}`).join(', '));

/** The effects of many cases of several feeds each, in exact decimals, as text. */
async function computeEffects(
  db: Parameters<ReturnType<typeof sql>['execute']>[0],
  cases: (Cell & { shrink: number })[][],
): Promise<Effects[]> {
  const rows = cases.flatMap((cells, of) => cells.map((cell) => ({ ...cell, of })));
  const effects = Object.fromEntries(Object.entries(BUDGET_EFFECTS).map(([name, effect]) => [name, `(${effect})::text`]));
  const { rows: found } = await sql<Effects>`
    select ${sql.raw(selected(effects))}, (fed_cost + shrink - budget)::text as difference,
      (fed_cost + shrink - budget - (${sql.raw(Object.values(BUDGET_EFFECTS).join(' + '))}))::text as rest
    from (
      select of, ${SUMS} from (
        select of, shrink, ${sql.raw(selected(BUDGET_AMOUNTS))} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(${CELL})
      ) a group by of
    ) s order by of`.execute(db);
  return found;
}

const HUNDREDTHS = 100;
/** Two to six feeds of one group, some of which the budget hasn't, some of which weren't fed; of every tenth there is no budget. */
function thrown(roll: ReturnType<typeof dice>): (Cell & { shrink: number })[] {
  const isBudgeted = roll.chance(0.9);
  const [head_days, fed_head_days] = [roll.whole(0, 3000), roll.whole(0, 3000)];
  const feeds = Array.from({ length: roll.whole(2, 6) }, () => ({
    norm: isBudgeted && roll.chance(0.8) ? roll.whole(0, 30_000_000) / 1e6 : null,
    kg: roll.chance(0.85) ? roll.whole(0, 90_000_000) / 1e3 : 0,
    price: (roll.whole(0, 4_000_000) / 1e5).toFixed(5),
    paid: roll.whole(0, 4_000_000),
    shrink: roll.chance(0.3) ? roll.whole(-100_000, 100_000) / HUNDREDTHS : 0,
  }));
  const sum = (values: number[], scale: number) => Math.round(values.reduce((all, one) => all + one * scale, 0)) / scale;
  const norms = isBudgeted
    ? sum(
        feeds.map(({ norm }) => norm ?? 0),
        1e6,
      )
    : null;
  const all_kg = sum(
    feeds.map(({ kg }) => kg),
    1e3,
  );
  return feeds.map(({ paid, ...feed }) => ({
    ...feed,
    head_days: feed.norm === null ? 0 : head_days,
    fed_head_days,
    norms,
    all_kg,
    cost: `${(BigInt(Math.round(feed.kg * 1e3)) * BigInt(paid)).toString()}e-8`,
  }));
}

test('the causes sum to the difference exactly in a thousand random cases', async ({ api }) => {
  const roll = dice(18);
  const cases = Array.from({ length: 1000 }, () => thrown(roll));
  const found = await computeEffects(api.database.acrossClients(), cases);
  expect(found).toHaveLength(1000);
  expect(found.filter(({ rest }) => Number(rest) !== 0 || /[1-9]/.test(rest))).toEqual([]);
  expect(new Set(found.map(({ difference }) => difference)).size).toBeGreaterThan(990);
});

test('a change of price alone moves "prices" alone', async ({ api }) => {
  const roll = dice(19);
  const cases = Array.from({ length: 1000 }, () => thrown(roll));
  const dearer = cases.map((cells) =>
    cells.map((cell) => ({ ...cell, cost: `${BigInt(cell.cost.slice(0, -3)) + BigInt(Math.round(cell.kg * 1e3)) * 12_345n}e-8` })),
  );
  const db = api.database.acrossClients();
  const [before, after] = [await computeEffects(db, cases), await computeEffects(db, dearer)];
  const others = ({ price_effect: _p, difference: _d, ...rest }: Effects) => rest;
  expect(after.map(others)).toEqual(before.map(others));
  expect(after.filter(({ price_effect }, at) => price_effect !== before[at]?.price_effect).length).toBeGreaterThan(950);
});

/** Standard kilograms and money per unit of output (here a head-day); actual use and payment; positive money is adverse. */
const PUBLISHED = [
  [
    'ACCA, Performance Management, mix and yield variances',
    {
      budget: 231.8,
      output: 231.8,
      feeds: [
        [50, 10, 13_200, 10],
        [40, 5, 7600, 5],
        [20, 9, 5600, 9],
      ],
    },
    { mix_effect: 9200, usage_effect: 7216, price_effect: 0, heads_effect: 0 },
  ],
  [
    'Horngren, Cost Accounting, direct materials mix and yield: Delpino ketchup',
    {
      budget: 4000,
      output: 4000,
      feeds: [
        [0.8, 70, 3250, 70],
        [0.48, 80, 2275, 82],
        [0.32, 90, 975, 96],
      ],
    },
    { mix_effect: -3250, usage_effect: 7700, price_effect: 10_400, heads_effect: 0 },
  ],
  [
    'Drury, Management and Cost Accounting, mix and yield: Milano',
    {
      budget: 10_300,
      output: 10_300,
      feeds: [
        [5, 7, 53_000, 7],
        [3, 5, 28_000, 5.3],
        [2, 2, 19_000, 2.2],
      ],
    },
    { mix_effect: 9000, usage_effect: -16_200, price_effect: 12_200, heads_effect: 0 },
  ],
  [
    'Horngren, Cost Accounting, flexible budget: Webb, direct materials',
    { budget: 12_000, output: 10_000, feeds: [[2, 30, 22_200, 28]] },
    { mix_effect: 0, usage_effect: 66_000, price_effect: -44_400, heads_effect: -120_000 },
  ],
] as const;

test('published examples come out as they were printed', async ({ api }) => {
  const cases = PUBLISHED.map(([, { budget, output, feeds }]) => {
    const norms = feeds.reduce((sum, [norm]) => sum + norm * 100, 0) / 100;
    const all_kg = feeds.reduce((sum, [, , kg]) => sum + kg, 0);
    return feeds.map(([norm, price, kg, paid]) => ({
      head_days: budget,
      fed_head_days: output,
      norm,
      norms,
      all_kg,
      price: String(price),
      kg,
      cost: String(Math.round(kg * paid * 100) / 100),
      shrink: 0,
    }));
  });
  const found = await computeEffects(api.database.acrossClients(), cases);
  for (const [at, [source, , printed]] of PUBLISHED.entries()) {
    for (const [cause, money] of Object.entries(printed)) {
      expect(Number(found[at]?.[cause as keyof typeof printed]), `${source}: ${cause}`).toBeCloseTo(money, 6);
    }
  }
});
