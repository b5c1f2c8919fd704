import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RATION_BASES } from '#contract/operations/ration-items.ts';
import { mixOf } from '#src/domain/recipe-editor/parts.ts';
import {
  heldAs,
  inputOf,
  isPlain,
  measuresOf,
  missingOf,
  type RationPart,
  spreadAmounts,
  sumMeasures,
  typedIn,
  type Written,
  writtenIn,
} from './measures.ts';
import { loadOf } from './mixed-load.ts';

const feeds = new Map([
  [1, { id: 1, name: 'Silage', price: 1, dry_matter: 25 }],
  [2, { id: 2, name: 'Barley', price: 7, dry_matter: 88 }],
  [3, { id: 3, name: 'Premix', price: 60, dry_matter: 95 }],
]);
const part = (ingredient: number, amount: number, values: Partial<RationPart> = {}): RationPart => ({
  ingredient,
  percent: null,
  amount,
  hold: 'fresh',
  at: null,
  ...values,
});
const NO_WATER = { target_dry_matter: null, water: null };
// Written when the silage had 30 % dry matter; today it has 25.
const byHead = (): Written => ({
  basis: 'head_fresh',
  items: [part(1, 30, { hold: 'dry', at: { ingredient: 1, dry_matter: 30 } }), part(2, 4), part(3, 0.012)],
});

test('a part that holds its dry matter shows today’s load', () => {
  const [silage, barley, premix] = measuresOf(byHead(), feeds, 40);
  expect(silage).toMatchObject({ head_fresh: 36, head_dry: 9 });
  expect(barley).toMatchObject({ head_fresh: 4, head_dry: 3.52 });
  expect(premix).toMatchObject({ head_fresh: 0.012, head_dry: 0.0114 });
  expect(loadOf(byHead(), NO_WATER, feeds, 40).map(({ percent }) => percent)).toEqual([89.973008, 9.997001, 0.029991]);
});

test('shares sum to exactly 100 % in each basis, for any amounts and any change of dry matter', () => {
  const amount = fc.integer({ min: 1, max: 60_000_000 }).map((millionths) => millionths / 1_000_000);
  const dryMatter = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);
  const parts = fc.array(fc.tuple(amount, dryMatter, dryMatter, fc.constantFrom('fresh' as const, 'dry' as const)), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(parts, fc.constantFrom(...RATION_BASES), (drawn, basis) => {
      const known = new Map(drawn.map(([, , dry_matter], id) => [id, { id, name: '', price: 1, dry_matter }]));
      const items = drawn.map(([kg, , then, hold], id) => part(id, kg, { hold, at: { ingredient: id, dry_matter: then } }));
      // Shares of the time of writing keep their dry matter of that time.
      const written = writtenIn({ basis: 'head_fresh', items: items.map((one) => ({ ...one, at: null })) }, basis, known, 40);
      const then = { ...written, items: written.items.map((one, index) => ({ ...one, at: items[index]!.at })) };
      for (const ration of [written, then])
        for (const column of ['load_fresh', 'load_dry'] as const) expect(sumMeasures(measuresOf(ration, known, 40), column)).toBe(100);
    }),
  );
});

test('a number in the ration’s own column changes only that part; in another column it changes the basis', () => {
  const more = typedIn(byHead(), 1, 'head_fresh', 5, feeds, 40);
  expect(inputOf(more, feeds)).toEqual({
    basis: 'head_fresh',
    items: [
      { ingredient: 1, amount: 30, hold: 'dry', dry_matter: 30 },
      { ingredient: 2, amount: 5, hold: 'fresh', dry_matter: 88 },
      { ingredient: 3, amount: 0.012, hold: 'fresh', dry_matter: 95 },
    ],
  });
  const dry = typedIn(byHead(), 0, 'head_dry', 10, feeds, 40);
  expect(inputOf(dry, feeds)).toMatchObject({
    basis: 'head_dry',
    items: [{ amount: 10, dry_matter: 25 }, { amount: 3.52 }, { amount: 0.0114 }],
  });
  const shares = typedIn(byHead(), 0, 'load_fresh', 80, feeds, 40);
  expect(missingOf(shares)).toBeCloseTo(9.973008, 6);
  expect(missingOf(spreadAmounts(shares))).toBe(0);
});

test('changing the fixed measure keeps today’s load', () => {
  const fresh = heldAs(byHead(), 0, 'fresh', feeds, 40);
  expect(measuresOf(fresh, feeds, 40)).toEqual(measuresOf(byHead(), feeds, 40));
  expect(fresh.items[0]).toMatchObject({ amount: 36, hold: 'fresh', at: null });
});

test('converted to any basis and back, a ration is equal to the gram', () => {
  const amount = fc.integer({ min: 5, max: 40_000 }).map((grams) => grams / 1000);
  fc.assert(
    fc.property(amount, amount, amount, fc.constantFrom(...RATION_BASES), (one, two, three, basis) => {
      const written: Written = { basis: 'head_fresh', items: [part(1, one), part(2, two), part(3, three)] };
      const perHead = one + two + three;
      const back = writtenIn(writtenIn(written, basis, feeds, perHead), 'head_fresh', feeds, perHead);
      for (const [index, kg] of [one, two, three].entries()) expect(Math.abs((back.items[index]?.amount ?? 0) - kg)).toBeLessThan(0.0005);
    }),
  );
});

test('fresh shares with two decimals need only one column', () => {
  const shares = (...amounts: number[]): Written => ({ basis: 'load_fresh', items: amounts.map((one, index) => part(index + 1, one)) });
  expect(isPlain(shares(33.33, 66.67))).toBe(true);
  expect(isPlain(shares(12.475, 87.525))).toBe(false);
  expect(isPlain(byHead())).toBe(false);
});

test('water fills up to the target dry matter, and is 0 in a wet mix', () => {
  const withWater = new Map([...feeds, [4, { id: 4, name: 'Water', price: 0, dry_matter: 0 }]]);
  const wet = (target_dry_matter: number) => loadOf(byHead(), { target_dry_matter, water: 4 }, withWater, 40);
  // 9 + 3.52 + 0.0114 kg of dry matter in 40.012 kg: 31.32 %.
  expect(wet(25)[3]).toMatchObject({ ingredient: 4, head_fresh: expect.closeTo(10.1136, 4), head_dry: 0 });
  const load = wet(25);
  expect(load.reduce((sum, { percent }) => sum + (percent ?? 0), 0)).toBeCloseTo(100, 6);
  expect(mixOf(load, withWater)?.dry_matter).toBeCloseTo(25, 5);
  expect(wet(32)).toHaveLength(3);
});
