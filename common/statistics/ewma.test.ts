import { expect, test } from 'vitest';
import { ewma, ewmaLimits, median, usual } from './ewma.ts';

// NIST/SEMATECH e-Handbook, 6.3.2.4: the process was in control at 50 with s = 2.0539, and λ = 0.3.
const VALUES = [52, 47, 53, 49.3, 50.1, 47, 51, 50.1, 51.2, 50.5, 49.6, 47.6, 49.9, 51.3, 47.8, 51.2, 52.6, 52.4, 53.6, 52.1];
const PUBLISHED = [
  50.6, 49.52, 50.56, 50.18, 50.16, 49.21, 49.75, 49.85, 50.26, 50.33, 50.11, 49.36, 49.52, 50.05, 49.38, 49.92, 50.73, 51.23, 51.94, 51.99,
];

test('mean and limits are those of the published example', () => {
  const means = ewma(VALUES, 0.3, 50).map((mean) => Math.round(mean * 100) / 100);
  expect(means).toEqual(PUBLISHED);
  const { low, high } = ewmaLimits({ target: 50, s: 2.0539, lambda: 0.3 });
  // Both are published cut after the fourth decimal.
  expect([high, low].map((limit) => Math.trunc(limit * 1e4) / 1e4)).toEqual([52.5884, 47.4115]);
});

test('at λ = 1 the mean is the value itself and the limits are those of a Shewhart chart', () => {
  expect(ewma([3, 1, 2], 1, 10)).toEqual([3, 1, 2]);
  expect(ewmaLimits({ target: 10, s: 2, lambda: 1 })).toEqual({ low: 4, high: 16 });
  expect(ewmaLimits({ target: 10, s: 2, lambda: 1, width: 2 })).toEqual({ low: 6, high: 14 });
});

test('refuses parameters that give no chart', () => {
  for (const lambda of [0, -0.1, 1.1, Number.NaN]) {
    expect(() => ewma([1], lambda, 0)).toThrow(RangeError);
    expect(() => ewmaLimits({ target: 0, s: 1, lambda })).toThrow(RangeError);
  }
  expect(() => ewmaLimits({ target: 0, s: 1, lambda: 0.3, width: 0 })).toThrow(RangeError);
  expect(() => ewmaLimits({ target: 0, s: -1, lambda: 0.3 })).toThrow(RangeError);
});

test('medians give the usual value, and one far value doesn’t change them', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
  // Deviations from 3 are 2, 1, 0, 1, 2. Their median is 1.
  expect(usual([1, 2, 3, 4, 5])).toEqual({ target: 3, s: 1.4826 });
  expect(usual([1, 2, 3, 4, 1000])).toEqual({ target: 3, s: 1.4826 });
  expect(usual([7, 7, 7])).toEqual({ target: 7, s: 0 });
});
