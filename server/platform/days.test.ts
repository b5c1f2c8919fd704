import { expect, test } from 'vitest';
import { instantAt } from './days.ts';

test.each([
  ['2026-06-01', '06:00', 'Europe/Kyiv', '2026-06-01T03:00:00.000Z'],
  ['2026-03-29', '02:59', 'Europe/Kyiv', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29', '04:00:01', 'Europe/Kyiv', '2026-03-29T01:00:01.000Z'],
  ['2026-03-08', '01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
  ['2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
])('%s %s in %s', (day, time, timezone, instant) => {
  expect(instantAt(day, time, timezone).toISOString()).toBe(instant);
});

test.each([
  ['2026-03-29', '03:00', 'Europe/Kyiv', '2026-03-29T01:00:00.000Z'],
  ['2026-03-29', '03:30', 'Europe/Kyiv', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29', '01:30:15', 'Europe/London', '2026-03-29T01:30:15.000Z'],
  ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
])('%s %s, which summer time skips in %s, is the instant after the gap', (day, time, timezone, instant) => {
  expect(instantAt(day, time, timezone).toISOString()).toBe(instant);
});
