import { describe, expect, it } from 'vitest';
import type { ExportInput } from '#common/files/input.ts';
import { LOCALES } from '#common/format/locale.ts';
import { LANGUAGES } from '#contract/kinds.ts';
import { testInput } from '#tests/support/export-input.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { drawable } from './create-pdf.ts';
import { toPdf } from './pdf.ts';
import { layOut } from './pdf-layout.ts';

async function read(input: ExportInput): Promise<string[]> {
  return readPdf(await toPdf(input)).map(({ text }) => text.replace(/[^\S\n]+/gu, ' '));
}

describe('a PDF', () => {
  it('reads in Ukrainian: title block, repeated header, total, notes, page x of y', async () => {
    const pages = await read(testInput(80));
    expect(pages).toHaveLength(3);
    expect(pages[0]).toMatch(
      /План годівлі\n\s*Клієнт ТОВ «Зелений гай»\n\s*Ферма Їжакове\n\s*Період 01\.03\.2026 – 31\.03\.2026\n\s*Не враховано: 2/,
    );
    expect(pages[0]).toContain(
      '02.03.2026 Дійні корови, ґанок № 1 02.03.2026 06:01 13:05 Завантажено 41 1 001,25 1 002,25 +1,0 98,76 1,5 24,68',
    );
    pages.forEach((page, i) => {
      expect(page).toContain(`Сторінка ${i + 1} з 3`);
      expect(page).toContain('Відхилення,');
    });
    expect(pages[2]).toMatch(/Разом 3 360 83 950,00 84 030,00 −20,0 98,70 39 981,60/);
    expect(pages[0]).toContain('Не враховано: 2 завантаження, 1 200 кг');
    expect(pages[0]).not.toContain('Разом');
  });

  it('writes numbers in German and pounds, dollars and the 12-hour clock for us', async () => {
    expect((await read(testInput(2, 'de')))[0]).toContain('1.001,25');
    const us = (await read(testInput(2, 'us')))[0];
    expect(us).toContain('03/02/2026 6:01 AM 1:05 PM');
    expect(us).toContain('2,207.37');
  });

  it('has the letters of all languages', async () => {
    const letters = 'ЄІЇҐєіїґ Ёёъыэ ĄĆĘŁŃÓŚŹŻąćęłńóśźż ÄÖÜßäöü ÀÂÇÉÈÊËÎÏÔÛÙÜŸŒœæ ÀÈÌÒÙ ĂÂÎȘȚăâîșț ŠŽÕšžõ ₴ ₸ € $ zł № – — „“ «» ’ − × ÷';
    const [page] = await read({ ...testInput(0), title: letters, columns: testInput(0).columns.slice(0, 2) });
    expect(page!.replace(/\s+/g, ' ')).toContain(letters);
  });

  it.each(LANGUAGES)('has the letters of the days and months of %s', (language) => {
    const names = Array.from({ length: 366 }, (_, day) =>
      new Date(Date.UTC(2028, 0, 1 + day)).toLocaleDateString(LOCALES[language], {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        timeZone: 'UTC',
      }),
    );
    expect(names.map(drawable)).toEqual(names);
  });

  it('takes hostile and endless texts', async () => {
    const input = testInput(3);
    const texts = ["=cmd|' /C calc'!A0", 'без'.repeat(100), '🐄 \u0000\ud800 )\\( Tj ET 日本 5 ≥ 4'];
    const pages = await read({ ...input, rows: input.rows.map((row, i) => ({ ...row, ration: texts[i]! })) });
    expect(pages[0]).toContain("=cmd|' /C calc'!A0");
    expect(pages[0]).toContain('? )\\( Tj ET ?? 5 >= 4');
    expect(pages.join('').match(/без/g)!.length).toBeGreaterThan(80);
  });

  it('splits a table that is too wide, each part with its labels and total', async () => {
    const input = testInput(2);
    const more = Array.from({ length: 24 }, (_, i) => ({
      key: `feed${i}`,
      header: `Силос кукурудзяний ${i}`,
      unit: 'кг',
      kind: 'weight' as const,
      total: 'sum' as const,
    }));
    const rows = input.rows.map((row) => ({ ...row, ...Object.fromEntries(more.map(({ key }, i) => [key, 70_000 + i])) }));
    const totals = { ...input.totals, ...Object.fromEntries(more.map(({ key }, i) => [key, 140_000 + i * 2])) };
    const pages = await read({ ...input, columns: [...input.columns, ...more], rows, totals });
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      expect(page).toContain('01.03.2026 Дійні корови, ґанок № 0');
      expect(page).toContain('Разом');
    }
    const text = pages.join('');
    for (const i of more.keys()) expect(text).toContain(`70 ${String(i).padStart(3, '0')}`);
  });

  it('stops when asked', async () => {
    await expect(toPdf(testInput(3), undefined, AbortSignal.abort())).rejects.toThrow(/abort/i);
  });
});

it('takes the narrowest page and the largest letters on which all columns stand', () => {
  const columns = (count: number, text: number) => Array.from({ length: count }, (_, i) => ({ word: text, text, label: i < 2 }));
  expect(layOut(columns(4, 8))).toMatchObject({ orientation: 'portrait', size: 9 });
  expect(layOut(columns(10, 6))).toMatchObject({ orientation: 'landscape', size: 9 });
  expect(layOut(columns(13, 7))).toMatchObject({ orientation: 'landscape', size: 7 });
  const split = layOut(columns(40, 8));
  expect(split.parts.length).toBeGreaterThan(2);
  for (const part of split.parts) {
    expect(part.slice(0, 2).map(({ at }) => at)).toEqual([0, 1]);
    expect(part.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(785.01);
  }
  expect(new Set(split.parts.flatMap((part) => part.map(({ at }) => at))).size).toBe(40);
});
