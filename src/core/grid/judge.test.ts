import { expect, test } from 'vitest';
import type { TextColumn } from '#common/files/text-column.ts';
import { findWorst, judge, markOf } from './judge.ts';

test('a deviation is beyond its tolerance if the mixer’s is known and exceeded', () => {
  expect(judge({ deviation: -80, beyond: true }, 'deviation', undefined)).toBe('beyond-under');
  expect(judge({ deviation: 80, deviation_percent: 40, beyond: false }, 'deviation', 'deviation_percent')).toBe('over');
});

test('any deviation is within the limits if there is no tolerance', () => {
  expect(judge({ deviation: 80, deviation_percent: 40, beyond: null }, 'deviation', 'deviation_percent')).toBe('over');
});

test('a row of many weighings is judged by its percentage', () => {
  expect(judge({ deviation: 80, deviation_percent: 40 }, 'deviation', 'deviation_percent')).toBe('beyond-over');
  expect(judge({ deviation: 80, deviation_percent: 1.5 }, 'deviation', 'deviation_percent')).toBe('within');
});

const column = (key: string, kind: TextColumn['kind']): TextColumn => ({ key, kind, header: key, deviation: true });

test('red marks the tenth of the rows that costs most, five at most, and nothing within tolerance', () => {
  const columns = [column('deviation', 'weight'), column('deviation_money', 'money')];
  const rows = Array.from({ length: 100 }, (_, index) => ({ deviation: 100 - index, deviation_money: index, beyond: true }));
  expect([...findWorst(columns, rows)].map(({ deviation_money }) => deviation_money)).toEqual([99, 98, 97, 96, 95]);
  expect([...findWorst(columns, rows.slice(0, 20))].map(({ deviation_money }) => deviation_money)).toEqual([19, 18]);
  expect(
    findWorst(
      columns,
      rows.map((row) => ({ ...row, beyond: false })),
    ).size,
  ).toBe(0);
  const worst = findWorst(columns, rows);
  expect(rows.slice(93, 96).map((row) => markOf(columns[0] as TextColumn, columns, row, worst))).toEqual([
    'beyond-over',
    'beyond-over',
    'worst-over',
  ]);
});
