import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { firstConventions } from '#contract/words.ts';
import { exportInput } from './export-input.ts';
import { textColumns } from './text-column.ts';

const t = ((key: string) => key) as unknown as TFunction;
const format = createFormatter({ language: 'uk', ...firstConventions('uk'), timezone: 'Europe/Kyiv', currency: 'UAH' });
const data: ReportData = {
  report: 'planfeed',
  title: null,
  filters: {},
  timezone: 'Europe/Kyiv',
  currency: 'UAH',
  generated_at: '2026-03-01T22:30:00Z',
  locked_until: null,
  columns: [
    { key: 'group', label: 'Group', verbatim: true, kind: 'text' },
    { key: 'fact', label: 'Fact', verbatim: true, kind: 'weight', total: 'sum' },
    { key: 'share', label: 'Share', verbatim: true, kind: 'percent', total: 'formula' },
  ],
  rows: [
    { group: 'Low', fact: 0.1, share: 10 },
    { group: 'High', fact: 0.2, share: 90 },
    { group: 'Dry', fact: 5, share: 1 },
  ],
  totals: { fact: 5.3, share: 100 },
  tiles: [],
  series: [],
  notes: [{ code: 'ignored', count: 2, value: 0, money: 0, items: [] }],
};
const [group, fact, share] = textColumns(data.columns, t, format);
const makeInput = (searching: boolean, rows = data.rows) =>
  exportInput({
    title: 'Plan',
    lines: [{ label: 'Farm', value: 'A' }],
    data,
    shown: { columns: [share!, group!, fact!], rows },
    searching,
    format,
    t,
  });

test('columns and rows are those on screen, in the same order', () => {
  const input = makeInput(false, [data.rows[2]!, data.rows[0]!]);
  expect(input.columns.map(({ key }) => key)).toEqual(['share', 'group', 'fact']);
  expect(input.rows.map((row) => row.group)).toEqual(['Dry', 'Low']);
  expect(input.columns[2]).toMatchObject({ header: 'Fact', unit: 'core:units.kg', total: 'sum' });
});

test('the total is the server’s', () => expect(makeInput(false).totals).toEqual({ fact: 5.3, share: 100 }));

test('after a search the total is the exact sum of the shown rows, without columns that can’t be summed', () => {
  expect(makeInput(true, data.rows.slice(0, 2)).totals).toEqual({ fact: 0.3 });
});

test('the file contains the farm, the time of creation in the farm’s timezone, and notes', () => {
  const input = makeInput(false);
  expect(input.lines).toEqual([
    { label: 'Farm', value: 'A' },
    { label: 'reports:export.made_at', value: '02.03.2026 00:30' },
  ]);
  expect(input.numbers).toEqual({
    label: 'reports:export.numbers',
    exact: 'reports:export.numbers_exact',
    cut: 'reports:export.numbers_cut',
  });
  expect(input.notes).toEqual(['reports:note.ignored: 2']);
});

test('remarks follow below, with day, subject and author, and with the farm if there are several', () => {
  const about = { group: null, ingredient: null, ration: null, mixer: null, version: 1 };
  const remarks = [
    { ...about, id: 1, farm: 1, farm_name: 'Hill', date: '2026-03-01', subject_name: null, text: 'new silage clamp', author: 'Olena' },
    { ...about, id: 2, farm: 2, farm_name: 'Dale', date: '2026-03-02', subject_name: 'Cows', text: 'two calved', author: null },
  ];
  const listNotes = (farm: number[]) =>
    exportInput({
      title: '',
      lines: [],
      data: { ...data, notes: [], remarks, filters: { farm } },
      shown: { columns: [], rows: [] },
      searching: false,
      format,
      t,
    }).notes;
  expect(listNotes([1])).toEqual(['01.03.2026: new silage clamp (Olena)', '02.03.2026 · Cows: two calved']);
  expect(listNotes([1, 2])).toEqual(['01.03.2026 · Hill: new silage clamp (Olena)', '02.03.2026 · Dale · Cows: two calved']);
});
