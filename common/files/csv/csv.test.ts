import { expect, it } from 'vitest';
import type { ExportInput } from '#common/files/input.ts';
import { testInput } from '#tests/support/export-input.ts';
import { toCsv } from './csv.ts';

/** A plain RFC 4180 reader. */
function parse(text: string, separator: string): string[][] {
  const records: string[][] = [[]];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!;
    if (quoted && sign === '"' && text[i + 1] === '"') field += text[i++];
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === separator || sign === '\r')) {
      records.at(-1)!.push(field);
      field = '';
      if (sign === '\r') {
        expect(text[++i]).toBe('\n');
        records.push([]);
      }
    } else field += sign;
  }
  return records.slice(0, -1);
}

async function read(input: ExportInput, separator = ';') {
  const bytes = await toCsv(input);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return parse(new TextDecoder().decode(bytes), separator);
}

it('has only a table: exact figures, with decimal comma and semicolons between fields in uk', async () => {
  const records = await read(testInput(40));
  expect(new Set(records.map(({ length }) => length))).toEqual(new Set([12]));
  expect(records).toHaveLength(42);
  expect(records[0]!.slice(0, 8)).toEqual(['День', 'Раціон', 'Записано', 'Початок', 'Стан', 'Голів', 'Вага: План, кг', 'Вага: Факт, кг']);
  expect(records[2]).toEqual([
    '02.03.2026',
    'Дійні корови, ґанок № 1',
    '02.03.2026 06:01',
    '13:05',
    'Завантажено',
    '41',
    '1001,25',
    '1002,25',
    '1',
    '98,765',
    '1,516667',
    '24,68',
  ]);
  expect(records[41]).toEqual(['Разом', '', '', '', '', '1680', '40975', '41015', '-10', '98,7', '', '10118,8']);
});

it('has decimal dot, commas between fields and pounds in us', async () => {
  const records = await read(testInput(1, 'us'), ',');
  expect(records[1]!.slice(0, 7)).toEqual([
    '03/01/2026',
    'Дійні корови, ґанок № 0',
    '03/01/2026 6:00 AM',
    '1:05 PM',
    'Завантажено',
    '40',
    '2204.622622',
  ]);
});

it('contains no formula, and every text can be read back', async () => {
  const input = testInput(1);
  for (const text of ["=cmd|' /C calc'!A0", '+1', '-1', '@x', '\t=1', '\r=1', '\n=1', '＝1']) {
    const records = await read({ ...input, rows: [{ ...input.rows[0], ration: text }] });
    expect(records[1]![1]).toBe(`'${text}`);
  }
  for (const text of ['a "q"', 'a;b', 'two\r\nlines', "it's", 'ї'.repeat(300), '1=1']) {
    const records = await read({ ...input, rows: [{ ...input.rows[0], ration: text, deviation: -5 }] });
    expect(records[1]![1]).toBe(text);
    expect(records[1]![8]).toBe('-5');
  }
});

it('contains a list’s numbers as they are stored, so that it can be imported again', async () => {
  const records = await read({ ...testInput(1, 'us'), whole: true }, ',');
  expect(records[1]!.slice(6, 7)).toEqual(['2204.622622']);
  expect(records[1]![9]).toBe('98.765');
});
