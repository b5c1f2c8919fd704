import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalsIn, round } from '#common/format/decimal.ts';
import { createFormatter } from '#common/format/formatter.ts';
import { firstConventions } from '#contract/words.ts';
import { pricesOf, sumOf } from './figures.ts';
import { type LoadSheetPart, printedFeeding, runningTotals } from './load-sheets/load-sheet.ts';

/** Converts a number with this many decimals to an integer, like a pocket calculator. */
const parts = (value: number, decimals: number) => BigInt(Math.round(value * 10 ** decimals));

describe('a printed price', () => {
  const line = fc.record({ grams: fc.integer({ min: 1, max: 2_000_000_000 }), price: fc.integer({ min: 0, max: 10_000_000 }) });
  const lines = fc.array(line, { minLength: 1, maxLength: 12 }).map((all) =>
    all.map(({ grams, price }) => {
      const exact = (BigInt(grams) * BigInt(price) * 2n + 1_000_000n) / 2_000_000n;
      return { weight: grams / 1000, price: price / 1e5, sum: Number(exact) / 100 };
    }),
  );

  it('times the weight equals the line’s sum, to the kopeck', () => {
    fc.assert(
      fc.property(lines, (all) => {
        for (const [at, price] of pricesOf(all).entries()) {
          const decimals = decimalsIn(price!);
          const scale = 10n ** BigInt(decimals + 1);
          const product = parts(price!, decimals) * parts(all[at]!.weight, 3);
          expect((2n * product + scale) / (2n * scale)).toBe(parts(all[at]!.sum, 2));
        }
      }),
    );
  });

  it('is the calculated price if two decimals of it are enough', () => {
    expect(pricesOf([{ weight: 292.556, sum: 1170.22, price: 4 }])).toEqual([4]);
    expect(pricesOf([{ weight: 1500, sum: 1851.84, price: 1.23456 }])).toEqual([1.23456]);
    expect(pricesOf([{ weight: 0, sum: 0, price: null }])).toEqual([null]);
  });
});

it.each(['uk', 'us'] as const)('the parts of a load sheet make its whole in %s, and the weigher ends with it', (language) => {
  const format = createFormatter({ language, ...firstConventions(language), timezone: 'UTC' });
  const grams = fc.array(fc.integer({ min: 1000, max: 5_000_000 }), { minLength: 1, maxLength: 15 });
  fc.assert(
    fc.property(grams, fc.integer({ min: 0, max: 900_000 }), (all, left) => {
      const ofParts = (some: readonly number[]): LoadSheetPart[] => some.map((one) => ({ name: '', plan: one / 1000, fact: null }));
      const weight = round(all.reduce((sum, one) => sum + one, 0) / 1000, 3);
      const whole = {
        ration: '',
        weight,
        mixSeconds: 0,
        leftovers: left / 1000,
        ingredients: ofParts(all),
        groups: ofParts(all.toReversed()),
      };
      const printed = printedFeeding(whole, format);
      for (const some of [printed.ingredients, printed.groups]) expect(sumOf(some.map(({ plan }) => plan))).toBe(printed.weight);
      expect(runningTotals(printed).at(-1)).toBe(sumOf([printed.leftovers, printed.weight]));
      expect(decimalsIn(printed.weight)).toBeLessThanOrEqual(language === 'us' ? 2 : 3);
    }),
  );
});
