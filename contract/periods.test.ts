import { expect, test } from 'vitest';
import { PERIODS, periodOf, periodRange } from './periods.ts';

test.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['whole_7', '2026-02-22', '2026-02-28'],
  ['days_7', '2026-02-23', '2026-03-01'],
  ['days_14', '2026-02-16', '2026-03-01'],
  ['days_30', '2026-01-31', '2026-03-01'],
  ['last_week', '2026-02-16', '2026-02-22'],
  ['this_month', '2026-03-01', '2026-03-01'],
  ['last_month', '2026-02-01', '2026-02-28'],
] as const)('%s, seen from Sunday 1 March', (period, after, before) => {
  expect(periodRange(period, '2026-03-01')).toEqual({ after, before });
});

test.each([
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['days_7', '2026-02-22', '2026-02-28'],
  ['last_week', '2026-02-16', '2026-02-22'],
  ['days_30', '2026-01-30', '2026-02-28'],
  ['this_month', '2026-03-01', '2026-03-01'],
  ['last_month', '2026-02-01', '2026-02-28'],
] as const)('%s of whole days', (period, after, before) => {
  expect(periodRange(period, '2026-03-01', true)).toEqual({ after, before });
});

test('a week begins on Monday', () => {
  expect(periodRange('last_week', '2026-03-02')).toEqual({ after: '2026-02-23', before: '2026-03-01' });
  expect(periodRange('last_week', '2026-03-08')).toEqual({ after: '2026-02-23', before: '2026-03-01' });
});

test('last month of January is December of the year before', () => {
  expect(periodRange('last_month', '2026-01-15')).toEqual({ after: '2025-12-01', before: '2025-12-31' });
});

test('a range is recognised as its period', () => {
  for (const period of PERIODS) expect(periodOf(periodRange(period, '2026-03-18'), '2026-03-18')).toBe(period);
  expect(periodOf({ after: '2026-03-02', before: '2026-03-05' }, '2026-03-18')).toBeUndefined();
});
