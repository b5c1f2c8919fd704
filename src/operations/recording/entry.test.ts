import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { begin, choose, type Draft, mark } from './draft.ts';
import { partOf, readingOf, retold, scaleOf } from './entry.ts';
import { total } from './room.ts';

const at = new Date(Date.UTC(2026, 4, 5)).toISOString();
const makeLines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `${index}`, plan: 100, tolerance: 0 }));
const empty: Draft = {
  stage: 'load',
  operator: null,
  started_at: null,
  current: 1,
  line_started_at: null,
  typed: '',
  marks: {},
  mixing_since: null,
  loaded: null,
  ended: false,
};
const formatIn = (units: 'kg' | 'lb') =>
  createFormatter({ language: 'en', units, clock: '24', timezone: 'UTC', currency: undefined, labels: {} as never });
const write = (number: number) => String(number);

test('parts in kilograms and pounds are the differences of the scale’s readings and add up to the last one', () => {
  const parts = fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(parts, fc.constantFrom('kg' as const, 'lb' as const), (hundredths, units) => {
      const { fromKg, toKg } = formatIn(units);
      const lines = makeLines(hundredths.length);
      let draft = begin(empty, at);
      let reading = 0;
      for (const part of hundredths) {
        reading += part;
        const scale = scaleOf(draft, fromKg)!;
        expect(partOf(scale, reading / 100)).toBe(part / 100);
        draft = mark(draft, lines, toKg(partOf(scale, reading / 100)), at);
      }
      const typed = Object.values(draft.marks).map(({ weight }) => Math.round(fromKg(weight) * 100));
      expect(typed).toEqual(hundredths);
      if (units === 'kg') expect(total(draft)).toBe(reading / 100);
    }),
  );
});

test('while unloading, the scale falls from the loaded weight, and a corrected line has no reading', () => {
  const fromKg = (kg: number) => kg;
  const unloading = begin({ ...empty, stage: 'upload', loaded: 900.5 }, at);
  const scale = scaleOf(unloading, fromKg)!;
  expect([scale, partOf(scale, 500), partOf(scale, 901), readingOf(scale, 400.5)]).toEqual([
    { before: 900.5, direction: -1 },
    400.5,
    -0.5,
    500,
  ]);
  expect(scaleOf({ ...unloading, loaded: null }, fromKg)).toBeNull();
  const first = mark(unloading, makeLines(2), 400.5, at);
  expect(scaleOf(first, fromKg)).toEqual({ before: 500, direction: -1 });
  expect(scaleOf(choose(first, 1, '400.5', at), fromKg)).toBeNull();
});

test('a typed number converts to the other way and back unchanged; a number that is impossible there stays', () => {
  const scale = { before: 2710.5, direction: 1 as const };
  expect(retold('1350', scale, true, write)).toBe('4060.5');
  expect(retold('4060,5', scale, false, write)).toBe('1350');
  expect(retold('1350', scale, false, write)).toBe('1350');
  expect(retold('', scale, true, write)).toBe('');
});
