import { expect, test } from 'vitest';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { findWorstDeviation } from './sections.ts';

const weigh = (items: [plan: number, fact: number | null][], groups: [plan: number, fact: number | null][], tolerance: number) =>
  findWorstDeviation({
    items: items.map(([weight_plan, weight_fact]) => ({ ingredient_name: 'Hay', weight_plan, weight_fact, tolerance })),
    groups: groups.map(([weight_plan, weight_fact]) => ({ group_name: 'Cows', weight_plan, weight_fact })),
    unloading_admittance: tolerance,
  } as ScheduleRow);

test('a feeding’s worst deviation is the largest of the weights out of tolerance, with its sign and the feed or group', () => {
  expect(weigh([[100, 136]], [[500, 480]], 30)).toEqual({ name: 'Hay', kg: 36 });
  expect(weigh([[100, 136]], [[500, 450.2]], 30)).toEqual({ name: 'Cows', kg: -49.8 });
});

test('a feeding within tolerance, unfinished or without a tolerance has no worst deviation', () => {
  expect(weigh([[100, 130]], [[500, 470]], 30)).toBeNull();
  expect(weigh([[100, null]], [], 30)).toBeNull();
  expect(weigh([[100, 900]], [[500, 1]], 0)).toBeNull();
});
