import { expect, it } from 'vitest';
import { areOfOneMoment, type Client, mergePages, nextPage } from './queries.ts';

it('requests the next page only while 20 × the pages are fewer than the clients', () => {
  expect(nextPage(1, 20)).toBeUndefined();
  expect(nextPage(1, 21)).toBe(2);
  expect(nextPage(2, 41)).toBe(3);
  expect(nextPage(1, 0)).toBeUndefined();
});

it('merges pages without duplicates', () => {
  const client = (id: number) => ({ id }) as Client;
  expect(
    mergePages([
      [client(1), client(2)],
      [client(2), client(3)],
    ]).map(({ id }) => id),
  ).toEqual([1, 2, 3]);
});

it('recognises pages of different moments by their counts, or by a client in two of them', () => {
  const page = (count: number, ...ids: number[]) => ({ count, rows: ids.map((id) => ({ id }) as Client) });
  expect(areOfOneMoment([])).toBe(true);
  expect(areOfOneMoment([page(4, 1, 2), page(4, 3, 4)])).toBe(true);
  expect(areOfOneMoment([page(4, 1, 2), page(5, 3, 4)])).toBe(false);
  expect(areOfOneMoment([page(4, 1, 2), page(4, 2, 4)])).toBe(false);
});
