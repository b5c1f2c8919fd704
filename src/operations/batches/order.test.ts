import { expect, test } from 'vitest';
import { moved } from './order.ts';

const rows = [1, 2, 3].map((id) => ({ id, version: 1, position: id }));

test('a move changes only the places that change', () => {
  expect(moved(rows, 2, -1)).toEqual([
    { id: 3, version: 1, position: 2 },
    { id: 2, version: 1, position: 3 },
  ]);
  expect(moved(rows, 0, -1)).toEqual([]);
  expect(moved(rows, 2, 1)).toEqual([]);
});

test('batches of one place get places of their own', () => {
  const same = rows.map((row) => ({ ...row, position: 1 }));
  expect(moved(same, 0, 1)).toEqual([
    { id: 1, version: 1, position: 2 },
    { id: 3, version: 1, position: 3 },
  ]);
});

test('gaps stay, so that produced batches keep their place', () => {
  const gaps = [2, 5, 9].map((position, at) => ({ id: at + 1, version: 1, position }));
  expect(moved(gaps, 2, -1)).toEqual([
    { id: 3, version: 1, position: 5 },
    { id: 2, version: 1, position: 9 },
  ]);
});
