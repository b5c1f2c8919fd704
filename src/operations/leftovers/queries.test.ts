import { expect, test } from 'vitest';
import { groupsOf } from './queries.ts';

const fed = (group: number, group_name: string, heads: number) => ({ group, group_name, heads }) as never;

test('people without the list of groups see the fed groups of the days, with the heads of the last day', () => {
  const plans = [
    { planned_on: '2026-03-20', groups: [fed(2, 'Heifers', 42), fed(1, 'Cows', 100)] },
    { planned_on: '2026-03-19', groups: [fed(2, 'Heifers', 40), fed(3, 'Bulls', 7)] },
  ];
  expect(groupsOf(plans)).toEqual([
    { id: 3, name: 'Bulls', animal_count: 7 },
    { id: 1, name: 'Cows', animal_count: 100 },
    { id: 2, name: 'Heifers', animal_count: 42 },
  ]);
  expect(groupsOf([])).toEqual([]);
});
