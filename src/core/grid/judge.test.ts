import { expect, test } from 'vitest';
import { judge } from './judge.ts';

test('a deviation is beyond its tolerance where the mixer’s is known and it is beyond it', () => {
  expect(judge({ deviation: -80, beyond: true }, 'deviation', undefined)).toBe('beyond-under');
  expect(judge({ deviation: 80, deviation_percent: 40, beyond: false }, 'deviation', 'deviation_percent')).toBe('over');
});

test('without a tolerance nothing is beyond it, however far off', () => {
  expect(judge({ deviation: 80, deviation_percent: 40, beyond: null }, 'deviation', 'deviation_percent')).toBe('over');
});

test('a row of many weighings is judged by its percentage', () => {
  expect(judge({ deviation: 80, deviation_percent: 40 }, 'deviation', 'deviation_percent')).toBe('beyond-over');
  expect(judge({ deviation: 80, deviation_percent: 1.5 }, 'deviation', 'deviation_percent')).toBe('within');
});
