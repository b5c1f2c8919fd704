import { expect, test } from 'vitest';
import type { Limit } from '#contract/least-cost.ts';
import { optimiseRation } from './optimise.ts';
import type { RationProblem } from './ration-program.ts';
import { optimiseInThread } from './thread.ts';

type Values = Record<string, number>;
interface Example {
  source: string;
  /** Price, content as fed, and bounds of each feed. */
  feeds: Record<string, { price: number; values: Values; min?: number; max?: number }>;
  limits: (names: Record<string, number>) => Limit[];
  cost: number;
  amounts: Record<string, number>;
  /** Digits after the comma that the source prints. */
  digits: number;
}

const of = (nutrient: number | undefined, per: 'head' | 'fresh', min: number | null, max: number | null = null): Limit => ({
  of: 'nutrient',
  nutrient: Number(nutrient),
  per,
  min,
  max,
});
const weigh = (min: number, max: number | null = min): Limit => ({ of: 'weight', min, max });

/** Foods of a diet that two sources solve for different energy. */
const DIET: Example['feeds'] = {
  bread: { price: 2, values: { protein: 400, fat: 100, carbohydrates: 1500, energy: 9000 } },
  milk: { price: 3.5, values: { protein: 800, fat: 500, carbohydrates: 1170, energy: 12_000 }, max: 1 },
  cheese: { price: 8, values: { protein: 700, fat: 900, carbohydrates: 40, energy: 10_600 } },
  potato: { price: 1.5, values: { protein: 130, fat: 10, carbohydrates: 2260, energy: 9700 } },
  fish: { price: 11, values: { protein: 800, fat: 700, carbohydrates: 0, energy: 13_000 }, min: 0.5 },
  yogurt: { price: 1, values: { protein: 920, fat: 100, carbohydrates: 1700, energy: 18_000 } },
};

const EXAMPLES: Example[] = [
  {
    source: 'Khamis, Optimization Algorithms (Manning), table 2.1 and listing 2.6: 65 % corn, 3 % limestone, 32 % soybean meal, $0.4916/kg',
    feeds: {
      corn: { price: 30.5, values: { calcium: 0.1, protein: 9, fibre: 2 } },
      limestone: { price: 10, values: { calcium: 38, protein: 0, fibre: 0 } },
      soybean: { price: 90, values: { calcium: 0.2, protein: 50, fibre: 8 } },
    },
    limits: ({ calcium, protein, fibre }) => [
      of(calcium, 'fresh', 0.8, 1.2),
      of(protein, 'fresh', 22),
      of(fibre, 'fresh', null, 5),
      weigh(1),
    ],
    cost: 49.156,
    amounts: { corn: 0.64857, limestone: 0.02817, soybean: 0.32326 },
    digits: 3,
  },
  {
    source: 'Taha, Operations Research, diet problem of a farm that uses 800 units of feed a day: $437.64',
    feeds: {
      corn: { price: 0.3, values: { protein: 9, fibre: 2 } },
      soybean: { price: 0.9, values: { protein: 60, fibre: 6 } },
    },
    limits: ({ protein, fibre }) => [of(protein, 'fresh', 30), of(fibre, 'fresh', null, 5), weigh(800, null)],
    cost: 437.647,
    amounts: { corn: 470.588, soybean: 329.412 },
    digits: 3,
  },
  {
    source: 'coin-or.github.io/pulp, A Blending Problem: cat food, $0.52 a can',
    feeds: {
      chicken: { price: 0.013, values: { protein: 10, fat: 8, fibre: 0.1, salt: 0.2 } },
      beef: { price: 0.008, values: { protein: 20, fat: 10, fibre: 0.5, salt: 0.5 } },
      mutton: { price: 0.01, values: { protein: 15, fat: 11, fibre: 0.3, salt: 0.7 } },
      rice: { price: 0.002, values: { protein: 0, fat: 1, fibre: 10, salt: 0.2 } },
      wheat: { price: 0.005, values: { protein: 4, fat: 1, fibre: 15, salt: 0.8 } },
      gel: { price: 0.001, values: { protein: 0, fat: 0, fibre: 0, salt: 0 } },
    },
    limits: ({ protein, fat, fibre, salt }) => [
      weigh(100),
      of(protein, 'head', 8),
      of(fat, 'head', 6),
      of(fibre, 'head', null, 2),
      of(salt, 'head', null, 0.4),
    ],
    cost: 0.52,
    amounts: { beef: 60, gel: 40 },
    digits: 6,
  },
  {
    source: 'CRAN limSolve, Blending: feed mix for pets, 0.5909, 0.1364 and 0.2727',
    feeds: {
      first: { price: 40, values: { a: 10, b: 5, c: 4, d: 1 } },
      second: { price: 60, values: { a: 20, b: 15, c: 1, d: 0 } },
      filler: { price: 0, values: { a: 0, b: 0, c: 0, d: 0 } },
    },
    limits: ({ a, b, c, d }) => [of(a, 'fresh', 8), of(b, 'fresh', 5), of(c, 'fresh', 2.5), of(d, 'fresh', 0.5), weigh(1)],
    cost: 31.8182,
    amounts: { first: 0.5909, second: 0.1364, filler: 0.2727 },
    digits: 4,
  },
  {
    source: 'Hillier and Lieberman, Introduction to Operations Research: steak and potatoes of Ralph Edmund, $21.82',
    feeds: {
      steak: { price: 8, values: { carbohydrates: 500, protein: 2000, fat: 1500 } },
      potatoes: { price: 4, values: { carbohydrates: 1500, protein: 500, fat: 200 } },
    },
    limits: ({ carbohydrates, protein, fat }) => [of(carbohydrates, 'head', 50), of(protein, 'head', 40), of(fat, 'head', null, 60)],
    cost: 21.82,
    amounts: { steak: 1.27, potatoes: 2.91 },
    digits: 2,
  },
  {
    source: 'docs.gurobi.com, diet example, solved in the tests of ticdat: 11.8288611111',
    feeds: {
      hamburger: { price: 2.49, values: { energy: 41_000, protein: 2400, fat: 2600, sodium: 73_000 } },
      chicken: { price: 2.89, values: { energy: 42_000, protein: 3200, fat: 1000, sodium: 119_000 } },
      hotDog: { price: 1.5, values: { energy: 56_000, protein: 2000, fat: 3200, sodium: 180_000 } },
      fries: { price: 1.89, values: { energy: 38_000, protein: 400, fat: 1900, sodium: 27_000 } },
      macaroni: { price: 2.09, values: { energy: 32_000, protein: 1200, fat: 1000, sodium: 93_000 } },
      pizza: { price: 1.99, values: { energy: 32_000, protein: 1500, fat: 1200, sodium: 82_000 } },
      salad: { price: 2.49, values: { energy: 32_000, protein: 3100, fat: 1200, sodium: 123_000 } },
      milk: { price: 0.89, values: { energy: 10_000, protein: 800, fat: 250, sodium: 12_500 } },
      iceCream: { price: 1.59, values: { energy: 33_000, protein: 800, fat: 1000, sodium: 18_000 } },
    },
    limits: ({ energy, protein, fat, sodium }) => [
      of(energy, 'head', 1800, 2200),
      of(protein, 'head', 91),
      of(fat, 'head', 0, 65),
      of(sodium, 'head', 0, 1779),
    ],
    cost: 11.8288611111,
    amounts: { hamburger: 0.604513888889, milk: 6.97013888889, iceCream: 2.59131944444 },
    digits: 9,
  },
  {
    source: 'hackage.haskell.org, glpk-headers 0.4.1, test Diet: corn 1.94, milk 10 and bread 10, $3.15',
    feeds: {
      corn: { price: 0.18, values: { energy: 7200, vitaminA: 10_700 }, max: 10 },
      milk: { price: 0.23, values: { energy: 12_100, vitaminA: 50_000 }, max: 10 },
      bread: { price: 0.05, values: { energy: 6500, vitaminA: 0 }, max: 10 },
    },
    limits: ({ energy, vitaminA }) => [of(energy, 'head', 2000, 2250), of(vitaminA, 'head', 5000, 50_000)],
    cost: 3.15,
    amounts: { corn: 1.94, milk: 10, bread: 10 },
    digits: 2,
  },
  {
    source: 'Render, Stair and Hanna, Quantitative Analysis: Holiday Meal Turkey Ranch, 8.4 and 4.8 lb, 31.2 ¢ (studylib.net/doc/5640002)',
    feeds: {
      first: { price: 2, values: { a: 500, b: 400, c: 50 } },
      second: { price: 3, values: { a: 1000, b: 300, c: 0 } },
    },
    limits: ({ a, b, c }) => [of(a, 'head', 90), of(b, 'head', 48), of(c, 'head', 1.5)],
    cost: 31.2,
    amounts: { first: 8.4, second: 4.8 },
    digits: 9,
  },
  {
    source: 'SAS/OR documentation, OPTLP example 3: the diet problem, 12.081337881',
    feeds: DIET,
    limits: ({ protein, fat, carbohydrates, energy }) => [
      of(energy, 'head', 300),
      of(protein, 'head', null, 10),
      of(fat, 'head', 8),
      of(carbohydrates, 'head', 10),
    ],
    cost: 12.081337881,
    amounts: { milk: 0.0536, cheese: 0.4495, potato: 1.8652, fish: 0.5 },
    digits: 4,
  },
  {
    source: 'GIPALS, linear dietary example (ozgrid.com/Services/linear-dietary.htm): 150 calories, $9.17',
    feeds: DIET,
    limits: ({ protein, fat, carbohydrates, energy }) => [
      of(energy, 'head', 150),
      of(protein, 'head', null, 10),
      of(fat, 'head', 8),
      of(carbohydrates, 'head', 10),
    ],
    cost: 9.17,
    amounts: { milk: 0.564, cheese: 0.185, potato: 0.147, fish: 0.5 },
    digits: 2,
  },
];

/** The problem with feeds of 50 % dry matter and values as fed. */
function toProblem({ feeds, limits }: Pick<Example, 'feeds' | 'limits'>): RationProblem {
  const nutrients = [...new Set(Object.values(feeds).flatMap(({ values }) => Object.keys(values)))];
  const ids = Object.fromEntries(nutrients.map((name, index) => [name, index + 1]));
  return {
    feeds: Object.values(feeds).map(({ price, values, min, max }, index) => ({
      ingredient: index + 1,
      price: String(price),
      min: String(min ?? 0),
      max: max === undefined ? null : String(max),
      dryMatter: '50',
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [ids[name], String(value)])),
    })),
    nutrients: Object.fromEntries(nutrients.map((name) => [ids[name], { unit: 'percent', per: 'fresh' }])),
    limits: limits(ids),
  };
}

test.each(EXAMPLES.map((example) => [example.source, example] as const))('published: %s', async (_, example) => {
  const { status, cost, feeds, certificate } = await optimiseRation({ problem: toProblem(example), priceLine: null, typical: [] });
  expect([status, certificate.proved]).toEqual(['optimal', true]);
  expect(cost).toBeCloseTo(example.cost, example.digits);
  const names = Object.keys(example.feeds);
  for (const [index, name] of names.entries()) expect(feeds?.[index]?.amount, name).toBeCloseTo(example.amounts[name] ?? 0, example.digits);
});

const [, taha] = EXAMPLES as [Example, Example];
/** Feeds of pigs, prices in cents (sites.math.washington.edu/~burke/crs/407/excel/pig-farming.html, without a printed optimum). */
const pigs: Pick<Example, 'feeds' | 'limits'> = {
  feeds: {
    corn: { price: 35, values: { carbohydrates: 9000, protein: 3000, vitamins: 1000 } },
    tankage: { price: 30, values: { carbohydrates: 2000, protein: 8000, vitamins: 2000 } },
    alfalfa: { price: 25, values: { carbohydrates: 4000, protein: 6000, vitamins: 5000 } },
  },
  limits: ({ carbohydrates, protein, vitamins }) => [of(carbohydrates, 'head', 200), of(protein, 'head', 180), of(vitamins, 'head', 150)],
};

test('a ration by dry matter has the values of the same ration as fed', async () => {
  const problem = toProblem(taha);
  const doubled = {
    ...problem,
    nutrients: Object.fromEntries(Object.keys(problem.nutrients).map((id) => [id, { unit: 'percent', per: 'dry' as const }])),
    feeds: problem.feeds.map((feed) => ({
      ...feed,
      values: Object.fromEntries(Object.entries(feed.values).map(([id, value]) => [id, String(Number(value) * 2)])),
    })),
    limits: [
      { of: 'nutrient', nutrient: 1, per: 'dry', min: 60, max: null },
      { of: 'nutrient', nutrient: 2, per: 'dry', min: null, max: 10 },
      { of: 'dry_matter', min: 400, max: null },
    ] satisfies Limit[],
  };
  const { cost, limits } = await optimiseRation({ problem: doubled, priceLine: null, typical: [] });
  expect(cost).toBeCloseTo(437.647, 3);
  expect(limits?.map(({ value, side }) => [value && Math.round(value * 1000) / 1000, side])).toEqual([
    [60, 'min'],
    [7.294, null],
    [400, 'min'],
  ]);
});

test('shadow prices, worth and price line of the pigs’ feeds agree with each other', async () => {
  const { cost, limits, feeds, price_line } = await optimiseRation({ problem: toProblem(pigs), priceLine: 2, typical: [] });
  // Duality: Σ shadow price × limit is the cost.
  const worth = [200, 180, 150].reduce((sum, limit, index) => sum + limit * (limits?.[index]?.shadow_price ?? 0), 0);
  expect(worth).toBeCloseTo(cost ?? 0, 9);
  const [corn, tankage, alfalfa] = feeds ?? [];
  expect([corn?.is_in, tankage?.is_in, alfalfa?.is_in]).toEqual([true, false, true]);
  // Break-even price: Σ shadow price × nutrient.
  const nutrients = [20, 80, 20].reduce((sum, value, index) => sum + value * (limits?.[index]?.shadow_price ?? 0), 0);
  expect(tankage?.worth).toBeCloseTo(nutrients, 9);
  const corners = price_line?.corners ?? [];
  expect(corners[0]?.price).toBe(0);
  expect(corners.at(-1)?.price).toBeCloseTo(tankage?.worth ?? 0, 9);
  expect(corners.at(-1)?.cost).toBeCloseTo(cost ?? 0, 9);
  const amounts = corners.map((corner) => corner.amounts.find(({ ingredient }) => ingredient === 2)?.amount ?? 0);
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
});

test('contradicting limits are named without the others, with the least change', async () => {
  const problem = toProblem(taha);
  const limits: Limit[] = [of(1, 'fresh', 30), of(2, 'fresh', null, 3), weigh(800, null), of(1, 'fresh', null, 90)];
  const { status, contradicting, changes, certificate } = await optimiseRation({
    problem: { ...problem, limits },
    priceLine: null,
    typical: ['1', '1'],
  });
  expect([status, certificate.proved]).toEqual(['infeasible', true]);
  expect(contradicting).toEqual([
    { limit: 0, feed: null, side: 'min' },
    { limit: 1, feed: null, side: 'max' },
    { limit: 2, feed: null, side: 'min' },
  ]);
  expect(changes?.length).toBeGreaterThan(0);
  const widened = limits.map((limit, index) => {
    const change = changes?.find((one) => one.limit === index);
    return change ? { ...limit, [change.side]: Math.round((change.value + (change.side === 'max' ? 1e-6 : -1e-6)) * 1e6) / 1e6 } : limit;
  });
  expect((await optimiseRation({ problem: { ...problem, limits: widened }, priceLine: null, typical: [] })).status).toBe('optimal');
});

test('the thread returns the answer of the same process', async () => {
  const task = { problem: toProblem(pigs), priceLine: 1, typical: ['1', '1', '1'] };
  expect(await optimiseInThread(task)).toEqual(await optimiseRation(task));
});
