import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#tests/support/pdf.ts';
import { testStatement } from '#tests/support/statement.ts';
import type { StatementInput } from './statement.ts';
import { statementPdf } from './statement-pdf.ts';
import { statementXlsx } from './statement-xlsx.ts';

async function pdf(input: StatementInput) {
  const pages = readPdf(await statementPdf(input));
  return { pages: pages.map(({ text }) => text), paper: pages.map(({ width, height }) => [Math.round(width), Math.round(height)]) };
}
const squeezed = (text: string) => text.replace(/[^\S\n]+/gu, ' ');

describe('a printed statement', () => {
  it('of 31 days and 14 feeds stands on one landscape A4, signatures included', async () => {
    const { pages, paper } = await pdf(testStatement(31, 14));
    expect(paper).toEqual([[842, 595]]);
    const page = squeezed(pages[0]!);
    for (const part of [
      'Відомість витрати кормів',
      'у формі ВЗСГ-9',
      'ТОВ «Зелений гай»',
      'Сторінка 1 з 1',
      'Бухгалтер',
      'підрозділу',
      "О'Ніл Ґ. Є.",
    ]) {
      expect(page).toContain(part);
    }
    expect(page).toMatch(/31\.03\.2026 120 1 300,25 1 301,25/);
    expect(page).toMatch(/Кормо-дні 3 720/);
    expect(page).toMatch(/Разом 35 657,75 /);
  });

  it('of more feeds than a page holds goes on, naming day and heads again', async () => {
    const { pages } = await pdf(testStatement(5, 40));
    expect(pages).toHaveLength(3);
    for (const page of pages) expect(squeezed(page)).toMatch(/05\.03\.2026 120 /);
    expect(pages[2]).toContain('Разом за');
    expect(pages[0]).not.toContain('Разом за');
  });

  it('begins each statement on a page, and takes endless names', async () => {
    const [one] = testStatement(3, 2).statements;
    const long = { ...one!, title: 'ї'.repeat(300), lines: [{ label: 'Група', value: 'без '.repeat(75) }] };
    const { pages } = await pdf({ ...testStatement(3, 2), statements: [one!, long] });
    expect(pages).toHaveLength(2);
    expect(pages[1]!.match(/ї/g)!.length).toBeGreaterThanOrEqual(300);
  });

  it('gives columns the width that they name, wraps endless names, and says its remarks under the table', async () => {
    const [one] = testStatement(3, 2).statements;
    const names = ['Силос '.repeat(50).trim(), "=cmd|' /C calc'!A0", 'Ґ'.repeat(300)];
    const columns = [{ key: 'feed', header: 'Найменування', kind: 'text' as const, leading: true, width: 235 }, ...one!.columns.slice(2)];
    const rows = one!.rows.map((row, i) => ({ ...row, feed: names[i]! }));
    const { pages } = await pdf({
      ...testStatement(3, 2),
      statements: [{ ...one!, columns, rows, remarks: ['Усього найменувань: 3 (три)', 'слово '.repeat(60)] }],
    });
    expect(pages).toHaveLength(1);
    const text = squeezed(pages[0]!);
    expect(text.match(/Силос/g)!.length).toBeGreaterThanOrEqual(50);
    expect(text.match(/Ґ/g)!.length).toBeGreaterThanOrEqual(300);
    expect(text).toContain("=cmd|' /C calc'!A0");
    expect(text).toContain('Усього найменувань: 3 (три)');
    expect(text.match(/слово/g)).toHaveLength(60);
  });

  it('takes numbers as they are printed, and writes them as the language does', async () => {
    const { pages } = await pdf(testStatement(2, 1, 'us'));
    expect(squeezed(pages[0]!)).toMatch(/03\/01\/2026 120 1,000\.25 /);
  });
});

describe('its workbook', () => {
  async function read(input: StatementInput) {
    const workbook = new exceljs.Workbook();
    await workbook.xlsx.load((await statementXlsx(input)).buffer);
    return workbook.worksheets;
  }

  it('has live sums whose cached values are those of the statement', async () => {
    const input = testStatement(31, 3);
    const [sheet] = await read(input);
    // Six lines of the head, a row between, column names in row 10, the norm in 11.
    expect(sheet!.getCell('A10').value).toBe('Дата');
    expect(sheet!.getCell('A11').value).toBe('Норма на голову');
    expect(sheet!.getCell('C12').value).toBe(1000.25);
    expect(sheet!.getCell('F12').value).toEqual({ formula: 'SUM(C12:E12)', result: expect.closeTo(3003.75, 9) });
    const whole = input.statements[0]!.below[0]!.cells;
    expect(sheet!.getCell('A43').value).toBe('Разом');
    expect(sheet!.getCell('C43').value).toEqual({ formula: 'SUM(C12:C42)', result: expect.closeTo(Number(whole.ingredient_1), 6) });
    expect(sheet!.getCell('B44').value).toEqual({ formula: 'SUM(B12:B42)', result: 3720 });
    expect(sheet!.getCell('C46').value).toBe(114_461.38);
    expect(sheet!.getCell('C46').numFmt).toContain('₴');
    expect(sheet!.pageSetup).toMatchObject({ paperSize: 9, orientation: 'landscape', fitToWidth: 1 });
  });

  it('holds no formula but its own', async () => {
    const input = testStatement(1, 1);
    const hostile = "=cmd|' /C calc'!A0";
    const [statement] = input.statements;
    const [sheet] = await read({
      ...input,
      statements: [
        {
          ...statement!,
          title: hostile,
          signatures: [{ role: hostile, name: hostile }],
          columns: statement!.columns.map((one) => ({ ...one, header: hostile })),
        },
      ],
    });
    expect(sheet!.getCell('A1').type).toBe(exceljs.ValueType.String);
    expect(sheet!.getCell('C10').type).toBe(exceljs.ValueType.String);
  });

  it('gives each statement its own sheet', async () => {
    const [one] = testStatement(2, 1).statements;
    const sheets = await read({ ...testStatement(2, 1), statements: [one!, one!] });
    expect(sheets.map(({ name }) => name)).toEqual(['Дійні корови, ґанок № 1', 'Дійні корови, ґанок № 1 2']);
  });
});
