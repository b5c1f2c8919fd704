import { expect, test } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { daysOf, type Milk, type MilkPrice, priceOf, sumOf, wholeDay } from './month.ts';
import { readPasted } from './paste.ts';

const uk = createFormatter({ language: 'uk', units: 'kg', clock: '24', timezone: 'Europe/Kyiv' });
const us = createFormatter({ language: 'us', units: 'lb', clock: '12', timezone: 'America/Chicago' });
const days = daysOf('2026-02', '2026-02-05');
const row = (day: string, kg: number, fat: number, protein: number, price: number | null = null) =>
  ({ day, kg, fat, protein, price }) as Milk;

const readFound = (...given: Parameters<typeof readPasted>) => readPasted(...given)?.found;

test('a month ends with today', () => {
  expect(days).toEqual(['2026-02-01', '2026-02-02', '2026-02-03', '2026-02-04', '2026-02-05']);
  expect(daysOf('2026-02', '2026-06-01')).toHaveLength(28);
});

test('cells of a sheet go to their dates, or to the days after the cell', () => {
  const at = { day: '2026-02-02', figure: 'kg' } as const;
  expect(readFound('2 750,5\t3,95\t3,3\r\n2760\t4\t\r\n', at, days, uk)).toEqual(
    new Map([
      ['2026-02-02', { kg: 2750.5, fat: 3.95, protein: 3.3 }],
      ['2026-02-03', { kg: 2760, fat: 4 }],
    ]),
  );
  expect(readFound('3,9\t3,2\n4\t3,3', { ...at, figure: 'fat' }, days, uk)).toEqual(
    new Map([
      ['2026-02-02', { fat: 3.9, protein: 3.2 }],
      ['2026-02-03', { fat: 4, protein: 3.3 }],
    ]),
  );
  const dated = 'Date\tMilk\n2/4/2026\t6,000\t3.9\t3.1\n1/31/2026\t5,900\t3.9\t3.1';
  expect(readFound(dated, at, days, us)).toEqual(new Map([['2026-02-04', { kg: 2721.554, fat: 3.9, protein: 3.1 }]]));
  expect(readPasted('надій\tжир', at, days, uk)).toBeNull();
});

test.each([
  ['4100\n\n4400\n', ['2026-02-01', '2026-02-03']],
  ['надій\n4100\n\n4400', ['2026-02-01', '2026-02-03']],
  ['\n4100\n4400', ['2026-02-02', '2026-02-03']],
  ['4100\n—\n4400\n\n4500', ['2026-02-01', '2026-02-03', '2026-02-05']],
  ['4100\t3,9\n\t\n4400\t4', ['2026-02-01', '2026-02-03']],
])('an empty cell of the paste %j keeps its day untouched', (text, written) => {
  expect([...(readFound(text, { day: '2026-02-01', figure: 'kg' }, days, uk)?.keys() ?? [])]).toEqual(written);
});

test.each<[string, number[], number[]]>([
  ['4100\n4200\n4300\n4400\n4500\n4600\n4700', [6, 7], []],
  ['31.01.2026\t4100\n01.02.2026\t4200', [1], []],
  ['4100\n4 200 ?\n4300', [], [2]],
  ['надій\tжир\n4100\tн/д\n4300\t4', [], [2]],
  ['надій\n4100\n\n4300', [], []],
])('the paste %j names lines of other days, and lines with a cell that is no number', (text, otherDays, unread) => {
  expect(readPasted(text, { day: '2026-02-01', figure: 'kg' }, days, uk)).toMatchObject({ otherDays, unread });
});

test('fat and protein of the last day are proposed until others are typed', () => {
  const rows = [row('2026-02-01', 2700, 3.9, 3.2), row('2026-02-03', 2800, 4.1, 3.4)];
  expect(wholeDay({ kg: 2750 }, undefined, rows, '2026-02-02')).toEqual({ kg: 2750, fat: 3.9, protein: 3.2 });
  expect(wholeDay({ kg: 2750, fat: 4 }, undefined, rows, '2026-02-05')).toEqual({ kg: 2750, fat: 4, protein: 3.4 });
  expect(wholeDay({ kg: 2750 }, undefined, [], '2026-02-02')).toBeNull();
  expect(wholeDay({ fat: 4 }, undefined, rows, '2026-02-02')).toBeNull();
});

test('a month’s fat is weighted by milk, and a day’s price is the valid one or its own', () => {
  const rows = [row('2026-02-01', 100, 4, 3), row('2026-02-02', 300, 3.6, 3.4)];
  expect(sumOf(rows)).toEqual({ kg: 400, fat: 3.7, protein: 3.3 });
  expect(sumOf([])).toBeNull();
  const price = (from: string, base: number) => ({ from, base, fat: 5, protein: 6, base_fat: 3.7, base_protein: 3.2 }) as MilkPrice;
  const prices = [price('2026-02-02', 0.5), price('2026-01-01', 0.4)];
  expect(priceOf(row('2026-02-01', 1, 3.9, 3.1), prices)).toBeCloseTo(0.404, 9);
  expect(priceOf(row('2026-02-02', 1, 3.7, 3.2), prices)).toBe(0.5);
  expect(priceOf(row('2026-02-02', 1, 3.7, 3.2, 0.61), prices)).toBe(0.61);
  expect(priceOf(row('2025-12-31', 1, 3.7, 3.2), prices)).toBeNull();
});
