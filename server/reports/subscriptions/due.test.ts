import { expect, test } from 'vitest';
import { latestDue, nextDue, type Turn } from './due.ts';

const KYIV = 'Europe/Kyiv';
const turn = (more: Partial<Turn> = {}): Turn => ({ every: 'day', weekday: 1, month_day: 1, hour: 6, ...more });
const dues = (of: Turn, from: string, count: number, timezone = KYIV) => {
  const found: string[] = [];
  let at = new Date(from);
  for (let i = 0; i < count; i++) {
    at = nextDue(of, timezone, at);
    found.push(at.toISOString().slice(0, 16));
  }
  return found;
};

test('each day at the hour of the farm, also where its clock changes', () => {
  // Kyiv goes to summer time on 29 March 2026, back on 25 October.
  expect(dues(turn(), '2026-03-27T05:00:00Z', 3)).toEqual(['2026-03-28T04:00', '2026-03-29T03:00', '2026-03-30T03:00']);
  expect(dues(turn(), '2026-10-23T05:00:00Z', 3)).toEqual(['2026-10-24T03:00', '2026-10-25T04:00', '2026-10-26T04:00']);
});

test('an hour that is skipped is the hour after, and one that comes twice comes once', () => {
  expect(dues(turn({ hour: 3 }), '2026-03-28T03:00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:00']);
  const twice = dues(turn({ hour: 3 }), '2026-10-24T03:00:00Z', 2);
  expect(twice).toEqual(['2026-10-25T01:00', '2026-10-26T01:00']);
  expect(dues(turn({ hour: 1 }), '2026-10-31T06:00:00Z', 2, 'America/New_York')).toEqual(['2026-11-01T06:00', '2026-11-02T06:00']);
  // A zone whose clock shows noon at our midnight has days of its own.
  expect(dues(turn({ hour: 0 }), '2026-03-10T10:59:00Z', 2, 'Pacific/Auckland')).toEqual(['2026-03-10T11:00', '2026-03-11T11:00']);
});

test('each week on its weekday', () => {
  expect(dues(turn({ every: 'week', weekday: 7 }), '2026-03-08T10:00:00Z', 2)).toEqual(['2026-03-15T04:00', '2026-03-22T04:00']);
});

test('the 31st of a shorter month is its last day', () => {
  const ends = dues(turn({ every: 'month', month_day: 31 }), '2027-12-31T10:00:00Z', 4);
  expect(ends.map((at) => at.slice(0, 10))).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']);
});

test('a missed time is sent once, as of the last time', () => {
  const first = new Date('2026-03-01T04:00:00Z');
  expect(latestDue(turn(), KYIV, first, new Date('2026-03-05T12:00:00Z')).toISOString()).toBe('2026-03-05T04:00:00.000Z');
  expect(latestDue(turn(), KYIV, first, new Date('2026-03-01T04:00:00Z'))).toEqual(first);
});
