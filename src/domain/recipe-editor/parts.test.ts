import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWhole, mixOf, type RecipePart, remainingOf, spreadRest } from './parts.ts';
import { pasteAt, pastedParts } from './pasted-parts.ts';

const parts = (...percents: (number | null)[]): RecipePart[] => percents.map((percent, index) => ({ ingredient: index + 1, percent }));
const percents = (list: readonly RecipePart[]) => list.map(({ percent }) => percent);

describe('the rest to a hundred', () => {
  it('the rest to a hundred is exact despite floating point', () => expect(remainingOf(parts(33.1, 33.2, 33.7))).toBe(0));
  it('the rest to a hundred is negative if the sum is too large', () => expect(remainingOf(parts(60, 41.5))).toBe(-1.5));
});

describe('spreading the rest', () => {
  it('fills parts without a share', () => expect(percents(spreadRest(parts(40, null, null, null)))).toEqual([40, 20, 20, 20]));
  it('gives remaining hundredths to the largest remainders', () =>
    expect(percents(spreadRest(parts(null, null, null)))).toEqual([33.34, 33.33, 33.33]));
  it('keeps proportions if every part has a share', () => expect(percents(spreadRest(parts(10, 30)))).toEqual([25, 75]));
  it('scales down a sum that is too large', () => expect(percents(spreadRest(parts(100, 100)))).toEqual([50, 50]));
  it('leaves a sum of a hundred unchanged', () => expect(percents(spreadRest(parts(12.34, 87.66)))).toEqual([12.34, 87.66]));

  it('always reaches a hundred with shares above zero', () => {
    const share = fc.option(fc.integer({ min: 0, max: 10_000 }).map((hundredth) => hundredth / 100));
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 60 }), (shares) => {
        const spread = spreadRest(parts(...shares));
        expect(isWhole(spread)).toBe(true);
      }),
    );
  });
});

describe('the mix', () => {
  const ingredients = new Map([
    [1, { id: 1, name: 'Hay', price: 2, dry_matter: 85 }],
    [2, { id: 2, name: 'Silage', price: 1, dry_matter: 35 }],
  ]);
  it('weighs dry matter and price by the shares', () =>
    expect(mixOf(parts(20, 80), ingredients)).toEqual({ dry_matter: 45, humidity: 55, price: 1.2 }));
  it('uses the filled parts only', () => expect(mixOf(parts(20, null), ingredients)?.dry_matter).toBe(85));
  it('the mix is null without shares', () => expect(mixOf(parts(null), ingredients)).toBeNull());
});

describe('rows of a spreadsheet', () => {
  const feeds = [
    { id: 1, name: 'Maize silage', price: 1, dry_matter: 35 },
    { id: 2, name: 'Hay', price: 2, dry_matter: 85 },
  ];

  it('become parts by names and shares; unknown names must be chosen', () => {
    expect(pastedParts('maize silage\t62,5\r\nHay \t 30 %\r\nUnknown\t7.5\r\n', feeds)).toEqual([
      { ingredient: 1, percent: 62.5 },
      { ingredient: 2, percent: 30 },
      { ingredient: null, percent: 7.5 },
    ]);
    expect(pastedParts('60\n40', feeds)).toEqual([
      { ingredient: null, percent: 60 },
      { ingredient: null, percent: 40 },
    ]);
  });

  it('a single number or name is pasted normally', () => {
    expect(pastedParts('62,5', feeds)).toBeNull();
    expect(pastedParts('Hay', feeds)).toBeNull();
  });

  it('rows are inserted from their row on; shares alone keep the present feeds, and no feed is doubled', () => {
    const parts = [
      { ingredient: 1, percent: 50 },
      { ingredient: 2, percent: 50 },
    ];
    const shares = [60, 30, 10].map((percent) => ({ ingredient: null, percent }));
    expect(pasteAt(parts, 0, shares)).toEqual([
      { ingredient: 1, percent: 60 },
      { ingredient: 2, percent: 30 },
      { ingredient: null, percent: 10 },
    ]);
    expect(pasteAt(parts, 1, [{ ingredient: 1, percent: 20 }])).toEqual([parts[0], { ingredient: null, percent: 20 }]);
  });
});
