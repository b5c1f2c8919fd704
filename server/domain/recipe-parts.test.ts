import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf } from './recipe-parts.ts';

test('remaining grams go to the parts with the largest remainders', () => {
  expect(partsOf(1, [33.33, 33.33, 33.34])).toEqual([0.333, 0.333, 0.334]);
  expect(partsOf(0.001, [50, 50])).toEqual([0.001, 0]);
  expect(partsOf(1000, [12.5, 87.5])).toEqual([125, 875]);
});

/** Percentages in whole hundredths that sum to a hundred. */
const percents = fc.uniqueArray(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 20 }).map((cuts) => {
  const edges = [0, ...cuts.toSorted((a, b) => a - b), 10_000];
  return edges.slice(1).map((edge, index) => (edge - (edges[index] ?? 0)) / 100);
});

test('the parts sum to the whole, each within a gram of its share', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_000 }), percents, (grams, shares) => {
      const parts = partsOf(grams / 1000, shares);
      expect(parts.reduce((sum, part) => sum + Math.round(part * 1000), 0)).toBe(grams);
      parts.forEach((part, index) => {
        expect(Math.abs(part * 1000 - (grams * (shares[index] ?? 0)) / 100)).toBeLessThan(1.001);
      });
    }),
  );
});
