import { afterEach, expect, test, vi } from 'vitest';
import { instantAt, startOfDay, todayIn, wallClock, wallText } from './clock.ts';

const ofProcess = process.env.TZ;
afterEach(() => {
  if (ofProcess === undefined) delete process.env.TZ;
  else process.env.TZ = ofProcess;
});

test.each(['UTC', 'Europe/Kyiv', 'America/New_York'])(
  'a machine in %s shows New York’s hour while Kyiv changes to summer time',
  async (machine) => {
    process.env.TZ = machine;
    vi.resetModules();
    const { dayAt, instantAt, wallText } = await import('./clock.ts');
    expect(wallText('2026-03-29T07:00:00Z', 'America/New_York')).toBe('2026-03-29T03:00:00.000');
    expect(dayAt('2026-03-29T04:30:00Z', 'America/New_York')).toBe('2026-03-29');
    expect(dayAt('2026-03-29T03:30:00Z', 'America/New_York')).toBe('2026-03-28');
    expect(instantAt('2026-03-29', '03:00', 'America/New_York').toISOString()).toBe('2026-03-29T07:00:00.000Z');
  },
);

test.each([
  ['2026-06-01', '06:00', 'Europe/Kyiv', '2026-06-01T03:00:00.000Z'],
  ['2026-03-29', '02:59', 'Europe/Kyiv', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29', '04:00:01', 'Europe/Kyiv', '2026-03-29T01:00:01.000Z'],
  ['2026-03-29', '04:00:01.250', 'Europe/Kyiv', '2026-03-29T01:00:01.250Z'],
  ['2026-03-08', '01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
  ['2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['2026-10-25', '06:00', 'Europe/Kyiv', '2026-10-25T04:00:00.000Z'],
])('%s %s in %s', (day, time, timezone, instant) => {
  expect(instantAt(day, time, timezone).toISOString()).toBe(instant);
});

test.each([
  ['2026-03-29', '03:00', 'Europe/Kyiv', '2026-03-29T01:00:00.000Z'],
  ['2026-03-29', '03:30', 'Europe/Kyiv', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29', '01:30:15', 'Europe/London', '2026-03-29T01:30:15.000Z'],
  ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
  ['2011-12-30', '12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
])('%s %s, which a clock skips in %s, is the instant after the gap', (day, time, timezone, instant) => {
  expect(instantAt(day, time, timezone).toISOString()).toBe(instant);
});

test.each([
  ['2026-10-25', '03:30', 'Europe/Kyiv', '2026-10-25T01:30:00.000Z'],
  ['2026-10-25', '01:30', 'Europe/London', '2026-10-25T01:30:00.000Z'],
  ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T06:30:00.000Z'],
  ['2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T15:15:00.000Z'],
])('%s %s, which comes twice in %s, is the later instant', (day, time, timezone, instant) => {
  expect(instantAt(day, time, timezone).toISOString()).toBe(instant);
});

test.each([
  ['2026-03-29', 'Europe/Kyiv', '2026-03-28T22:00:00.000Z'],
  // Midnight is skipped: the day begins at one.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  // Midnight occurs twice: the day begins with the first one.
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  // Apia skipped this day.
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('%s begins in %s with its first instant', (day, timezone, instant) => {
  expect(startOfDay(day, timezone).toISOString()).toBe(instant);
});

test('the clock is exact to the minute around a change at a minute past midnight', () => {
  expect(wallText('2011-03-13T03:30:59.999Z', 'America/St_Johns')).toBe('2011-03-13T00:00:59.999');
  expect(wallText('2011-03-13T03:31:00Z', 'America/St_Johns')).toBe('2011-03-13T01:01:00.000');
});

test('the clock is exact on each day of a zone that changes twice within eight days', () => {
  const noons = ['2000-10-07', '2000-10-10', '2000-10-13', '2000-10-15', '2000-10-16', '2000-10-18'];
  const hours = noons.map((day) => wallText(`${day}T12:00:00Z`, 'America/Noronha').slice(11, 13));
  expect(hours).toEqual(['10', '11', '11', '10', '10', '10']);
});

test('today follows the farm’s clock', () => {
  const now = new Date('2026-03-01T23:30:00Z');
  expect([todayIn('Europe/Kyiv', now), todayIn('America/New_York', now)]).toEqual(['2026-03-02', '2026-03-01']);
});

test('an invalid moment has no clock time and no instant', () => {
  expect(wallClock('when it rains', 'Europe/Kyiv')).toBeNull();
  expect(() => instantAt('2026-03-02', '12:75', 'Europe/Kyiv')).toThrow(RangeError);
  expect(() => wallText('when it rains', 'Europe/Kyiv')).toThrow(RangeError);
});
