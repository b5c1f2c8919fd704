import { expect, test } from 'vitest';
import { Timezone } from '#contract/operations/farms.ts';
import { zoneName } from './zone-name.ts';

test('a timezone is called as its city is today, by a name that the server takes', () => {
  expect(['Europe/Kiev', 'Europe/Kyiv', 'Asia/Calcutta', 'Europe/Warsaw', 'UTC'].map(zoneName)).toEqual([
    'Europe/Kyiv',
    'Europe/Kyiv',
    'Asia/Kolkata',
    'Europe/Warsaw',
    'UTC',
  ]);
  for (const zone of Intl.supportedValuesOf('timeZone')) expect(Timezone.safeParse(zoneName(zone)).success, zone).toBe(true);
});
