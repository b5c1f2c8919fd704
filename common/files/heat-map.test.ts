import { expect, test } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { addDays } from '#contract/days.ts';
import { firstConventions } from '#contract/words.ts';
import { testInput } from '#tests/support/export-input.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { heatHue, heatMapOf, heatRows } from './heat-map.ts';
import { toPdf } from './pdf/pdf.ts';

const format = createFormatter({ language: 'uk', ...firstConventions('uk'), timezone: 'Europe/Kyiv', currency: 'UAH' });
const cell = (person: string | null, person_id: number | null, feed: string, bias: number | null) => ({ person, person_id, feed, bias });
const series = {
  title: 'Відхилення',
  side: { key: 'person', kind: 'text', header: 'Оператор' },
  x: { key: 'feed', kind: 'text', header: 'Корм' },
  y: [{ key: 'bias', kind: 'percent', header: 'Відхилення', unit: '%', deviation: true, decimals: 1 }],
  rows: [
    cell('Іван', 1, 'Сіно', -1.25),
    cell('Іван', 1, 'Силос', 0),
    // Two people may have the same name.
    cell('Іван', 2, 'Сіно', 2.5),
    cell('Іван', 2, 'Силос', null),
  ],
} as const;

test('a heat map has a line per person, a signed value in each cell, and a dash for unknown values', () => {
  const map = heatMapOf(series, format);
  expect(map).toMatchObject({
    title: 'Відхилення',
    unit: '%',
    side: 'Оператор',
    heading: 'Корм',
    headings: ['Сіно', 'Силос'],
    deviates: true,
  });
  expect(map.lines).toEqual([
    {
      name: 'Іван',
      cells: [
        { text: '−1,2', heat: -0.5 },
        { text: '0', heat: 0 },
      ],
    },
    {
      name: 'Іван',
      cells: [
        { text: '+2,5', heat: 1 },
        { text: '–', heat: null },
      ],
    },
  ]);
  expect([heatHue(map, -0.5), heatHue(map, 1), heatHue({ ...map, deviates: false }, 1)]).toEqual(['under', 'over', 'fact']);
  expect(heatRows(series)[1]).toEqual([series.rows[2], series.rows[3]]);
});

test('one extreme value doesn’t make the others pale, and zeros have no colour', () => {
  const many = Array.from({ length: 40 }, (_, at) => cell(`Р${at}`, at, 'Сіно', at === 0 ? 500 : 2));
  const heats = heatMapOf({ ...series, rows: many }, format).lines.map(({ cells }) => cells[0]?.heat);
  expect(new Set(heats)).toEqual(new Set([1]));
  const nothing = heatMapOf({ ...series, rows: [cell('Р', 1, 'Сіно', 0)] }, format);
  expect(nothing.lines[0]?.cells[0]).toEqual({ text: '0', heat: 0 });
});

test('with more names along the top than down the side they swap, and the largest deviation comes first', () => {
  const rows = [cell('Іван', 1, 'Сіно', 0.5), cell('Іван', 1, 'Силос', -4), cell('Ян', 2, 'Сіно', 1), cell('Ян', 2, 'Силос', null)];
  const three = [...rows.slice(0, 2), cell('Іван', 1, 'Вода', null), ...rows.slice(2), cell('Ян', 2, 'Вода', 0)];
  const map = heatMapOf({ ...series, rows: three }, format);
  expect([map.side, map.heading, map.headings]).toEqual(['Корм', 'Оператор', ['Іван', 'Ян']]);
  expect(map.lines.map(({ name, cells }) => [name, ...cells.map(({ text }) => text)])).toEqual([
    ['Силос', '−4,0', '–'],
    ['Сіно', '+0,5', '+1,0'],
    ['Вода', '–', '0'],
  ]);
  expect(heatRows({ ...series, rows: three })[1]).toEqual([rows[0], rows[2]]);
  // Days go from left to right, however many there are.
  const days = Array.from({ length: 9 }, (_, at) => cell('Іван', 1, `2026-11-0${at + 1}`, at));
  expect(heatMapOf({ ...series, x: { ...series.x, kind: 'date' }, rows: days }, format)).toMatchObject({
    side: 'Оператор',
    lines: [{ name: 'Іван' }],
  });
});

test('a PDF has the map below the rows; a map that is too wide is split into parts with the lines’ names', async () => {
  const few = await readPdf(await toPdf(testInput(2, 'uk', { heatMaps: [heatMapOf(series, format)] })));
  expect(few).toHaveLength(1);
  expect(few[0]?.text.replace(/[^\S\n]+/gu, ' ')).toMatch(
    /Разом[\s\S]*Відхилення, %[\s\S]*Оператор Сіно Силос[\s\S]*Іван −1,2 0[\s\S]*Іван \+2,5 –/u,
  );
  const wide = Array.from({ length: 60 }, (_, at) => cell('Іван', 1, addDays('2026-09-20', at), at));
  const x = { ...series.x, kind: 'date' } as const;
  const pages = await readPdf(await toPdf(testInput(2, 'uk', { heatMaps: [heatMapOf({ ...series, x, rows: wide }, format)] })));
  const text = pages
    .map((page) => page.text)
    .join('\n')
    .replace(/[^\S\n]+/gu, ' ');
  for (const { feed } of wide) expect(text).toContain(format.shortDay(feed));
  expect(text.match(/Оператор/gu)!.length).toBe(text.match(/Іван/gu)!.length);
  expect(text.match(/Іван/gu)!.length).toBeGreaterThan(1);
});
