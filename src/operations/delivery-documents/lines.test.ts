import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOf, emptyLine, linesToSend, numberIn, pastedLines, pasteLines, sumsOf } from './lines.ts';

const FEEDS = [
  { id: 1, name: 'Maize' },
  { id: 2, name: 'Soya meal' },
];
const same = (kg: number) => kg;

test('rows of a spreadsheet land as lines: feeds by name, then weight and price', () => {
  const pasted = pastedLines('soya MEAL\t1 250,5\t14 900\nUnknown\t300\n\t\nMaize\t"x"\n', FEEDS, same);
  expect(pasted).toEqual([{ ingredient: 2, value: 1250.5, price_given: 14_900 }, { value: 300 }, { ingredient: 1 }]);
  const [first, second] = [
    { ...emptyLine('tonne'), note: 'dry' },
    { ...emptyLine(), id: 7, ingredient: 1 },
  ];
  const lines = pasteLines([first, second], 0, pasted ?? []);
  expect(lines[0]).toMatchObject({ ingredient: 2, value: 1250.5, price_per: 'tonne', note: 'dry' });
  expect(lines[1]).toMatchObject({ id: 7, ingredient: 1, value: 300 });
  expect(lines[2]).toMatchObject({ ingredient: 1, value: null, price_per: 'tonne' });
});

test('a word or a number that is pasted is no rows', () => {
  expect([pastedLines('Maize', FEEDS, same), pastedLines('1 250', FEEDS, same)]).toEqual([null, null]);
  expect([numberIn('1,250.5'), numberIn('1 250,5'), numberIn('0,5'), numberIn('kg')]).toEqual([1250.5, 1250.5, 0.5, null]);
});

test('an amount is of what the price is by', () => {
  const line = { ...emptyLine(), value: 2500, price_given: 12.345 };
  expect([amountOf(line), amountOf({ ...line, price_per: 'tonne' }), amountOf({ ...line, price_per: 'sum' })]).toEqual([
    30_862.5, 30.86, 12.35,
  ]);
  expect(amountOf({ ...line, value: null })).toBeNull();
});

test('sums are those of the lines, to the cent, and differ from the paper only where they do', () => {
  const money = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 100);
  fc.assert(
    fc.property(fc.array(money, { minLength: 1, maxLength: 30 }), fc.integer({ min: 0, max: 100 }), (amounts, vat) => {
      const lines = amounts.map((price_given) => ({ ...emptyLine('sum'), ingredient: 1, value: 1, price_given }));
      const sums = sumsOf(lines, { vat, gross: null, tare: null, paper: null });
      const cents = amounts.reduce((sum, one) => sum + Math.round(one * 100), 0);
      expect(Math.round(sums.net * 100)).toBe(cents);
      expect(sumsOf(lines, { vat, gross: amounts.length + 5, tare: 5, paper: sums.total })).toMatchObject({
        weightOff: null,
        totalOff: null,
      });
      expect(sumsOf(lines, { vat, gross: amounts.length + 5, tare: 0, paper: sums.total + 1 })).toMatchObject({
        weightOff: -5,
        totalOff: -1,
      });
    }),
  );
});

test('a line that nobody began isn’t sent, one that was begun is', () => {
  expect(linesToSend([emptyLine(), { ...emptyLine(), value: 5 }])).toEqual([
    { value: 5, price_per: 'kg', dry_matter: null, lot: '', note: '', order: null },
  ]);
});
