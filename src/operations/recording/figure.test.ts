import { expect, test } from 'vitest';
import { widthOf } from './figure.ts';

const emsOf = (text: string) => Number((widthOf(text) as { '--ems': string })['--ems']);

test('the room of a figure counts the letters of its unit, as wide as digits', () => {
  expect(emsOf('1,103.32 kg')).toBeCloseTo(8 * 0.67 + 3 * 0.34);
  expect(emsOf('1 103,32 кг')).toBe(emsOf('1,103.32 kg'));
  // A figure without a unit has as much as before its unit.
  expect(emsOf('225')).toBeCloseTo(3 * 0.67);
  expect(emsOf('')).toBe(1);
});
