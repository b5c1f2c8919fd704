import type { ColDef } from 'ag-grid-community';
import { expect, test } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import type { Language } from '#contract/kinds.ts';
import { column } from '#contract/reports/columns.ts';
import type { Row } from '#contract/reports/shape.ts';
import { firstConventions } from '#contract/words.ts';
import { columnDefs } from './column-defs.ts';

const at = { ...column('start', 'datetime'), header: 'Start' };
function widthIn(language: Language, rows: readonly Row[]): number {
  const format = createFormatter({ language, ...firstConventions(language), timezone: 'America/New_York' });
  const [def] = columnDefs([at], {
    format,
    total: { key: undefined, word: () => '' },
    worst: new Set(),
    totals: {},
    pinned: new Set(),
    rows,
    widest: 400,
  });
  return (def as ColDef<Row>).minWidth ?? 0;
}

test('a moment has room for the longest format of its language', () => {
  const rows = [{ start: null }, { start: '2026-11-06T11:05:00Z' }];
  const longest = '11/26/2026 12:59 PM';
  expect(widthIn('us', rows)).toBeGreaterThan(longest.length * 8);
  expect(widthIn('uk', rows)).toBeLessThan(widthIn('us', rows));
  expect(widthIn('us', [])).toBe(150);
});

test('a long header fits on three lines', () => {
  const long = { ...column('intake', 'weight'), header: 'Спожито сухої речовини на голову' };
  const format = createFormatter({ language: 'uk', ...firstConventions('uk'), timezone: 'Europe/Kyiv' });
  const [def] = columnDefs([long], {
    format,
    total: { key: undefined, word: () => '' },
    worst: new Set(),
    totals: {},
    pinned: new Set(),
    rows: [],
    widest: 400,
  });
  expect((def as ColDef<Row>).minWidth).toBeGreaterThanOrEqual(130);
});

test('a sentence fits on two lines in the remaining space', () => {
  const how = { ...column('how', 'text'), header: 'Що це означає' };
  const format = createFormatter({ language: 'uk', ...firstConventions('uk'), timezone: 'Europe/Kyiv' });
  const makeDef = (words: string) => {
    const rows = [{ how: words }, { how: null }];
    const [def] = columnDefs([how], {
      format,
      total: { key: undefined, word: () => '' },
      worst: new Set(),
      totals: {},
      pinned: new Set(),
      rows,
      widest: 400,
    });
    return def as ColDef<Row>;
  };
  const sentence = 'На дні, коли групу годували, були заплановані ще годівлі, за якими немає фактів';
  expect(makeDef(sentence).cellClass).toBe('grid-sentence');
  expect(makeDef('Роздій 1, Роздій 2').cellClass).toBeUndefined();
  // Small letters take 6 px and more. Half of them must fit next to each other, even if the grid has to scroll.
  expect(makeDef(sentence).minWidth).toBeGreaterThan((sentence.length / 2) * 6);
  expect(makeDef(sentence).minWidth).toBeLessThan(400);
});
