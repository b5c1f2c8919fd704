import { expect, test } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays, daysBetween } from '#contract/days.ts';

test('today is the farm’s day, not the browser’s', () => {
  const instant = new Date('2026-03-01T22:30:00Z');
  expect(todayIn('Europe/Kyiv', instant)).toBe('2026-03-02');
  expect(todayIn('UTC', instant)).toBe('2026-03-01');
  expect(todayIn('America/New_York', instant)).toBe('2026-03-01');
  expect(todayIn('America/New_York', new Date('2026-03-01T03:00:00Z'))).toBe('2026-02-28');
});

test('days are counted inclusively, also when summer time begins', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(3);
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
});
