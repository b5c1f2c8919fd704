import { expect, test } from 'vitest';
import { type Chosen, isDue, isWithin } from './due.ts';

const KYIV = 'Europe/Kyiv';
const chosen = (values: Partial<Chosen>): Chosen => ({ mode: 'at_once', hour: 6, quiet_from: null, quiet_to: null, ...values });
const due = (values: Partial<Chosen>, found_at: string, now: string, timezone = KYIV) =>
  isDue(chosen(values), { found_at, timezone }, new Date(now));

test('quiet hours go over midnight, and end by the clock of the farm', () => {
  expect(['21:59', '22:00', '23:30', '05:59', '06:00'].map((time) => isWithin(time, '22:00', '06:00'))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(['11:59', '12:00', '12:59', '13:00'].map((time) => isWithin(time, '12:00', '13:00'))).toEqual([false, true, true, false]);
  const quiet = { quiet_from: '22:00', quiet_to: '06:00' };
  // Winter time is UTC + 2, summer time + 3: on 29 March 2026 six o'clock comes an hour sooner, on 25 October an hour later.
  expect(due(quiet, '2026-03-27T20:30:00Z', '2026-03-28T03:59:00Z')).toBe(false);
  expect(due(quiet, '2026-03-27T20:30:00Z', '2026-03-28T04:00:00Z')).toBe(true);
  expect(due(quiet, '2026-03-28T20:30:00Z', '2026-03-29T02:59:00Z')).toBe(false);
  expect(due(quiet, '2026-03-28T20:30:00Z', '2026-03-29T03:00:00Z')).toBe(true);
  expect(due(quiet, '2026-10-24T20:30:00Z', '2026-10-25T03:59:00Z')).toBe(false);
  expect(due(quiet, '2026-10-24T20:30:00Z', '2026-10-25T04:00:00Z')).toBe(true);
});

test('a digest contains the signals found up to its hour; a missed digest is sent late', () => {
  const digest = { mode: 'digest' as const, hour: 6 };
  expect(due(digest, '2026-03-10T03:59:00Z', '2026-03-10T03:59:30Z')).toBe(false);
  expect(due(digest, '2026-03-10T03:59:00Z', '2026-03-10T04:00:00Z')).toBe(true);
  expect(due(digest, '2026-03-10T04:01:00Z', '2026-03-10T20:00:00Z')).toBe(false);
  expect(due(digest, '2026-03-10T04:01:00Z', '2026-03-11T04:00:00Z')).toBe(true);
  expect(due(digest, '2026-03-10T04:01:00Z', '2026-03-14T09:00:00Z')).toBe(true);
  // Three o'clock is skipped: four takes its place; it comes twice, and the later counts.
  expect(due({ ...digest, hour: 3 }, '2026-03-28T22:00:00Z', '2026-03-29T00:59:00Z')).toBe(false);
  expect(due({ ...digest, hour: 3 }, '2026-03-28T22:00:00Z', '2026-03-29T01:00:00Z')).toBe(true);
  expect(due({ ...digest, hour: 3 }, '2026-10-24T22:00:00Z', '2026-10-25T00:30:00Z')).toBe(false);
  expect(due({ ...digest, hour: 3 }, '2026-10-24T22:00:00Z', '2026-10-25T01:00:00Z')).toBe(true);
  // Each farm by its own clock.
  expect(due(digest, '2026-03-10T04:01:00Z', '2026-03-10T11:00:00Z', 'America/New_York')).toBe(true);
});

test('a person who chose no mails gets none', () => {
  expect(due({ mode: 'none' }, '2026-03-10T03:59:00Z', '2026-03-11T12:00:00Z')).toBe(false);
});
