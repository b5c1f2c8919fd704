import { expect, test } from 'vitest';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { followsAnother, waitingLoads } from './feeding.ts';

const load = (id: number, part_of: number | null, part: number, status: ScheduleRow['status'] = 'waited') => ({
  id,
  part_of,
  part,
  parts: 3,
  status,
});

test('the first waiting load of a feeding represents its later loads only', () => {
  const [first, second, third, other] = [load(7, null, 1), load(8, 7, 2), load(9, 7, 3), load(20, null, 1)];
  const following = (rows: ReturnType<typeof load>[]) => rows.filter((row) => followsAnother(row, rows)).map(({ id }) => id);
  expect(following([other, first, second, third])).toEqual([8, 9]);
  expect(following([{ ...first, status: 'loaded' }, second, third])).toEqual([9]);
  expect(following([other, { ...second, parts: 1 }, load(21, 20, 2, 'in_process')])).toEqual([]);
});

test('deleting a load deletes all waiting loads of its feeding only', () => {
  const rows = [load(20, null, 1), load(7, null, 1, 'loaded'), load(8, 7, 2), load(9, 7, 3)];
  expect(rows.map((row) => waitingLoads(row, rows))).toEqual([1, 2, 2, 2]);
});
