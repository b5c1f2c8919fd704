import exceljs, { type Worksheet } from 'exceljs';
import { describe, expect, it } from 'vitest';
import type { ExportInput } from '#common/files/input.ts';
import { testInput } from '#tests/support/export-input.ts';
import { toXlsx } from './xlsx.ts';
import { columnName, sheetName } from './xlsx-cells.ts';

async function read(input: ExportInput | ExportInput[]): Promise<Worksheet[]> {
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.load((await toXlsx(input)).buffer);
  return workbook.worksheets;
}
const values = (sheet: Worksheet, row: number) => (sheet.getRow(row).values as unknown[]).slice(1);

/** What XML can't carry. */
const LOST = '\u0000\u0007\ud800';

describe('a workbook', () => {
  it('has title, lines, headings, rows, live totals and notes', async () => {
    const input = testInput(40);
    const [sheet] = (await read(input)) as [Worksheet];
    expect(sheet.name).toBe('План годівлі');
    expect([1, 2, 3, 4].map((row) => sheet.getCell(row, 1).value)).toEqual([
      'План годівлі',
      'Клієнт: ТОВ «Зелений гай»',
      'Ферма: Їжакове',
      'Період: 01.03.2026 – 31.03.2026',
    ]);
    expect(sheet.getCell('G6').value).toBe('Вага');
    expect(sheet.getCell('I6').master.address).toBe('G6');
    expect(sheet.getCell('A7').master.address).toBe('A6');
    expect(values(sheet, 7).slice(5, 10)).toEqual(['Голів', 'План, кг', 'Факт, кг', 'Відхилення, кг', 'Точність, %']);
    expect(values(sheet, 9)).toEqual([
      new Date('2026-03-02T00:00:00Z'),
      'Дійні корови, ґанок № 1',
      new Date('2026-03-02T06:01:00Z'),
      new Date('1899-12-30T13:05:00Z'),
      'Завантажено',
      41,
      1001.25,
      1002.25,
      1,
      98.765,
      1.516667,
      24.68,
    ]);
    expect(values(sheet, 48)).toEqual(
      [
        'Разом',
        null,
        null,
        null,
        null,
        { formula: 'SUBTOTAL(109,F8:F47)', result: 1680 },
        { formula: 'SUBTOTAL(109,G8:G47)', result: 40975 },
        { formula: 'SUBTOTAL(109,H8:H47)', result: 41015 },
        { formula: 'SUBTOTAL(109,I8:I47)', result: -10 },
        98.7,
        null,
        { formula: 'SUBTOTAL(109,L8:L47)', result: 10118.8 },
      ].map((value) => value ?? undefined),
    );
    expect(sheet.getCell('A50').value).toBe('Не враховано: 2 завантаження, 1 200 кг');
  });

  it('holds exact numbers shown with two decimals, so that a sum needs nothing but its cells', async () => {
    const input = testInput(3);
    const rows = input.rows.map((row) => ({ ...row, plan: 0.335_001 }));
    const numbers = { label: 'Числа', exact: 'точні', cut: 'відкинуто' };
    const [sheet] = (await read({ ...input, numbers, rows, totals: { ...input.totals, plan: 1.005_003 } })) as [Worksheet];
    expect(sheet.getCell('A5').value).toBe('Числа: точні');
    expect([sheet.getCell('G9').value, sheet.getCell('G9').numFmt]).toEqual([0.335_001, '#,##0.00']);
    expect(sheet.getCell('G12').value).toEqual({ formula: 'SUBTOTAL(109,G9:G11)', result: 1.005_003 });
  });

  it('is frozen, filtered, formatted and ready to print', async () => {
    const [sheet] = (await read(testInput(3))) as [Worksheet];
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 7 });
    expect(sheet.autoFilter).toBe('A7:L10');
    expect(sheet.pageSetup).toMatchObject({ paperSize: 9, orientation: 'landscape', fitToWidth: 1, fitToHeight: 0, printTitlesRow: '6:7' });
    expect(sheet.getCell('G10').numFmt).toBe('#,##0.00');
    expect(sheet.getCell('A10').numFmt).toBe('dd.mm.yyyy');
    expect(sheet.getCell('B10').numFmt).toBe('@');
    expect(sheet.getCell('L10').numFmt).toContain('₴');
    expect(sheet.getCell('L11').numFmt).toContain('₴');
    expect(sheet.getCell('G10').alignment.horizontal).toBe('right');
    expect(sheet.getCell('A11').font.bold).toBe(true);
    expect(sheet.getColumn(2).width).toBeGreaterThan(20);
    expect(sheet.getCell('I10').numFmt).toMatch(/^\+.*;-/);
  });

  it('has rows as high as their headings, and columns as wide as their totals with the currency', async () => {
    const input = testInput(3);
    const header = 'Відхилення від запланованої кількості сухої речовини';
    const [sheet] = (await read({
      ...input,
      columns: input.columns.map((column) => (column.key === 'deviation' ? { ...column, header } : column)),
      totals: { ...input.totals, cost: 1_234_567_890.12 },
    })) as [Worksheet];
    const width = sheet.getColumn(9).width!;
    expect(width).toBeLessThan(header.length);
    const lines = Math.ceil((header.length + 4) / (width - 2));
    expect(sheet.getRow(7).height).toBeGreaterThanOrEqual(lines * 15);
    expect(sheet.getColumn(12).width).toBeGreaterThan('1 234 567 890,12 ₴'.length + 2);
  });

  it('counts in pounds for us, cached sums included', async () => {
    const input = testInput(2, 'us', { currency: 'USD' });
    // 2 001.25 kg are what 4 412 Lbs are kept as; a sum of pounds isn't rounded to what may have been typed.
    const [sheet] = (await read(input)) as [Worksheet];
    expect(sheet.getCell('G8').value).toBe(2204.622622);
    expect(sheet.getCell('G10').value).toEqual({ formula: 'SUBTOTAL(109,G8:G9)', result: 4412.001022 });
    expect(sheet.getCell('D8').numFmt).toBe('h:mm AM/PM');
  });

  it.each(["=cmd|' /C calc'!A0", '+1', '-1', '@SUM(A1)', '\t=1', 'a "quoted" <b>&amp; ]]>', 'ї'.repeat(300), ' spaces ', 'two\nlines'])(
    'keeps %j text',
    async (text) => {
      const input = testInput(1);
      const [sheet] = (await read({
        ...input,
        title: text,
        lines: [{ label: text, value: text }],
        rows: [{ ...input.rows[0], ration: text }],
      })) as [Worksheet];
      const kept = text.replace(LOST, '');
      for (const address of ['B6', 'A1']) {
        expect(sheet.getCell(address).value).toBe(kept);
        expect(sheet.getCell(address).type).toBe(exceljs.ValueType.String);
      }
    },
  );

  it('leaves empty cells empty, and stands without rows or headings', async () => {
    const input = testInput(1);
    const rows = [{ ...input.rows[0], plan: null, ration: '', cost: 0 }];
    const [sheet] = (await read({ ...input, rows })) as [Worksheet];
    expect([sheet.getCell('G8').value, sheet.getCell('B8').value, sheet.getCell('L8').value]).toEqual([null, null, 0]);
    const columns = input.columns.map(({ heading: _, ...column }) => column);
    const [bare] = (await read({ ...input, columns, rows: [], totals: { plan: 0 } })) as [Worksheet];
    expect(bare.getCell('A6').value).toBe('День');
    expect(values(bare, 7)).toEqual(['Разом', undefined, undefined, undefined, undefined, undefined, 0]);
    expect(bare.autoFilter).toBe('A6:L6');
  });

  it('may have several sheets, each of its own name', async () => {
    const sheets = await read([testInput(2), testInput(1500), { ...testInput(0), title: 'A/B:[c]?' }]);
    expect(sheets.map((sheet) => sheet.name)).toEqual(['План годівлі', 'План годівлі 2', 'A B c']);
    expect(sheets[1]!.getCell('F1507').value).toBe(44);
  });

  it('tells how far it is and stops when asked', async () => {
    const seen: number[] = [];
    await toXlsx(testInput(2500), (done) => seen.push(done));
    expect(seen).toEqual([0.4, 0.8, 1]);
    const control = new AbortController();
    const stopped = toXlsx(testInput(2500), () => control.abort(), control.signal);
    await expect(stopped).rejects.toThrow(/abort/i);
  });
});

it('names columns and sheets as Excel does', () => {
  expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  expect(sheetName(' [?] ')).toBe('Sheet');
  expect(sheetName("Ферма д'Артаньяна")).toBe('Ферма д’Артаньяна');
  expect(sheetName('History')).toBe('History 1');
  expect(sheetName('я'.repeat(40))).toHaveLength(31);
  expect(sheetName('я'.repeat(40), ['Я'.repeat(31)])).toBe(`${'я'.repeat(29)} 2`);
});
