import ExcelJS from 'exceljs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { toCsv } from '#common/files/csv/csv.ts';
import { toWindows1251 } from '#common/files/csv/windows-1251.ts';
import type { ExportInput } from '#common/files/input.ts';
import { toXlsx } from '#common/files/xlsx/xlsx.ts';
import { createFormatter } from '#common/format/formatter.ts';
import { LARGEST_FILE } from '#contract/imports.ts';
import { LANGUAGES, type Language } from '#contract/kinds.ts';
import { firstConventions } from '#contract/words.ts';
import type { FileField, FilePlan } from './plan.ts';
import { readFile } from './read.ts';
import { LARGEST_UNPACKED } from './unpack.ts';

const labels = (uk: string, en: string) => ({
  ...Object.fromEntries(LANGUAGES.map((language) => [language, `${en} (${language})`])),
  uk,
  en,
  us: en,
});
const fields: FileField[] = [
  { key: 'id', kind: 'text', labels: labels('ID', 'ID') },
  { key: 'name', kind: 'text', labels: labels('Назва', 'Name') },
  { key: 'value', kind: 'weight', labels: labels('Вага', 'Weight') },
  { key: 'price', kind: 'price', labels: labels('Ціна', 'Price') },
  { key: 'dry_matter', kind: 'percent', labels: labels('Суха речовина', 'Dry matter') },
  { key: 'day', kind: 'date', labels: labels('День', 'Day') },
  { key: 'at', kind: 'datetime', labels: labels('Коли', 'When') },
  { key: 'type', kind: 'text', labels: labels('Вид', 'Kind'), options: { продаж: 'sale', sale: 'sale' } },
];
const plan = (language: Language = 'uk', more: Partial<FilePlan> = {}): FilePlan => ({
  language,
  ...firstConventions(language),
  fields,
  mostRows: 100,
  ...more,
});
const csv = (text: string) => new TextEncoder().encode(text);
const rowsOf = async (bytes: Uint8Array<ArrayBuffer>, how = plan()) => (await readFile(bytes, how)).rows.map(({ values }) => values);
const refusal = (bytes: Uint8Array<ArrayBuffer>, how = plan()) =>
  readFile(bytes, how).then(
    () => 'taken',
    ({ reason }) => reason,
  );
async function book(rows: ExcelJS.CellValue[][], change?: (sheet: ExcelJS.Worksheet) => void) {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('x');
  sheet.addRows(rows);
  change?.(sheet);
  return new Uint8Array((await workbook.xlsx.writeBuffer()) as ArrayBuffer);
}

const rows = [
  {
    id: '7',
    name: '=cmd',
    value: 1234.567,
    price: 0.12345,
    dry_matter: 35.4,
    day: '2026-02-01',
    at: '2026-02-01T14:05:09.000Z',
    type: 'sale',
  },
  {
    id: '8',
    name: "'=x",
    value: 0.001,
    price: 99_999.99999,
    dry_matter: 100,
    day: '2026-12-31',
    at: '2026-12-31T00:00:00.000Z',
    type: 'sale',
  },
  { id: '9', name: 'Вика, "яра"; \nз вівсом', value: 15, price: 12, dry_matter: null, day: null, at: null, type: 'sale' },
];

function exported(language: Language): ExportInput {
  const format = createFormatter({ language, ...firstConventions(language), timezone: 'UTC' });
  return {
    title: 'List',
    lines: [{ label: 'Made', value: 'now' }],
    columns: fields.map(({ key, kind, labels: names }) => ({
      key,
      kind,
      header: names[language] ?? '',
      unit: { weight: language === 'us' ? 'lb' : 'kg', price: language === 'us' ? '$/lb' : '₴/kg' }[kind as string],
    })),
    rows: rows.map((row) => ({ ...row, type: 'Sale' })),
    totals: {},
    language,
    ...firstConventions(language),
    timezone: 'UTC',
    currency: format.currency,
    labels: { total: 'Total', page: '' },
    notes: [],
    whole: true,
  };
}

describe('what was exported', () => {
  const read = rows.map(({ id, day, at, ...row }) => ({ ...row, id: Number(id), day, at: at?.slice(0, 19) ?? null }));

  it.each(LANGUAGES)('comes back the same from Excel in %s', async (language) => {
    expect(await rowsOf(await toXlsx(exported(language)), plan(language))).toEqual(read);
  });

  it.each(LANGUAGES)('comes back the same from CSV in %s, moments to the minute', async (language) => {
    const back = read.map((row) => ({ ...row, at: row.at?.slice(0, 16) ?? null }));
    expect(await rowsOf(await toCsv(exported(language)), plan(language))).toEqual(back);
  });
});

describe('headings', () => {
  it('are known in any language, by the API’s name, in any case, with or without a unit', async () => {
    const { rows: found, columns, ignored } = await readFile(csv('назва;WEIGHT, kg;price;Залишок\nHay;1;2;3'), plan('de'));
    expect([columns, ignored]).toEqual([['name', 'value', 'price'], ['Залишок']]);
    expect(found).toEqual([{ values: { name: 'Hay', value: 1, price: 2 }, lines: [expect.objectContaining({ line: 2 })], places: {} }]);
  });
  it('tell of pounds; without a unit a weight is in the reader’s own', async () => {
    expect(await rowsOf(csv('Name,"Weight, Lbs"\nHay,7'))).toMatchObject([{ value: 3.175 }]);
    expect(await rowsOf(csv('Name,Weight\nHay,7'), plan('us'))).toMatchObject([{ value: 3.175 }]);
    expect(await rowsOf(csv('Name,"Weight, kg"\nHay,7'), plan('us'))).toMatchObject([{ value: 7 }]);
  });
  it.each<[string, string, Language, number]>([
    ['Вага, т', '12,5', 'uk', 12_500],
    ['Вага (т)', '12,5', 'uk', 12_500],
    ['Вага, ц', '12,5', 'uk', 1250],
    ['Вага [кг]', '12,5', 'uk', 12.5],
    ['Вага, (г)', '500', 'uk', 0.5],
    ['Weight (t)', '12.5', 'en', 12_500],
    ['Weight, tonnes', '1', 'us', 1000],
    ['Weight, ton', '1', 'us', 907.185],
    ['Weight, ton', '1', 'en', 1000],
    ['Weight (cwt)', '10', 'us', 453.592],
    ['Weight, lb', '100', 'en', 45.359],
    ['Weight', '100', 'us', 45.359],
    ['Weight (fr), q', '2', 'fr', 200],
    ['Weight (de), dt', '2', 'de', 200],
    ['Weight (et) (ts)', '2', 'et', 200],
    ['value, t', '2', 'uk', 2000],
  ])('tell the unit: %s %s in %s', async (heading, text, language, value) => {
    const name = fields.find(({ key }) => key === 'name')?.labels[language];
    expect(await rowsOf(csv(`${name};"${heading}"\nHay;"${text}"`), plan(language))).toEqual([{ name: 'Hay', value }]);
  });
  it.each<[string, string, Language, number]>([
    ['Ціна, ₴/т', '9500', 'uk', 9.5],
    ['Ціна (грн/т)', '9 500', 'uk', 9.5],
    ['Ціна, грн за ц', '950', 'uk', 9.5],
    ['Ціна, грн.', '9,5', 'uk', 9.5],
    ['Price, $/lb', '1', 'en', 2.20462],
    ['Price', '1', 'us', 2.20462],
    ['Price ($/ton)', '200', 'us', 0.22046],
    ['Price, €/kg', '0.5', 'en', 0.5],
    ['Price, per t', '500', 'en', 0.5],
  ])('tell what a price is for: %s %s in %s', async (heading, text, language, price) => {
    const name = fields.find(({ key }) => key === 'name')?.labels[language];
    expect(await rowsOf(csv(`${name};"${heading}"\nHay;"${text}"`), plan(language))).toEqual([{ name: 'Hay', price }]);
  });
  it('with a unit that nobody knows are refused by name, those in another unit than the reader’s told', async () => {
    for (const heading of ['Вага, пуд', 'Вага (bushel)', 'Ціна, ₴/пуд', 'Ціна, пуд', 'Суха речовина, ‰']) {
      const file = csv(`Назва;"${heading}"\nHay;1`);
      await expect(readFile(file, plan())).rejects.toMatchObject({ reason: 'unknown_unit', names: heading });
    }
    const { units } = await readFile(csv('Назва;Вага, т;"Ціна, ₴/ц";Суха речовина, %\nHay;1;2;3'), plan());
    expect(units).toEqual([
      { heading: 'Вага, т', unit: 'т', kg: 1000 },
      { heading: 'Ціна, ₴/ц', unit: 'ц', kg: 100 },
    ]);
    expect((await readFile(csv('Назва;Вага, кг\nHay;1'), plan())).units).toEqual([]);
  });
  it('may stand below a title; a file without them is refused', async () => {
    expect(await rowsOf(csv('My list\n\nНазва;Вага\nHay;1'))).toEqual([{ name: 'Hay', value: 1 }]);
    expect(await refusal(csv('a;b\n1;2'))).toBe('no_header');
    expect(await refusal(csv('Назва;Вага\n;\n'))).toBe('no_rows');
  });
});

describe('cells', () => {
  const nameIn = (language: Language, key: string) => fields.find((field) => field.key === key)?.labels[language];
  const headed = (language: Language, key: string, text: string) =>
    csv(`${nameIn(language, 'name')};${nameIn(language, key)}\nHay;"${text}"`);
  it.each([
    ['1234,5', 'uk', 1234.5],
    ['1 234,5', 'uk', 1234.5],
    ['1.234,5', 'de', 1234.5],
    ['1,234.5', 'en', 1234.5],
    ['1.234', 'de', 1234],
    ['1.2', 'fr', 1.2],
    ['1.2345', 'fr', 1.235],
    ['1,234', 'fr', 1.234],
    ['1,234', 'en', 1234],
    ['12,5', 'en', 12.5],
    ['1.234.567', 'uk', 1_234_567],
    ['−3', 'uk', -3],
    ['.5', 'en', 0.5],
    ['1.2.3', 'en', '1.2.3'],
    ['12 cows', 'en', '12 cows'],
    ['', 'en', null],
  ] as const)('%s in %s is the number %s', async (text, language, value) => {
    expect(await rowsOf(headed(language, 'value', text), plan(language))).toEqual([{ name: 'Hay', value }]);
  });
  it.each([
    ['2026-02-01 14:05', 'uk', '2026-02-01T14:05'],
    ['2026-02-01T14:05:09', 'uk', '2026-02-01T14:05:09'],
    ['01.02.2026', 'uk', '2026-02-01'],
    ['1.2.26 9:05', 'de', '2026-02-01T09:05'],
    ['02/01/2026, 2:05 PM', 'us', '2026-02-01T14:05'],
    ['02/01/2026 12:05 am', 'us', '2026-02-01T00:05'],
    ['30.02.2026', 'uk', '30.02.2026'],
    ['01.02.2026 25:00', 'uk', '01.02.2026 25:00'],
    ['tomorrow', 'uk', 'tomorrow'],
  ] as const)('%s in %s is the moment %s', async (text, language, at) => {
    expect(await rowsOf(headed(language, 'at', text), plan(language))).toEqual([{ name: 'Hay', at }]);
  });
  it('of formulas are what they came to, text that looks like one is text, percents are percents', async () => {
    const bytes = await book(
      [
        ['Name', 'Weight', 'Dry matter', 'When', 'Price'],
        ['=1+1', { formula: '2*3', result: 6.00049 }, 0.354, new Date('2026-02-01T14:05:00Z'), '3,5'],
        [{ richText: [{ text: '@' }, { text: 'Hay' }] }, 1, 35, 46_054.5, { error: '#REF!' }],
      ],
      (sheet) => {
        sheet.getCell('C2').numFmt = '0.0%';
      },
    );
    expect(await rowsOf(bytes, plan('en'))).toEqual([
      { name: '=1+1', value: 6, dry_matter: 35.4, at: '2026-02-01T14:05:00', price: 3.5 },
      { name: '@Hay', value: 1, dry_matter: 35, at: '2026-02-01T12:00:00', price: '#REF!' },
    ]);
  });
});

describe('files', () => {
  it('of Windows-1251, UTF-16 and UTF-8 without a mark are read, parted by tabs too', async () => {
    const text = 'Назва\tВага\r\nСіно\t1,5';
    const utf16 = new Uint8Array([0xff, 0xfe, ...new Uint8Array(new Uint16Array([...text].map((sign) => sign.charCodeAt(0))).buffer)]);
    for (const bytes of [csv(text), utf16, toWindows1251(text)]) {
      for (const language of ['uk', 'en'] as const) expect(await rowsOf(bytes, plan(language))).toEqual([{ name: 'Сіно', value: 1.5 }]);
    }
  });
  it('that can’t be taken are refused by reason', async () => {
    expect(await refusal(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).toBe('old_excel');
    expect(await refusal(new Uint8Array([0x50, 0x4b, 3, 4, 5]))).toBe('unreadable');
    expect(await refusal(new Uint8Array([1, 0, 2, 0, 3]))).toBe('unreadable');
    expect(await refusal(csv(`Назва;Вага\n${'a;1\n'.repeat(101)}`))).toBe('too_many_rows');
    expect(await refusal(await book([['Name', 'Weight'], ...Array.from({ length: 101 }, () => ['a', 1])]))).toBe('too_many_rows');
  });
  it('of many sheets are read where the headings are', async () => {
    const workbook = new ExcelJS.Workbook();
    workbook.addWorksheet('Notes').addRows([['Hello', 'Name']]);
    workbook.addWorksheet('Data').addRows([
      ['Name', 'Weight'],
      ['Hay', 1],
    ]);
    const bytes = new Uint8Array((await workbook.xlsx.writeBuffer()) as ArrayBuffer);
    expect(await rowsOf(bytes)).toEqual([{ name: 'Hay', value: 1 }]);
  });
});

describe('lines that are parts of a row', () => {
  const parts = { field: 'items', keys: ['type', 'dry_matter'] };
  it('are gathered by id or name; a line that names nothing goes on', async () => {
    const text = 'ID;Name;Kind;Dry matter\n4;A;hay;60\n4;A;salt;40\n;B;hay;50\n;;salt;50\n;b;corn;1';
    const { rows: found } = await readFile(csv(text), plan('en', { parts: [parts] }));
    expect(found.map(({ values }) => values)).toEqual([
      {
        id: 4,
        name: 'A',
        items: [
          { type: 'hay', dry_matter: 60 },
          { type: 'salt', dry_matter: 40 },
        ],
      },
      {
        name: 'B',
        items: [
          { type: 'hay', dry_matter: 50 },
          { type: 'salt', dry_matter: 50 },
          { type: 'corn', dry_matter: 1 },
        ],
      },
    ]);
    expect(found.map(({ lines }) => lines.map(({ line }) => line))).toEqual([
      [2, 3],
      [4, 5, 6],
    ]);
  });
  it('go to the lists that have a column of their own filled; a file without such a column says nothing of the list', async () => {
    const lists = [
      { field: 'heads', keys: ['type', 'dry_matter'] },
      { field: 'prices', keys: ['type', 'price'] },
      { field: 'weights', keys: ['type', 'value'] },
    ];
    const text = 'Name;Kind;Dry matter;Price\nA;hay;60;\nA;hay;;2\nA;salt;40;3\nB;;;';
    const { rows: found } = await readFile(csv(text), plan('en', { parts: lists }));
    expect(found.map(({ values }) => values)).toEqual([
      {
        name: 'A',
        heads: [
          { type: 'hay', dry_matter: 60 },
          { type: 'salt', dry_matter: 40 },
        ],
        prices: [
          { type: 'hay', price: 2 },
          { type: 'salt', price: 3 },
        ],
      },
      { name: 'B', heads: [], prices: [] },
    ]);
    expect(found.map(({ places }) => places)).toEqual([
      { heads: [0, 2], prices: [1, 2] },
      { heads: [], prices: [] },
    ]);
  });
});

describe('a file made to exhaust its reader', () => {
  const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const LIST = `<sheetData><row r="1" spans="1:2" x14ac:dyDescent="0.25">${cell('A1', 'Name')}${cell('B1', 'Kind')}</row><row r="2">${cell('A2', 'Hay')}${cell('B2', 'Sale')}</row></sheetData>`;

  interface Crafted {
    /** Before the cells, and behind them. */
    before?: string;
    data?: string;
    after?: string;
    /** Beside the list of sheets. */
    book?: string;
    strings?: string;
    formats?: string;
    hidden?: string;
  }

  function crafted({ before = '', data = LIST, after = '', book = '', strings, formats = '<xf/>', hidden = LIST }: Crafted) {
    const texts = {
      'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/><sheet name="Aside" sheetId="2" state="hidden" r:id="rId2"/></sheets>${book}</workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[1, 2].map((at) => `<Relationship Id="rId${at}" Type="${RELATIONS}/worksheet" Target="/xl/worksheets/sheet${at}.xml"/>`).join('')}</Relationships>`,
      'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}>${before}${data}${after}</worksheet>`,
      'xl/worksheets/sheet2.xml': `<worksheet ${MAIN}>${hidden}</worksheet>`,
      'xl/styles.xml': `<styleSheet ${MAIN}><fonts><font/></fonts><fills><fill/></fills><borders><border/></borders><cellXfs>${formats}</cellXfs></styleSheet>`,
      ...(strings === undefined ? {} : { 'xl/sharedStrings.xml': `<sst ${MAIN}>${strings}</sst>` }),
    };
    return zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)]))) as Uint8Array<ArrayBuffer>;
  }
  const MANY = 400_001;
  const ALL = 'A1:XFD1048576';

  it.each<[string, Crafted]>([
    ['one merged area over all cells', { after: `<mergeCells><mergeCell ref="${ALL}"/></mergeCells>` }],
    ['a merged area over all rows', { after: '<mergeCells><mergeCell ref="A1:A1048576"/></mergeCells>' }],
    [
      'merged areas named from their ends',
      { after: `<mergeCells>${'<mergeCell ref="A1048576:A1"/>'.repeat(9)}<mergeCell ref="${ALL}"/></mergeCells>` },
    ],
    ['merged areas without number', { after: `<mergeCells>${'<mergeCell ref="A1:A2"/>'.repeat(MANY)}</mergeCells>` }],
    ['cells without number', { data: `<sheetData><row r="1">${'<c r="A1"><v>1</v></c>'.repeat(MANY)}</row></sheetData>` }],
    ['rows without number', { data: `<sheetData>${'<row r="1"/>'.repeat(MANY)}</sheetData>` }],
    ['shared texts without number', { strings: '<si/>'.repeat(MANY) }],
    ['formats without number', { formats: '<xf/>'.repeat(MANY) }],
    ['texts that unpack to more than any list', { strings: `<si><t>${' '.repeat(LARGEST_UNPACKED)}</t></si>` }],
  ])('is refused for %s', async (_, what) => {
    const file = crafted(what);
    expect(file.byteLength).toBeLessThan(LARGEST_FILE);
    expect(await refusal(file)).toBe('too_much');
  });

  it('is refused whatever sizes its zip claims', async () => {
    const file = crafted({ strings: `<si><t>${' '.repeat(LARGEST_UNPACKED)}</t></si>` });
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    for (let at = 0; at + 30 < file.byteLength; at += 1) {
      const sign = view.getUint32(at, true);
      if (sign === 0x04034b50) view.setUint32(at + 22, 100, true);
      if (sign === 0x02014b50) view.setUint32(at + 24, 100, true);
    }
    expect(await refusal(file)).toBe('too_much');
  });

  it('is refused where a row or a column is none of a spreadsheet', async () => {
    for (const [row, at] of [
      ['4000000000', 'A4000000000'],
      ['1', 'ZZZ1'],
      ['1', 'AAAAAA1'],
    ] as const) {
      expect(await refusal(crafted({ data: `<sheetData><row r="${row}">${cell(at, 'x')}</row></sheetData>` }))).toBe('unreadable');
    }
    expect(await refusal(crafted({ data: '<sheetData><row r="1">' }))).toBe('unreadable');
  });

  it.each<[string, Crafted]>([
    ['a name of all cells', { book: `<definedNames><definedName name="All">List!$A$1:$XFD$1048576</definedName></definedNames>` }],
    ['a check of all cells', { after: `<dataValidations count="1"><dataValidation type="whole" sqref="${ALL}"/></dataValidations>` }],
    ['a table of all cells', { after: `<autoFilter ref="${ALL}"/>` }],
    ['a size of the sheet that isn’t true', { before: `<dimension ref="${ALL}"/>` }],
    ['columns without end', { before: '<cols><col min="1" max="2147483647" width="9"/></cols>' }],
    ['a hidden sheet merged all over', { hidden: `${LIST}<mergeCells><mergeCell ref="${ALL}"/></mergeCells>` }],
  ])('is read in its cells, without %s', async (_, what) => {
    expect(await rowsOf(crafted(what))).toEqual([{ name: 'Hay', type: 'sale' }]);
  });

  it('hides no merged area among its cells', async () => {
    const merged = `<mergeCells><mergeCell ref="${ALL}"/></mergeCells>`;
    expect(await refusal(crafted({ data: LIST.replace('</sheetData>', `</sheetData >${merged}<sheetData></sheetData>`) }))).toBe(
      'too_much',
    );
  });

  it('of one line without end is read in its first columns, and a cell without end is no heading', async () => {
    expect(await refusal(csv('a;'.repeat(LARGEST_FILE / 2)))).toBe('no_header');
    expect(await refusal(csv(`"${'('.repeat(LARGEST_FILE - 2)}"`))).toBe('no_header');
    expect(await refusal(csv(`Name;Kind${';x'.repeat(200_000)}\nHay;Sale`))).toBe('taken');
    expect(await refusal(csv('\n'.repeat(LARGEST_FILE)))).toBe('too_many_rows');
  });

  it('repeats what a merged area shows in each of its rows', async () => {
    const bytes = await book(
      [
        ['Name', 'Weight'],
        ['Hay', 1],
        [null, 2],
        ['Straw', 3],
      ],
      (sheet) => sheet.mergeCells('A2:A3'),
    );
    expect(await rowsOf(bytes)).toEqual([
      { name: 'Hay', value: 1 },
      { name: 'Hay', value: 2 },
      { name: 'Straw', value: 3 },
    ]);
  });
});
