import { sql } from 'kysely';
import { expect } from 'vitest';
import { IOFC_CAUSES, type IofcCause } from '#contract/reports/iofc-change-view.ts';
import { selected } from '#server/reports/sql/formulas.ts';
import { dice } from '#tests/support/reports/facts.ts';
import { test } from '#tests/support/test.ts';
import { causesOfIofc, EXACT_CAUSES } from './effects.ts';

/** Decimals as text, so that nothing is rounded on its way. */
interface Feed {
  group_id: number;
  heads: number;
  cost: string;
  carried: string;
  ingredient_id: number;
  kg: string;
  value: string;
  planned: string;
  missing: string;
}
interface Sold {
  farm_id: number;
  group_id: number | null;
  heads: number;
  kg: string;
  fat: string;
  protein: string;
  money: string;
  fat_money: string;
  protein_money: string;
  fat_worth: string;
  protein_worth: string;
}
interface Range {
  feed: Feed[];
  milk: Sold[];
}
type Case = [before: Range, after: Range];
type Effects = Record<IofcCause | 'change' | 'left' | 'rest', string>;

const FEED = sql.raw(
  'group_id bigint, heads numeric, cost numeric, carried numeric, ingredient_id bigint, kg numeric, value numeric, planned numeric, missing numeric',
);
const MILK = sql.raw(
  'farm_id bigint, group_id bigint, heads numeric, kg numeric, fat numeric, protein numeric, money numeric, fat_money numeric, protein_money numeric, fat_worth numeric, protein_worth numeric',
);
const SHOWN = selected({
  ...Object.fromEntries(Object.entries(EXACT_CAUSES).map(([cause, money]) => [cause, `(${money})::text`])),
  change: '(round(current, 10) - round(previous, 10))::text',
  left: `(round(current, 10) - round(previous, 10) - (${Object.values(EXACT_CAUSES).join(' + ')}))::text`,
  rest: 'rest::text',
});

/** The causes of each case, as text. */
async function computeEffects(db: Parameters<ReturnType<typeof sql>['execute']>[0], cases: readonly Case[]): Promise<Effects[]> {
  const rows = cases.map(([before, after], place) => ({ place, b: before.feed, a: after.feed, mb: before.milk, ma: after.milk }));
  const of = (name: string, shape: typeof FEED) =>
    sql`${sql.raw(name)} as materialized (select * from jsonb_to_recordset(${sql.raw(`k.${name}`)}) as r(${shape}))`;
  const { rows: found } = await sql<Effects>`
    select x.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k(place integer, b jsonb, a jsonb, mb jsonb, ma jsonb)
    cross join lateral (
      with ${of('b', FEED)}, ${of('a', FEED)}, ${of('mb', MILK)}, ${of('ma', MILK)}, ${causesOfIofc}
      select ${sql.raw(SHOWN)} from iofc_effect
    ) x order by k.place`.execute(db);
  return found;
}

/** A whole number of so many decimals, as text. */
const decimal = (units: bigint, digits: number) => `${units}e-${digits}`;
type Dice = ReturnType<typeof dice>;

/** The feed of a group in a range: kilograms in thousandths, prices in hundred-thousandths; planned leftovers replace a part of some. */
function fedBy(roll: Dice, group_id: number, heads: number): Feed[] {
  const parts = Array.from({ length: 4 }, (_, ingredient_id) => ({
    ingredient_id,
    grams: BigInt(roll.whole(1, 40_000_000)),
    price: BigInt(roll.whole(1, 4_000_000)),
  }));
  const fed = parts.filter(() => roll.chance(0.8));
  const cost = decimal(BigInt(roll.whole(1, 2_000_000_000)) * 10_000n, 8);
  const carried = roll.chance(0.2) ? decimal(BigInt(roll.whole(-9_000_000, 9_000_000)), 6) : '0';
  const own = { group_id, heads, cost, carried };
  return (fed.length > 0 ? fed : parts.slice(0, 1)).map(({ ingredient_id, grams, price }) => {
    const money = grams * price;
    const planned = roll.chance(0.3) ? money - money / 10n : money;
    const missing = roll.chance(0.1) ? planned : 0n;
    return {
      ...own,
      ingredient_id,
      kg: decimal(grams, 3),
      value: decimal(money, 8),
      planned: decimal(planned, 8),
      missing: decimal(missing, 8),
    };
  });
}

interface Prices {
  base: bigint;
  fat: bigint;
  protein: bigint;
}
interface Given {
  farm_id: number;
  group_id: number | null;
  heads: number;
  grams: bigint;
  fat: bigint;
  protein: bigint;
}
/** Grams of milk, fat and protein at prices of hundred-thousandths a kilogram. */
const sold = ({ farm_id, group_id, heads, grams, fat, protein }: Given, prices: Prices): Sold => ({
  farm_id,
  group_id,
  heads,
  kg: decimal(grams, 3),
  fat: decimal(fat, 3),
  protein: decimal(protein, 3),
  money: decimal(grams * prices.base + fat * prices.fat + protein * prices.protein, 8),
  fat_money: decimal(fat * prices.fat, 8),
  protein_money: decimal(protein * prices.protein, 8),
  fat_worth: decimal(grams * prices.fat, 8),
  protein_worth: decimal(grams * prices.protein, 8),
});

const pricesBy = (roll: Dice): Prices => ({
  base: BigInt(roll.whole(0, 2_000_000)),
  fat: BigInt(roll.whole(0, 30_000_000)),
  protein: BigInt(roll.whole(0, 40_000_000)),
});
function givenBy(roll: Dice, farm_id: number, group_id: number | null, heads: number): Given {
  const grams = BigInt(roll.whole(1_000_000, 900_000_000));
  const part = (low: number, high: number) => (grams * BigInt(roll.chance(0.05) ? 0 : roll.whole(low, high))) / 10_000n;
  return { farm_id, group_id, heads, grams, fat: part(280, 560), protein: part(260, 420) };
}

/** Up to five groups of two farms; the second farm's milk may be its own. Some groups are there in one of the ranges only. */
function thrown(roll: Dice): Case {
  const groups = Array.from({ length: roll.whole(1, 5) }, (_, n) => ({ group: n + 1, farm: n < 3 ? 1 : 2 }));
  const range = (all: boolean): Range => {
    const own = groups.filter(() => all || roll.chance(0.85)).map((one) => ({ ...one, heads: roll.whole(1, 9000) }));
    const here = own.length > 0 ? own : groups.slice(0, 1).map((one) => ({ ...one, heads: 30 }));
    const isWhole = roll.chance(0.5);
    const second = here.filter(({ farm }) => farm === 2);
    const byGroup = here.filter(({ farm }) => farm === 1 || !isWhole).map(({ farm, group, heads }) => givenBy(roll, farm, group, heads));
    const ofFarm =
      isWhole && second.length > 0
        ? [
            givenBy(
              roll,
              2,
              null,
              second.reduce((sum, { heads }) => sum + heads, 0),
            ),
          ]
        : [];
    return {
      feed: here.flatMap(({ group, heads }) => fedBy(roll, group, heads)),
      milk: [...byGroup, ...ofFarm].map((given) => sold(given, pricesBy(roll))),
    };
  };
  return [range(true), range(false)];
}

const isZero = (money: string) => !/[1-9]/.test(money);
const CLOSE = 1e-9;

test('the causes sum to the change exactly in a thousand random cases', async ({ api }) => {
  const roll = dice(96);
  const cases = Array.from({ length: 1000 }, () => thrown(roll));
  const found = await computeEffects(api.database.acrossClients(), cases);
  expect(found).toHaveLength(1000);
  expect(found.filter(({ left }) => !isZero(left))).toEqual([]);
  // The formulas leave no rest, so that the last cause contains no remainder.
  expect(found.filter(({ rest }) => Math.abs(Number(rest)) > CLOSE)).toEqual([]);
  expect(new Set(found.map(({ change }) => change)).size).toBeGreaterThan(990);
  for (const cause of IOFC_CAUSES) expect(found.filter((one) => !isZero(one[cause])).length, cause).toBeGreaterThan(400);
});

/** A range of groups 1 and 2, and the same with one thing more that is other. */
interface Alike {
  heads: [number, number];
  /** Kilograms a head and day, price. */
  fed: [number, number];
  /** Grams of milk a head and day, and per mille of fat and protein of the milk. */
  milk: [number, number, number];
  prices: Prices;
}
const ranged = ({ heads, fed: [kg, price], milk: [grams, fat, protein], prices }: Alike): Range => ({
  feed: heads.map((number, n) => {
    const money = String(number * kg * price);
    return {
      group_id: n + 1,
      heads: number,
      cost: money,
      carried: '0',
      ingredient_id: 1,
      kg: String(number * kg),
      value: money,
      planned: money,
      missing: '0',
    };
  }),
  milk: heads.map((number, n) => {
    const all = BigInt(number * grams * (n + 1) * 1000);
    return sold(
      {
        farm_id: 1,
        group_id: n + 1,
        heads: number,
        grams: all,
        fat: (all / 1000n) * BigInt(fat),
        protein: (all / 1000n) * BigInt(protein),
      },
      prices,
    );
  }),
});

test.for([
  ['milk_price', (one) => ({ ...one, prices: { ...one.prices, base: one.prices.base + 7n, fat: one.prices.fat + 900n } })],
  ['yield', (one) => ({ ...one, milk: [one.milk[0] + 3, one.milk[1], one.milk[2]] })],
  ['components', (one) => ({ ...one, milk: [one.milk[0], one.milk[1] + 2, one.milk[2] - 1] })],
  ['feed_price', (one) => ({ ...one, fed: [one.fed[0], one.fed[1] + 2] })],
  ['ration', (one) => ({ ...one, fed: [one.fed[0] + 1, one.fed[1]] })],
  ['heads', (one) => ({ ...one, heads: [one.heads[0] + 40, one.heads[1]] })],
] satisfies [IofcCause, (one: Alike) => Alike][])('a change of %s alone moves that cause alone', async ([cause, changed], { api }) => {
  const roll = dice(97);
  const alike = Array.from(
    { length: 150 },
    (): Alike => ({
      heads: [roll.whole(1, 900), roll.whole(1, 900)],
      fed: [roll.whole(10, 60), roll.whole(1, 30)],
      milk: [roll.whole(10, 50), roll.whole(30, 55), roll.whole(28, 42)],
      prices: { base: BigInt(roll.whole(1, 2_000_000)), fat: BigInt(roll.whole(1, 9_000_000)), protein: BigInt(roll.whole(1, 9_000_000)) },
    }),
  );
  const found = await computeEffects(
    api.database.acrossClients(),
    alike.map((one) => [ranged(one), ranged(changed(one))]),
  );
  expect(found).toHaveLength(150);
  for (const one of found) {
    expect(one[cause]).toBe(one.change);
    expect(IOFC_CAUSES.filter((other) => other !== cause && !isZero(one[other]))).toEqual([]);
  }
  expect(found.filter(({ change }) => !isZero(change)).length).toBeGreaterThan(140);
});

/** Dollars a cow and day; milk in pounds at dollars a hundredweight. */
const PUBLISHED = [
  [
    'Virginia Tech, Dairy Pipeline 2003, from 50 to 80 lb',
    { milk: [50, 80], price: [13.14, 13.14], feed: [2.39, 3.13] },
    { yield: 3.94, ration: -0.74, change: 3.2 },
  ],
  [
    'University of Florida, from farm A to farm B',
    { milk: [50, 70], price: [13, 13], feed: [2.66, 3] },
    { yield: 2.6, ration: -0.34, change: 2.26 },
  ],
] as const;

test('published examples come out as they were printed', async ({ api }) => {
  const range = (milk: number, price: number, feed: number): Range => {
    const money = String(feed);
    return {
      feed: [{ group_id: 1, heads: 1, cost: money, carried: '0', ingredient_id: 1, kg: money, value: money, planned: money, missing: '0' }],
      milk: [
        sold(
          { farm_id: 1, group_id: 1, heads: 1, grams: BigInt(milk * 1000), fat: 0n, protein: 0n },
          { base: BigInt(Math.round(price * 1000)), fat: 0n, protein: 0n },
        ),
      ],
    };
  };
  const cases = PUBLISHED.map(([, { milk, price, feed }]): Case => [range(milk[0], price[0], feed[0]), range(milk[1], price[1], feed[1])]);
  const found = await computeEffects(api.database.acrossClients(), cases);
  for (const [at, [source, , printed]] of PUBLISHED.entries()) {
    for (const [cause, money] of Object.entries(printed)) {
      expect(Math.abs(Number(found[at]?.[cause as keyof typeof printed]) - money), `${source}: ${cause}`).toBeLessThan(0.006);
    }
    expect(Number(found[at]?.milk_price), source).toBe(0);
  }
});
