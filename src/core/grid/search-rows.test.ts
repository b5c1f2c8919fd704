import { expect, test } from 'vitest';
import type { TextColumn } from '#common/files/text-column.ts';
import { createFormatter } from '#common/format/formatter.ts';
import { firstConventions } from '#contract/words.ts';
import { searchRows } from './search-rows.ts';

const format = createFormatter({ language: 'uk', ...firstConventions('uk'), timezone: 'UTC' });
const columns: TextColumn[] = [
  { key: 'name', kind: 'text', header: 'Назва' },
  { key: 'weight', kind: 'weight', header: 'Вага' },
];
const silage = { name: 'Силос кукурудзяний', weight: 1234.5 };
const hay = { name: 'Сіно', weight: null };
const rows = [silage, hay];

test('searches every word in the shown cells, in any order and case', () => {
  expect(searchRows(rows, columns, ' КУКУ  сил ', format)).toEqual([silage]);
  expect(searchRows(rows, columns, 'силос сіно', format)).toEqual([]);
  expect(searchRows(rows, columns, '234,5', format)).toEqual([silage]);
});

test('doesn’t find hidden values, and returns all rows without a search', () => {
  expect(searchRows(rows, columns.slice(1), 'сіно', format)).toEqual([]);
  expect(searchRows(rows, columns, '  ', format)).toBe(rows);
});
