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

test('every word is sought in what the cells show, in any order and case', () => {
  expect(searchRows(rows, columns, ' КУКУ  сил ', format)).toEqual([silage]);
  expect(searchRows(rows, columns, 'силос сіно', format)).toEqual([]);
  expect(searchRows(rows, columns, '234,5', format)).toEqual([silage]);
});

test('what no column shows is not found, and nothing sought leaves the rows as they are', () => {
  expect(searchRows(rows, columns.slice(1), 'сіно', format)).toEqual([]);
  expect(searchRows(rows, columns, '  ', format)).toBe(rows);
});
