import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import { toCsv } from './csv/csv.ts';
import { toWindows1251 } from './csv/windows-1251.ts';
import type { ExportInput } from './input.ts';
import { toXlsx } from './xlsx/xlsx.ts';

const LONG = 'Силос '.repeat(50).trim();
const input: ExportInput = {
  bare: true,
  title: 'Списання кормів',
  lines: [{ label: 'Ферма', value: 'Їжакове' }],
  columns: [
    { key: 'date', kind: 'date', header: 'Дата' },
    { key: 'debit', kind: 'text', header: 'Дебет' },
    { key: 'feed', kind: 'text', header: 'Корм' },
    { key: 'given', kind: 'weight', header: 'Кількість', decimals: 3 },
    { key: 'sum', kind: 'money', header: 'Сума', decimals: 2 },
  ],
  rows: [
    { date: '2026-03-01', debit: '232', feed: 'Ґрунтовий “силос” № 1; ïé', given: 1234.567, sum: 5000.1 },
    { date: '2026-03-31', debit: '232', feed: "=cmd|' /C calc'!A0", given: -0.5, sum: null },
    { date: '2026-03-31', debit: '0232', feed: LONG, given: 1, sum: 2 },
  ],
  totals: { given: 1 },
  language: 'uk',
  units: 'kg',
  clock: '24',
  timezone: 'Europe/Kyiv',
  currency: 'UAH',
  labels: { total: 'Разом', page: '' },
  notes: ['Примітка'],
};

it('every letter of Windows-1251 has its byte; other letters lose their accent or become a question mark', () => {
  const all = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  expect([...toWindows1251(all)]).toEqual(Array.from({ length: 256 }, (_, byte) => byte));
  expect([...toWindows1251('Ґґ Її Єє І і Й и\u0306 №')]).toEqual([
    0xa5, 0xb4, 32, 0xaf, 0xbf, 32, 0xaa, 0xba, 32, 0xb2, 32, 0xb3, 32, 0xc9, 32, 0xe9, 32, 0xb9,
  ]);
  expect(new TextDecoder('windows-1251').decode(toWindows1251('éșō 漢🐄'))).toBe('eso ??');
  expect(new TextDecoder('windows-1251').decode(toWindows1251('пʼять'))).toBe('п’ять');
});

describe('a file for another program', () => {
  it('has, as CSV, a header and rows with semicolons and a decimal comma, in Windows-1251', async () => {
    const lines = new TextDecoder('windows-1251').decode(await toCsv(input)).split('\r\n');
    expect(lines).toEqual([
      'Дата;Дебет;Корм;Кількість;Сума',
      '01.03.2026;232;"Ґрунтовий “силос” № 1; ie";1234,567;5000,1',
      "31.03.2026;232;'=cmd|' /C calc'!A0;-0,5;",
      `31.03.2026;0232;${LONG};1;2`,
      '',
    ]);
  });

  it('has, as a workbook, a header and rows with real numbers', async () => {
    const workbook = new exceljs.Workbook();
    await workbook.xlsx.load((await toXlsx(input)).buffer);
    const [sheet] = workbook.worksheets;
    const row = (number: number) => (sheet!.getRow(number).values as unknown[]).slice(1);
    expect(row(1)).toEqual(['Дата', 'Дебет', 'Корм', 'Кількість', 'Сума']);
    expect(row(2)).toEqual([new Date('2026-03-01'), '232', 'Ґрунтовий “силос” № 1; ïé', 1234.567, 5000.1]);
    expect(sheet!.getCell('C3').type).toBe(exceljs.ValueType.String);
    expect(sheet!.getCell('B4').value).toBe('0232');
    expect(sheet!.rowCount).toBe(4);
    expect(sheet!.autoFilter).toBe('A1:E4');
  });
});
