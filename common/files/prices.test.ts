import { expect, test } from 'vitest';
import { readPdf } from '#tests/support/pdf.ts';
import { numberAt, readWorkbook } from '#tests/support/workbook.ts';
import { toCsv } from './csv/csv.ts';
import { cellText, type ExportInput, formatterOf } from './input.ts';
import { toPdf } from './pdf/pdf.ts';
import { toXlsx } from './xlsx/xlsx.ts';

const input: ExportInput = {
  title: 'Feeds delivered',
  lines: [],
  columns: [
    { key: 'feed', header: 'Feed', kind: 'text' },
    { key: 'weight', header: 'Weight', unit: 'kg', kind: 'weight', total: 'sum' },
    { key: 'price', header: 'Price', unit: '$/kg', kind: 'price', total: 'formula' },
    { key: 'cost', header: 'Cost', unit: '$', kind: 'money', total: 'sum' },
  ],
  rows: [
    { feed: 'Hay', weight: 420, price: 2.007, cost: 842.94 },
    { feed: 'Water', weight: 8467, price: 0.014, cost: 118.538 },
    { feed: 'Barley', weight: 100, price: 7, cost: 700 },
  ],
  totals: { weight: 8987, price: 0.18487, cost: 1661.478 },
  language: 'en',
  units: 'kg',
  clock: '24',
  timezone: 'UTC',
  currency: 'USD',
  labels: { total: 'Total', page: '' },
  notes: [],
};

test('on screen and in every file a weight times its price is the sum beside it', async () => {
  const format = formatterOf(input);
  const column = input.columns[2]!;
  expect([...input.rows, input.totals].map((row) => cellText(format, column, row.price))).toEqual(['2.007', '0.014', '7.00', '0.1848']);

  const [sheet] = await readWorkbook(await toXlsx(input));
  const cells: number[][] = [];
  sheet!.eachRow((row) => {
    const numbers = [2, 3, 4].map((at) => numberAt(row.getCell(at)));
    if (numbers.every(Number.isFinite)) cells.push(numbers);
  });
  const exact = [
    [420, 2.007, 842.94],
    [8467, 0.014, 118.538],
    [100, 7, 700],
    [8987, 0.18487, 1661.478],
  ];
  expect(cells).toEqual(exact);

  const csv = new TextDecoder()
    .decode(await toCsv(input))
    .split('\r\n')
    .slice(1, -1);
  expect(csv.map((line) => line.split(',').slice(1).map(Number))).toEqual(exact);

  // On paper digits stand under digits.
  const words = readPdf(await toPdf(input)).flatMap((page) => page.words.map(({ text }) => text));
  for (const price of ['2.0070', '0.0140', '7.0000', '0.1848']) expect(words).toContain(price);
});
