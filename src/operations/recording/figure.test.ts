import { expect, test } from 'vitest';
import { widthOf } from './figure.ts';

const countEms = (text: string) => Number((widthOf(text) as { '--ems': string })['--ems']);

test('the width of a figure includes the letters of its unit, as wide as digits', () => {
  expect(countEms('1,103.32 kg')).toBeCloseTo(8 * 0.67 + 3 * 0.34);
  expect(countEms('1 103,32 кг')).toBe(countEms('1,103.32 kg'));
  // A figure without a unit has the same width as before its unit.
  expect(countEms('225')).toBeCloseTo(3 * 0.67);
  expect(countEms('')).toBe(1);
});
