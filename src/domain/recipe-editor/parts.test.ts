import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWhole, mixOf, type RecipePart, remainingOf, spreadRest } from './parts.ts';
import { pasteAt, pastedParts } from './pasted-parts.ts';

const parts = (...percents: (number | null)[]): RecipePart[] => percents.map((percent, index) => ({ ingredient: index + 1, percent }));
const percents = (list: readonly RecipePart[]) => list.map(({ percent }) => percent);

describe('what is missing to a hundred', () => {
  it('is exact where floating point is not', () => expect(remainingOf(parts(33.1, 33.2, 33.7))).toBe(0));
  it('is negative when there is too much', () => expect(remainingOf(parts(60, 41.5))).toBe(-1.5));
});

describe('spreading the rest', () => {
  it('fills the parts that have no share yet', () => expect(percents(spreadRest(parts(40, null, null, null)))).toEqual([40, 20, 20, 20]));
  it('gives the hundredths that are left over to those that lost most', () =>
    expect(percents(spreadRest(parts(null, null, null)))).toEqual([33.34, 33.33, 33.33]));
  it('keeps the proportions when every part has a share', () => expect(percents(spreadRest(parts(10, 30)))).toEqual([25, 75]));
  it('shrinks what is too much', () => expect(percents(spreadRest(parts(100, 100)))).toEqual([50, 50]));
  it('leaves a hundred as it is', () => expect(percents(spreadRest(parts(12.34, 87.66)))).toEqual([12.34, 87.66]));

  it('always makes a hundred of shares above zero', () => {
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
  it('tells of what is there so far', () => expect(mixOf(parts(20, null), ingredients)?.dry_matter).toBe(85));
  it('is none while nothing is weighed', () => expect(mixOf(parts(null), ingredients)).toBeNull());
});

describe('rows of a spreadsheet', () => {
  const feeds = [
    { id: 1, name: 'Maize silage', price: 1, dry_matter: 35 },
    { id: 2, name: 'Hay', price: 2, dry_matter: 85 },
  ];

  it('are parts: names as they are called, shares as they are written; what isn’t known waits to be chosen', () => {
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

  it('a single number or name is pasted as it always is', () => {
    expect(pastedParts('62,5', feeds)).toBeNull();
    expect(pastedParts('Hay', feeds)).toBeNull();
  });

  it('land from their row on; shares alone keep the feeds that stand there, and no feed comes twice', () => {
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
