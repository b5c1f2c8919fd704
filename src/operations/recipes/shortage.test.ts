import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostOf, needsOf } from './shortage.ts';

const parts = [
  { ingredient: 1, ingredient_name: 'Barley', percent: 60 },
  { ingredient: 2, ingredient_name: 'Soya', percent: 40 },
];
const rests = new Map([
  [1, 600],
  [2, 100],
]);

describe('a shortage', () => {
  it('lists the needed, stocked and missing quantity of each part', () =>
    expect(needsOf(500, parts, rests).map(({ needed, rest, missing }) => [needed, rest, missing])).toEqual([
      [300, 600, 0],
      [200, 100, 100],
    ]));
  it('takes a feed that nothing is known of as none', () => expect(needsOf(10, parts, new Map())[0]?.missing).toBe(6));
  it('divides a weight to the gram and loses none', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (grams) => {
        const needed = needsOf(grams / 1000, parts, rests).reduce((sum, part) => sum + Math.round(part.needed * 1000), 0);
        expect(needed).toBe(grams);
      }),
    ));
  it('computes the max quantity that can be made', () => {
    expect(mostOf(parts, rests)).toBe(250);
    expect(needsOf(250, parts, rests).every(({ missing }) => missing === 0)).toBe(true);
    expect(mostOf(parts, new Map([[1, -5]]))).toBe(0);
  });
});
