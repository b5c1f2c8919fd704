import { expect, test } from 'vitest';
import { addDays, daysBetween, PRESETS, presetOf, presetRange, todayIn } from './days.ts';

test('today is the farm’s day, not the browser’s', () => {
  const instant = new Date('2026-03-01T22:30:00Z');
  expect(todayIn('Europe/Kyiv', instant)).toBe('2026-03-02');
  expect(todayIn('UTC', instant)).toBe('2026-03-01');
  expect(todayIn('America/New_York', instant)).toBe('2026-03-01');
  expect(todayIn('America/New_York', new Date('2026-03-01T03:00:00Z'))).toBe('2026-02-28');
});

test.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['days_7', '2026-02-23', '2026-03-01'],
  ['days_14', '2026-02-16', '2026-03-01'],
  ['days_30', '2026-01-31', '2026-03-01'],
  ['this_month', '2026-03-01', '2026-03-01'],
  ['last_month', '2026-02-01', '2026-02-28'],
] as const)('%s on 1 March 2026', (preset, after, before) => {
  expect(presetRange(preset, '2026-03-01')).toEqual({ after, before });
});

test('last month of January is December of the year before', () => {
  expect(presetRange('last_month', '2026-01-15')).toEqual({ after: '2025-12-01', before: '2025-12-31' });
});

test('a range is recognised as its preset', () => {
  for (const preset of PRESETS) expect(presetOf(presetRange(preset, '2026-03-18'), '2026-03-18')).toBe(preset);
  expect(presetOf({ after: '2026-03-02', before: '2026-03-05' }, '2026-03-18')).toBeUndefined();
});

test('days are counted with both ends, over a change to summer time, too', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(3);
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
});
