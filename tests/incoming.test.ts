import { readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FilePlan } from '#common/files/incoming/plan.ts';
import { type FileContent, readFile } from '#common/files/incoming/read.ts';
import { createFormatter } from '#common/format/formatter.ts';
import type { Language } from '#contract/kinds.ts';
import { firstConventions } from '#contract/words.ts';
import { planOf } from '#src/core/resource/import/plan-of.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { analysisFile, type ListedNutrient } from '#src/operations/analyses/file.ts';
import { deliveryFile } from '#src/operations/deliveries/file.ts';
import { ingredientFile } from '#src/operations/ingredients/file.ts';
import { rationFile } from '#src/operations/rations/file.ts';
import { planList } from './support/list-files.ts';
import { everyText } from './support/through-file.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Row = Record<string, unknown>;

let texts: Awaited<ReturnType<typeof everyText>>;
beforeAll(async () => {
  texts = await everyText();
});

const zoneOf = () => 'Europe/Kyiv';
const deliveryList = () => deliveryFile(texts.uk, { query: {}, farm: 1, zoneOf, writes: true });
const ingredientList = () => ingredientFile(texts.uk, {}, 1, true);

function toPlan(file: ListFile, language: Language, more: Partial<FilePlan> = {}): FilePlan {
  if (!file.imports) throw new Error('the list takes no files');
  const reader = { language, units: language === 'us' ? 'lb' : 'kg', currency: language === 'us' ? 'USD' : 'UAH' } as const;
  return { ...planOf(file, file.imports, texts, reader), ...more };
}
const toBytes = (text: string) => new TextEncoder().encode(text) as Bytes;
const fixture = (name: string) => new Uint8Array(readFileSync(`tests/incoming/${name}`)) as Bytes;

const readDeliveries = (file: string | Bytes, language: Language = 'uk', more: Partial<FilePlan> = {}) =>
  readFile(typeof file === 'string' ? toBytes(file) : file, toPlan(deliveryList(), language, more));
const valuesIn = ({ rows }: FileContent): Row[] => rows.map(({ values }) => values);
const readRefusal = (read: Promise<FileContent>) =>
  read.then(
    () => 'taken',
    ({ reason, names }) => `${reason} ${names}`.trim(),
  );

/** A workbook of one sheet. */
async function book(rows: ExcelJS.CellValue[][], change?: (sheet: ExcelJS.Worksheet, workbook: ExcelJS.Workbook) => void): Promise<Bytes> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Лист');
  sheet.addRows(rows);
  change?.(sheet, workbook);
  return new Uint8Array((await workbook.xlsx.writeBuffer()) as ArrayBuffer);
}

describe('a case of the folder', () => {
  it('01: tonnes of a column of units convert weight and price of their line', async () => {
    const file =
      'Інгредієнт;Коли;Тип;Од. вим.;Вага;Ціна\nЖом;20.11.2026 08:00;Поставка;т;12,4;7600\nЖом;21.11.2026 08:00;Поставка;кг;800;7,6';
    expect(valuesIn(await readDeliveries(file))).toMatchObject([
      { value: 12_400, price: 7.6 },
      { value: 800, price: 7.6 },
    ]);
  });
  it('02: a price without a unit next to tonnes raises a question', async () => {
    expect(await readRefusal(readDeliveries('Інгредієнт;Коли;Тип;Вага, т;Ціна, грн\nЖом;20.11.2026;Поставка;12,4;7600'))).toBe(
      'price_unit Ціна, грн',
    );
  });
  it('03: a price in another currency is refused', async () => {
    expect(await readRefusal(readDeliveries('Інгредієнт;Коли;Тип;Вага, кг;Ціна, $/кг\nЖом;20.11.2026;Поставка;9800;0,35'))).toBe(
      'other_currency Ціна, $/кг',
    );
  });
  it('04: units of number formats convert', async () => {
    expect(valuesIn(await readDeliveries(fixture('04-unit-in-number-format.xlsx')))).toMatchObject([{ value: 12_400, price: 7.6 }]);
  });
  it('05: sheets with the same columns are read together and named', async () => {
    const content = await readDeliveries(fixture('05-sheet-per-week.xlsx'));
    expect(valuesIn(content).map(({ delivered_at }) => delivered_at)).toEqual([
      '2026-11-03T08:00:00',
      '2026-11-10T08:00:00',
      '2026-11-17T08:00:00',
    ]);
    expect(content.sheets.map(({ name }) => name)).toEqual(['1 тиждень', '2 тиждень', '3 тиждень']);
  });
  it('06: a quote without its end is refused with its line', async () => {
    const file = 'Інгредієнт;Коли;Тип;Вага, кг;Примітка\nЖом;20.11.2026;Поставка;9800;"накладна 17\nСіно;20.11.2026;Поставка;4500;';
    expect(await readRefusal(readDeliveries(file))).toBe('unclosed_quote 2');
  });
  it('07: date and time of two columns form one moment', async () => {
    expect(valuesIn(await readDeliveries(fixture('07-date-and-time-apart.xlsx')))).toMatchObject([{ delivered_at: '2026-11-20T09:00:00' }]);
  });
  it('08: numbers that are no days are ignored; YYYYMMDD and days without a format are read', async () => {
    const moments = valuesIn(await readDeliveries(fixture('08-dates-as-numbers.xlsx'))).map(({ delivered_at }) => delivered_at);
    expect(moments).toEqual(['5.11', '20.11', '2026-11-20', '«2026»', '2026-11-20T00:00:00', '2026-11-20T06:00:00', '0', '-1']);
  });
  it('09: an ISO date cell is its moment', async () => {
    expect(valuesIn(await readDeliveries(fixture('09-iso-date-cell.xlsx')))).toMatchObject([{ delivered_at: '2026-11-20T08:00:00' }]);
  });
  it('10: a hidden column is not read, hidden lines are left out and counted', async () => {
    const content = await readDeliveries(fixture('10-hidden-rows-and-column.xlsx'));
    expect(valuesIn(content).map(({ price, value }) => [price, value])).toEqual([
      [8.1, 9800],
      [8.1, 9803],
    ]);
    expect(content.left).toEqual([{ reason: 'hidden', sheet: '', lines: [3, 4] }]);
  });
  it('11: one merged weight of two lines is refused', async () => {
    expect(await readRefusal(readDeliveries(fixture('11-merged-weight.xlsx')))).toBe('merged_amount 3');
  });
  it('12: the net weight has precedence over the gross one', async () => {
    expect(valuesIn(await readDeliveries('Інгредієнт;Коли;Тип;Вага, кг;Вага нетто, кг\nЖом;20.11.2026;Поставка;24800;9800'))).toMatchObject(
      [{ value: 9800 }],
    );
  });
  it('13: an amount that contradicts weight and price is a doubt of its line', async () => {
    const { rows } = await readDeliveries('Інгредієнт;Коли;Тип;Вага, кг;Ціна, ₴/кг;Сума, ₴\nЖом;20.11.2026;Поставка;1240;76;9424,00');
    expect(rows[0]?.lines[0]?.doubts).toEqual([{ code: 'amount', field: 'price', found: 9424, expected: 94_240 }]);
  });
  it('14: a dot has one meaning in a column', async () => {
    const weights = ['9.800', '12.450,5', '10.200'].map((weight) => `Жом;20.11.2026;Поставка;${weight}`).join('\n');
    expect(valuesIn(await readDeliveries(`Інгредієнт;Коли;Тип;Вага, кг\n${weights}`)).map(({ value }) => value)).toEqual([
      9800, 12_450.5, 10_200,
    ]);
  });
  it('15: ambiguous dates are read in the reader’s order and shown with the month in words', async () => {
    const content = await readDeliveries('Ingredient,When,Type,"Weight, kg"\nBarley,05/11/2026 08:00,Delivery,9800');
    expect([valuesIn(content)[0]?.delivered_at, content.example]).toEqual([
      '2026-11-05T08:00',
      { text: '05/11/2026 08:00', day: '2026-11-05' },
    ]);
  });
  it('17: totals and signatures are left out with their lines', async () => {
    const content = await readDeliveries(
      'ТОВ;;;\nРеєстр;;;\nІнгредієнт;Коли;Тип;Вага, кг\nЖом;20.11.2026;Поставка;9800\nСіно;20.11.2026;Поставка;4500\nРазом;;;14300\n;;;\nЗдав: ______ Прийняв: ______;;;\nСторінка 1 з 1;;;',
    );
    expect(valuesIn(content).map(({ value }) => value)).toEqual([9800, 4500]);
    expect(content.left.map(({ reason, lines }) => [reason, lines])).toEqual([
      ['total', [6]],
      ['signature', [8, 9]],
    ]);
    expect(content.rows.flatMap(({ lines }) => lines.flatMap(({ doubts = [] }) => doubts))).toEqual([]);
  });
  it('17: a total that differs from its lines is a doubt', async () => {
    const content = await readDeliveries('Інгредієнт;Коли;Тип;Вага, кг\nЖом;20.11.2026;Поставка;9800\nРазом;;;19800');
    expect(content.rows[0]?.lines[0]?.doubts).toEqual([{ code: 'total', field: 'value', found: 19_800, expected: 9800 }]);
  });
  it('18: stars and colons of headings are ignored', async () => {
    expect(
      valuesIn(await readDeliveries('Інгредієнт *;Коли:;Тип*;Вага, кг *;Ціна, ₴/кг *\nЖом;20.11.2026;Поставка;9800;8,1')),
    ).toMatchObject([{ value: 9800, price: 8.1 }]);
  });
  it('19: a workbook with a password is named as such', async () => {
    expect(await readRefusal(readDeliveries(fixture('19-password.xlsx')))).toBe('password');
  });
  it('20: a web page named .xls is named as such', async () => {
    expect(await readRefusal(readDeliveries(fixture('20-web-table.xls')))).toBe('web_table');
  });
  it('21: a workbook with prefixed elements is read', async () => {
    expect(valuesIn(await readDeliveries(fixture('21-prefixed-xml.xlsx')))).toMatchObject([{ value: 9800, price: 8.1 }]);
  });
  it('22: letters of DOS are read', async () => {
    expect(valuesIn(await readDeliveries(fixture('22-dos-letters.csv')))).toMatchObject([
      { ingredient_name: 'Ячмiнь дроблений', value: 9800 },
    ]);
  });
  it('25: an empty humidity next to a dry matter is ignored', async () => {
    const plan = toPlan(ingredientList(), 'uk');
    expect(valuesIn(await readFile(toBytes('Інгредієнт;Суха речовина, %;Вологість, %\nСилос;34;'), plan))).toMatchObject([
      { dry_matter: 34, humidity: null },
    ]);
  });
});

describe('a file of rations', () => {
  it('a file of rations with amounts per head asks for the column of their meaning', async () => {
    const plan = toPlan(rationFile(texts.uk, 1, {}, true), 'uk');
    const read = (text: string) => readRefusal(readFile(toBytes(text), plan));
    expect(await read('Раціон;Інгредієнт;На голову, кг\nПробний;Силос;20\nПробний;Сінаж;8')).toMatch(/^missing_column ./);
    expect(await read('Раціон;Інгредієнт;Частка, %\nПробний;Силос;60\nПробний;Сінаж;40')).toBe('taken');
  });
  it('reads a template by the words of any language, and another word as text', async () => {
    const plan = toPlan(rationFile(texts.uk, 1, {}, true), 'uk');
    const read = async (heading: string, cell: string) =>
      valuesIn(await readFile(toBytes(`Раціон;Інгредієнт;Частка, %;${heading}\nПробний;Силос;100;${cell}`), plan))[0]?.template;
    expect(await read('Шаблон', 'Так')).toBe(true);
    expect(await read('Шаблон', 'ні')).toBe(false);
    expect(await read('Vorlage', 'Ja')).toBe(true);
    expect(await read('Шаблон', '')).toBe(null);
    expect(await read('Шаблон', 'можливо')).toBe('можливо');
  });
});

/** A delivery's moment from the text of one cell. */
const readMomentText = async (text: string, language: Language = 'uk') => {
  const quoted = `"${text}"`;
  return valuesIn(await readDeliveries(`Інгредієнт;Коли;Тип;Вага, кг\nЖом;${quoted};Поставка;1`, language))[0]?.delivered_at;
};

describe('the moment', () => {
  it.each([
    ['2026-11-20 08:00:00.000', '2026-11-20T08:00:00'],
    ['2026-11-20T08:00:00.123', '2026-11-20T08:00:00'],
    ['21.11.2026 р.', '2026-11-21'],
    ['21.11.2026р.', '2026-11-21'],
    ['21.11.2026 г.', '2026-11-21'],
    ['21.11.2026 року', '2026-11-21'],
    ['22 листопада 2026', '2026-11-22'],
    ['22 листопада 2026 р.', '2026-11-22'],
    ['22 листопада 2026 р. 08:30', '2026-11-22T08:30'],
    ['22 ноября 2026 г.', '2026-11-22'],
    ['22 listopada 2026 r.', '2026-11-22'],
    ['22. November 2026', '2026-11-22'],
    ['November 22, 2026', '2026-11-22'],
    ['Nov 22, 2026', '2026-11-22'],
    ['22-Nov-2026', '2026-11-22'],
    ['22-Nov-26', '2026-11-22'],
    ['22 novembre 2026', '2026-11-22'],
    ['22 noiembrie 2026', '2026-11-22'],
    ['22 november 2026', '2026-11-22'],
    ['20261123', '2026-11-23'],
    ['20261123 08:15', '2026-11-23T08:15'],
    ['пн 23.11.2026', '2026-11-23'],
    ['23/11/2026', '2026-11-23'],
    ['23-11-2026 7:05', '2026-11-23T07:05'],
    ['05.11.1926', '05.11.1926'],
    ['31.11.2026', '31.11.2026'],
    ['20261345', '20261345'],
    ['1900-01-04', '«1900-01-04»'],
    ['2026', '«2026»'],
    ['вчора', 'вчора'],
  ])('the moment of the text %s is %s', async (text, moment) => {
    expect(await readMomentText(text)).toBe(moment);
  });
  it('the moments of a column follow the one text with an unambiguous order of day and month', async () => {
    const file = 'Ingredient,When,Type,"Weight, kg"\nA,05/11/2026,Delivery,1\nB,11/20/2026,Delivery,1';
    expect(valuesIn(await readDeliveries(file)).map(({ delivered_at }) => delivered_at)).toEqual(['2026-05-11', '2026-11-20']);
  });
  it('the moment of a column with both orders is refused', async () => {
    const file = 'Ingredient,When,Type,"Weight, kg"\nA,20/11/2026,Delivery,1\nB,11/20/2026,Delivery,1';
    expect(await readRefusal(readDeliveries(file))).toBe('mixed_days When');
  });
  it.each<[Language, string]>([
    ['uk', '2026-11-05'],
    ['de', '2026-11-05'],
    ['pl', '2026-11-05'],
    ['us', '2026-05-11'],
  ])('of an ambiguous text follows the reader’s own order in %s', async (language, moment) => {
    expect(valuesIn(await readDeliveries('Ingredient,When,Type,"Weight, kg"\nA,05/11/2026,Delivery,1', language))[0]?.delivered_at).toBe(
      moment,
    );
  });
  it.each(['Дата', 'Date', 'Datum', 'Data', 'Kuupäev', 'Дата документа', 'дата  поставки:'])(
    'the moment is read under the heading %s',
    async (heading) => {
      const file = `Інгредієнт;${heading};Тип;Вага, кг\nЖом;20.11.2026;Поставка;1`;
      expect(valuesIn(await readDeliveries(file))[0]?.delivered_at).toBe('2026-11-20');
    },
  );
  it('isn’t replaced by the present if a column of days isn’t understood', async () => {
    expect(await readRefusal(readDeliveries('Інгредієнт;Отримано;Тип;Вага, кг\nЖом;20.11.2026;Поставка;1'))).toBe('unread_column Отримано');
  });
  it('comes from the column that a person names', async () => {
    const choices = { Отримано: { field: 'delivered_at' } };
    const file = 'Інгредієнт;Отримано;Тип;Вага, кг\nЖом;20.11.2026;Поставка;1';
    expect(valuesIn(await readDeliveries(file, 'uk', { choices }))[0]?.delivered_at).toBe('2026-11-20');
    const without = { Отримано: { field: null } };
    expect(valuesIn(await readDeliveries(file, 'uk', { choices: without }))[0]).not.toHaveProperty('delivered_at');
  });
  it.each([
    ['09:30', '2026-11-20T09:30'],
    ['9:30', '2026-11-20T09:30'],
    ['09:30:15', '2026-11-20T09:30:15'],
  ])('the moment has the time %s of its own column', async (time, moment) => {
    expect(valuesIn(await readDeliveries(`Інгредієнт;Дата;Час;Тип;Вага, кг\nЖом;20.11.2026;${time};Поставка;1`))[0]?.delivered_at).toBe(
      moment,
    );
  });
  it('the moment ignores an unused column next to an invalid time', async () => {
    expect(valuesIn(await readDeliveries('Інгредієнт;Дата;Час;Тип;Вага, кг\nЖом;20.11.2026;ранок;Поставка;1'))[0]?.delivered_at).toBe(
      '2026-11-20 ранок',
    );
  });
  it('the moment of a workbook that counts from 1904 is the shown day', async () => {
    const bytes = await book(
      [
        ['Інгредієнт', 'Коли', 'Тип', 'Вага, кг'],
        ['Жом', new Date('2026-11-20T00:00:00Z'), 'Поставка', 1],
      ],
      (_, workbook) => {
        workbook.properties.date1904 = true;
      },
    );
    expect(valuesIn(await readDeliveries(bytes))[0]?.delivered_at).toBe('2026-11-20T00:00:00');
  });
});

/** Weight and price of one delivery, by headings and cells. */
const readFigures = async (weight: string, price: string, cells: string, language: Language = 'uk', more = '') => {
  const file = `Інгредієнт;Коли;Тип;${weight};${price}${more && `;${more.split('=')[0]}`}\nЖом;20.11.2026;Поставка;${cells}${more && `;${more.split('=')[1]}`}`;
  const { value, price: paid } = valuesIn(await readDeliveries(file, language))[0] ?? {};
  return [value, paid];
};

describe('weight and price', () => {
  it.each<[string, string, string, number, number]>([
    ['Вага, т', 'Ціна, ₴/т', '12,4;7600', 12_400, 7.6],
    ['Вага, т', 'Ціна, грн/кг', '12,4;7,6', 12_400, 7.6],
    ['Вага, ц', 'Ціна, грн/ц', '124;760', 12_400, 7.6],
    ['Вага, т', 'Ціна за т', '12,4;7600', 12_400, 7.6],
    ['Вага, т', 'Ціна, грн за 1 т', '12,4;7600', 12_400, 7.6],
    ['Вага, кг', 'Ціна за 1 кг', '12400;7,6', 12_400, 7.6],
    ['Вага (кг)', 'Ціна (грн)', '12400;7,6', 12_400, 7.6],
    ['Вага кг', 'Ціна грн/кг', '12400;7,6', 12_400, 7.6],
    ['Кількість, т', 'Ціна за одиницю, грн/т', '12,4;7600', 12_400, 7.6],
    ['Quantity, t', 'Unit price, UAH/t', '12,4;7600', 12_400, 7.6],
    ['Ilość, t', 'Cena, UAH/t', '12,4;7600', 12_400, 7.6],
    ['Menge, dt', 'Preis, UAH/dt', '124;760', 12_400, 7.6],
    ['Quantité, q', 'Prix, UAH/q', '124;760', 12_400, 7.6],
    ['Вага', 'Ціна', '12,4 т;7600 грн/т', 12_400, 7.6],
    ['Вага', 'Ціна', '12400 кг;7,6 ₴', 12_400, 7.6],
    ['Вага, кг', 'Ціна, ₴/кг', '12 400;7,60', 12_400, 7.6],
    ['Вага, кг', 'Ціна, ₴/кг', "12'400;7.60", 12_400, 7.6],
    ['Вага, кг', 'Ціна, ₴/кг', '12400,0 кг;7,60 ₴/кг', 12_400, 7.6],
  ])('under %s and %s of %s are %d kg at %d', async (weight, price, cells, value, paid) => {
    expect(await readFigures(weight, price, cells)).toEqual([value, paid]);
  });
  it.each<[string, string, string]>([
    ['Вага, т', 'Ціна', '12,4;7600'],
    ['Вага', 'Ціна', '12,4 т;7600'],
    ['Вага, ц', 'Ціна, ₴', '124;760'],
  ])('under %s and %s of %s are asked about', async (weight, price, cells) => {
    await expect(readFigures(weight, price, cells)).rejects.toMatchObject({ reason: 'price_unit' });
  });
  it.each<[string, string, string]>([
    ['Вага, кг', 'Ціна, €/кг', '1;1'],
    ['Вага, кг', 'Ціна, USD', '1;1'],
    ['Вага, кг', 'Ціна, zł/t', '1;1'],
    ['Вага, кг', 'Ціна', '1;$1'],
    ['Вага, кг', 'Ціна', '1;1 €'],
    ['Вага, кг', 'Ціна', '1;1 євро'],
  ])('under %s and %s of %s are in another currency', async (weight, price, cells) => {
    const figures = readFigures(weight, price, cells);
    if (cells === '1;$1') expect(await figures).toEqual([1, '$1']);
    else await expect(figures).rejects.toMatchObject({ reason: 'other_currency' });
  });
  it.each(['USD', 'EUR', '$', 'долар'])('weights and prices of a line with the currency %s are refused', async (currency) => {
    await expect(readFigures('Вага, кг', 'Ціна', '1;1', 'uk', `Валюта=${currency}`)).rejects.toMatchObject({ reason: 'other_currency' });
  });
  it.each(['UAH', 'грн', '₴'])('weights and prices of a line with the currency %s are accepted', async (currency) => {
    expect(await readFigures('Вага, кг', 'Ціна', '1;1', 'uk', `Валюта=${currency}`)).toEqual([1, 1]);
  });
  it.each(['л', 'пуд', 'мішок'])('weights and prices in %s are refused', async (unit) => {
    await expect(readFigures('Вага', 'Ціна', '1;1', 'uk', `Од. вим.=${unit}`)).rejects.toMatchObject({ reason: 'unknown_unit' });
  });
  it.each(['Од.', 'Одиниця', 'од. вим', 'Ед. изм.', 'Unit', 'UoM', 'J.m.', 'Einheit', 'Unité', 'U.M.', 'Eenheid', 'Ühik'])(
    'follow a column of units under %s',
    async (heading) => {
      expect(await readFigures('Вага', 'Ціна', '12,4;7600', 'uk', `${heading}=т`)).toEqual([12_400, 7.6]);
    },
  );
  it('follow a column with only units, under any heading', async () => {
    expect(await readFigures('Вага', 'Ціна', '12,4;7600', 'uk', 'Міра=т')).toEqual([12_400, 7.6]);
  });
  it('a heading and a line that disagree are refused', async () => {
    await expect(readFigures('Вага, кг', 'Ціна, ₴/кг', '12,4;7600', 'uk', 'Од.=т')).rejects.toMatchObject({ reason: 'units_disagree' });
  });
  it('a heading and a cell that disagree are refused', async () => {
    await expect(readFigures('Вага, кг', 'Ціна, ₴/кг', '12,4 т;7,6')).rejects.toMatchObject({ reason: 'units_disagree' });
  });
  it('follow a row of units below the headings', async () => {
    const content = await readDeliveries('Інгредієнт;Коли;Тип;Вага;Ціна\n;;;т;грн/т\nЖом;20.11.2026;Поставка;12,4;7600');
    expect(valuesIn(content)).toMatchObject([{ value: 12_400, price: 7.6 }]);
  });
  it.each<[string, string]>([
    ['0.0" т"', '#,##0" грн/т"'],
    ['0.0\\ "т"', '#,##0\\ "₴/т"'],
    ['#,##0.00 "т"', '"₴/т" #,##0'],
  ])('follow the number formats %s and %s', async (weight, price) => {
    const bytes = await book(
      [
        ['Інгредієнт', 'Коли', 'Тип', 'Вага', 'Ціна'],
        ['Жом', '20.11.2026', 'Поставка', 12.4, 7600],
      ],
      (sheet) => {
        sheet.getCell('D2').numFmt = weight;
        sheet.getCell('E2').numFmt = price;
      },
    );
    expect(valuesIn(await readDeliveries(bytes))).toMatchObject([{ value: 12_400, price: 7.6 }]);
  });
  it('a gross column alone is refused', async () => {
    expect(await readRefusal(readDeliveries('Інгредієнт;Коли;Тип;Брутто, кг\nЖом;20.11.2026;Поставка;24800'))).toBe(
      'gross_only Брутто, кг',
    );
  });
  it.each([
    ['Вага брутто, кг', 'Вага нетто, кг'],
    ['Gross', 'Net'],
    ['Brutto', 'Netto'],
    ['Poids brut', 'Poids net'],
  ])('weights of %s and %s use the net one; more net than gross is a doubt', async (gross, net) => {
    const { rows } = await readDeliveries(
      `Інгредієнт;Коли;Тип;Вага;${gross};${net}\nЖом;20.11.2026;Поставка;9;24800;9800\nЖом;21.11.2026;Поставка;9;9;10`,
    );
    expect(rows.map(({ values, lines }) => [values.value, lines[0]?.doubts?.[0]?.code])).toEqual([
      [9800, undefined],
      [10, 'net_over_gross'],
    ]);
  });
  it.each([
    ['9.800', 'ambiguous_number Вага, кг: 9.800'],
    ['9.800|12.5', 'ambiguous_number Вага, кг: 9.800'],
  ])('weights of the texts %s are clear, or the person is asked', async (cells, refusal) => {
    const lines = cells.split('|').map((text) => `Жом;20.11.2026;Поставка;${text}`);
    const read = readDeliveries(`Інгредієнт;Коли;Тип;Вага, кг\n${lines.join('\n')}`);
    if (cells.includes('|')) expect(valuesIn(await read).map(({ value }) => value)).toEqual([9.8, 12.5]);
    else expect(await readRefusal(read)).toBe(refusal);
  });
});

describe('a file', () => {
  const head = 'Інгредієнт;Коли;Тип;Вага, кг';
  const line = 'Жом;20.11.2026;Поставка;9800';
  it.each<[string, string]>([
    ['pdf', '%PDF-1.7\n%âãÏÓ'],
    ['json', '{"rows": []}'],
    ['json', '[{"name": 1}]'],
    ['web_table', '<!DOCTYPE html><html><body><table></table></body></html>'],
    ['web_table', '<table><tr><td>1</td></tr></table>'],
    [
      'xml_table',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    ],
    ['other_file', '<?xml version="1.0"?><rows/>'],
  ])('of the kind %s is named', async (kind, text) => {
    expect(await readRefusal(readDeliveries(text))).toBe(kind);
  });
  it.each<[string, number[]]>([
    ['other_file', [0x89, 0x50, 0x4e, 0x47, 13, 10]],
    ['other_file', [0xff, 0xd8, 0xff, 0xe0]],
    ['other_file', [0x1f, 0x8b, 8]],
    ['old_excel', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]],
    ['unreadable', [0x50, 0x4b, 3, 4]],
  ])('that is a %s by its bytes is named', async (kind, bytes) => {
    expect(await readRefusal(readDeliveries(new Uint8Array(bytes) as Bytes))).toBe(kind);
  });
  it.each([';', ',', '\t', '|'])('parted by %j is read', async (separator) => {
    const text = [head.replace(', кг', ''), line].join('\n').replaceAll(';', separator);
    expect(valuesIn(await readDeliveries(text))).toMatchObject([{ ingredient_name: 'Жом', value: 9800 }]);
  });
  it.each(['utf-16le', 'utf-16be'])('a file in %s is read', async (encoding) => {
    const text = `\ufeff${head}\n${line}`;
    const bytes = new Uint8Array(
      [...text].flatMap((letter) => {
        const code = letter.charCodeAt(0);
        return encoding === 'utf-16le' ? [code & 255, code >> 8] : [code >> 8, code & 255];
      }),
    );
    expect(valuesIn(await readDeliveries(bytes as Bytes))).toMatchObject([{ ingredient_name: 'Жом', value: 9800 }]);
  });
  it('a file of OpenDocument is read, one with hidden lines is refused', async () => {
    const { writeOds } = await import('hucre/ods');
    const rows = [head.split(';'), ['Жом', '20.11.2026', 'Поставка', 9800]];
    const bytes = new Uint8Array(await writeOds({ sheets: [{ name: 'a', rows }] }));
    expect(valuesIn(await readDeliveries(bytes as Bytes))).toMatchObject([{ ingredient_name: 'Жом', value: 9800 }]);
    const parts = unzipSync(bytes);
    const content = new TextDecoder()
      .decode(parts['content.xml'])
      .replace('<table:table-row', '<table:table-row table:visibility="collapse"');
    const { mimetype, ...others } = parts;
    const hidden = zipSync({ mimetype: [mimetype!, { level: 0 }], ...others, 'content.xml': strToU8(content) });
    expect(await readRefusal(readDeliveries(hidden as Bytes))).toBe('hidden_lines');
  });
  it.each([
    `${head};Примітка\n${line};"a\n${line};"b"`,
    `${head};Примітка\n${line};"a\n${line};b\n${line};c"`.replace('c"', 'c"x'),
    `${head};Примітка\n${line};"a`,
  ])('a file with an open quote is refused: %j', async (text) => {
    expect(await readRefusal(readDeliveries(text))).toBe('unclosed_quote 2');
  });
  it('a file with a quoted note of several lines is read', async () => {
    expect(valuesIn(await readDeliveries(`${head};Примітка\n${line};"a\nb"\n${line};c`)).map(({ note }) => note)).toEqual(['a\nb', 'c']);
  });
  it('a file with a formula without its result is refused with its line', async () => {
    const bytes = await book([head.split(';'), ['Жом', '20.11.2026', 'Поставка', { formula: '1+1' } as ExcelJS.CellValue]]);
    expect(await readRefusal(readDeliveries(bytes))).toBe('formula_without_value 2');
  });
  it('leaves out a struck-out line, and refuses a partly struck-out one', async () => {
    const rows = [head.split(';'), ['Жом', '20.11.2026', 'Поставка', 1], ['Сіно', '20.11.2026', 'Поставка', 2]];
    const strike = (cells: string[]) =>
      book(rows, (sheet) =>
        cells.forEach((at) => {
          sheet.getCell(at).font = { strike: true };
        }),
      );
    const content = await readDeliveries(await strike(['A2', 'B2', 'C2', 'D2']));
    expect([valuesIn(content).map(({ value }) => value), content.left]).toEqual([[2], [{ reason: 'struck', sheet: '', lines: [2] }]]);
    expect(await readRefusal(readDeliveries(await strike(['D2'])))).toBe('struck_cells 2');
  });
  it('names a hidden sheet and a sheet with other columns', async () => {
    const bytes = await book([head.split(';'), line.split(';')], (_, workbook) => {
      workbook.addWorksheet('Таємний', { state: 'hidden' }).addRows([head.split(';'), line.split(';')]);
      workbook.addWorksheet('Інше').addRows([['щось', 'ще']]);
    });
    const { left, rows } = await readDeliveries(bytes);
    expect([rows.length, left.map(({ reason, sheet }) => [reason, sheet])]).toEqual([
      1,
      [
        ['other_sheet', 'Інше'],
        ['hidden_sheet', 'Таємний'],
      ],
    ]);
  });
  it('leaves out headings that are repeated', async () => {
    const content = await readDeliveries([head, line, head, line].join('\n'));
    expect([content.rows.length, content.left]).toEqual([2, [{ reason: 'repeated_heading', sheet: '', lines: [3] }]]);
  });
  it.each(['Разом', 'Усього:', 'ВСЬОГО', 'Итого', 'Total', 'Razem', 'Summe', 'Totale', 'Totaal', 'Kokku', 'Разом за листопад'])(
    'leaves out the total %s',
    async (word) => {
      const content = await readDeliveries(`${head}\n${line}\n${word};;;9800`);
      expect([content.rows.length, content.left]).toEqual([1, [{ reason: 'total', sheet: '', lines: [3] }]]);
    },
  );
  it.each([
    ';;________;О. Рахункова;;',
    ';Головний бухгалтер;;О. Рахункова;;',
    'Прийняв: Коваль;;;;;',
    ';Hauptbuchhalter;________;Schmidt;;',
  ])('leaves out the line of a signature %j', async (signature) => {
    const content = await readDeliveries(`${head};Примітка;Постачальник\n${line};;\n${signature}`);
    expect([content.rows.length, content.left]).toEqual([1, [{ reason: 'signature', sheet: '', lines: [3] }]]);
  });
  it('keeps a line with figures next to a place for a signature', async () => {
    expect((await readDeliveries(`${head};Примітка\n${line};________`)).rows.length).toBe(1);
  });
  it('keeps a feed that begins with a word for totals', async () => {
    expect((await readDeliveries(`${head}\nTotal mix;20.11.2026;Поставка;5`)).rows.length).toBe(1);
  });
  it('keeps the leading zeros that a number format shows', async () => {
    const rows = [
      [...head.split(';'), 'Примітка'],
      [...line.split(';').slice(0, 3), 9800, 17],
    ];
    const bytes = await book(rows, (sheet) => {
      sheet.getCell('E2').numFmt = '00000';
    });
    expect(valuesIn(await readDeliveries(bytes))).toMatchObject([{ value: 9800, note: '00017' }]);
  });
  it('repeats the day and the feed of a merged area, not its weight', async () => {
    const rows = [head.split(';'), line.split(';'), [null, null, 'Поставка', 5]];
    expect(
      valuesIn(await readDeliveries(await book(rows, (sheet) => sheet.mergeCells('A2:A3')))).map(({ ingredient_name }) => ingredient_name),
    ).toEqual(['Жом', 'Жом']);
  });
});

describe('headings', () => {
  it.each<[string, string]>([
    ['Корм', 'ingredient_name'],
    ['Найменування', 'ingredient_name'],
    ['Номенклатура', 'ingredient_name'],
    ['Сырьё', 'ingredient_name'],
    ['Feed', 'ingredient_name'],
    ['Commodity', 'ingredient_name'],
    ['Pasza', 'ingredient_name'],
    ['Futtermittel', 'ingredient_name'],
    ['Grondstof', 'ingredient_name'],
    ['Aliment', 'ingredient_name'],
    ['Mangime', 'ingredient_name'],
    ['Furaj', 'ingredient_name'],
    ['Sööt', 'ingredient_name'],
    ['Iнгредiєнт', 'ingredient_name'],
    ['  ІНГРЕДІЄНТ :', 'ingredient_name'],
  ])('%s is %s', async (heading, key) => {
    expect((await readDeliveries(`${heading};Коли;Тип;Вага, кг\nЖом;20.11.2026;Поставка;1`)).columns).toContain(key);
  });
  it.each([
    ['lab-analyses.csv', 'dryMatter', { measured_at: '2026-11-17', ingredient_name: 'Силос кукурудзяний', percent: 33.6 }],
    ['lab-analyses.csv', 'analyses', { sampled_on: '2026-11-17', ingredient_name: 'Силос кукурудзяний', dry_matter: 33.6 }],
    ['dhi-test-day.csv', 'milk', { day: '2026-11-20', group_name: 'Роздій 1', kg: 4558.83, fat: 3.85, protein: 3.21 }],
    ['accountant.xlsx', 'deliveries', { delivered_at: '2026-11-20', ingredient_name: 'Ячмінь дроблений', value: 12_400, price: 8.1 }],
    ['sheet-a-week.xlsx', 'deliveries', { delivered_at: '2026-11-02T00:00:00', value: 9800, price: 8.1 }],
  ] as const)('the published headings of %s are read in %s', async (file, list, first) => {
    expect(valuesIn(await readFile(fixture(`public/${file}`), planList(texts, list, 'uk')))[0]).toMatchObject(first);
  });
  it('a laboratory’s headings of nutrients are read with their units and basis', async () => {
    const nutrients = ['protein', 'adf', 'ndf', 'starch', 'ash', 'nel'].map((standard, at) => ({
      ...{ id: at + 1, name: `Поживна ${at}`, unit: standard === 'nel' ? 'mcal_kg' : 'percent', per: 'dry' },
      ...{ standard, decimals: 2, position: at },
    })) as ListedNutrient[];
    const file = analysisFile(texts.uk, {
      query: {},
      nutrients,
      format: createFormatter({ language: 'uk', ...firstConventions('uk'), timezone: 'UTC' }),
      farm: 1,
      writes: true,
    });
    const content = await readFile(fixture('public/lab-analyses.csv'), toPlan(file, 'uk'));
    expect(valuesIn(content)[0]).toMatchObject({
      dry_matter: 33.6,
      figures_dry: { 1: 8.1, 2: 24.9, 3: 41.2, 4: 31, 5: 4.2 },
      figures: { 6: 1.6314207402 },
    });
    expect(content.ignored).not.toContain('CP % DM');
    expect(content.meanings.filter(({ role }) => role === 'moisture').map(({ heading }) => heading)).toEqual(['Moisture %']);
  });
  it.each([
    ['Вологість, %', '66,4'],
    ['Вологість %', '66.4'],
    ['Влажность (%)', '66,4'],
    ['Moisture %', '66.4'],
    ['% Moisture', '66.4'],
    ['Feuchte, %', '66,4'],
    ['Wilgotność', '66,4'],
    ['Humidité %', '66,4'],
    ['Vocht %', '66,4'],
    ['Umidità', '66,4'],
    ['Umiditate %', '66,4'],
    ['Niiskus, %', '66,4'],
  ])('moisture alone under the heading %s gives the dry matter of measurements and analyses', async (heading, moisture) => {
    for (const [list, field] of [
      ['dryMatter', 'percent'],
      ['analyses', 'dry_matter'],
    ] as const) {
      const file = toBytes(`Корм;Дата відбору;${heading}\nСилос;17.11.2026;${moisture}`);
      const content = await readFile(file, planList(texts, list, 'uk'));
      expect([list, valuesIn(content)[0]?.[field], content.meanings.at(-1)?.role]).toEqual([list, 33.6, 'moisture']);
    }
  });
  it('moisture that contradicts the dry matter of its line is a doubt', async () => {
    const read = async (moisture: string) =>
      readFile(toBytes(`Корм;Дата;Суха речовина, %;Вологість, %\nСилос;17.11.2026;33,6;${moisture}`), planList(texts, 'dryMatter', 'uk'));
    expect((await read('70')).rows[0]?.lines[0]?.doubts).toEqual([{ code: 'dry_matter', field: 'percent', found: 70, expected: 66.4 }]);
    expect((await read('66')).rows[0]?.lines[0]?.doubts).toBeUndefined();
    expect(valuesIn(await read('70'))[0]?.percent).toBe(33.6);
  });
  it('headings of a column are described with samples, meaning and unit', async () => {
    const { meanings } = await readDeliveries('Інгредієнт;Коли;Тип;Вага, т;Щось;Сума\nЖом;20.11.2026;Поставка;1;x;2');
    expect(meanings.map(({ heading, field, role, unit, samples }) => [heading, field, role, unit, samples])).toEqual([
      ['Інгредієнт', 'ingredient_name', null, '', ['Жом']],
      ['Коли', 'delivered_at', null, '', ['20.11.2026']],
      ['Тип', 'delivery_type', null, '', ['Поставка']],
      ['Вага, т', 'value', null, 'т', ['1']],
      ['Щось', null, null, '', ['x']],
      ['Сума', null, 'amount', '', ['2']],
    ]);
  });
  it('headings of a refused file are described, so that a person can name their meaning', async () => {
    const error = await readDeliveries('Інгредієнт;Отримано;Тип;Вага, кг\nЖом;20.11.2026;Поставка;1').catch((thrown) => thrown);
    expect(error.meanings.map(({ heading, field }: { heading: string; field: string }) => [heading, field])).toContainEqual([
      'Отримано',
      null,
    ]);
  });
  it('take the unit that a person names', async () => {
    const choices = { 'Вага, пуд': { field: 'value', unit: 'т' } };
    expect(valuesIn(await readDeliveries('Інгредієнт;Коли;Тип;Вага, пуд\nЖом;20.11.2026;Поставка;1', 'uk', { choices }))[0]?.value).toBe(
      1000,
    );
  });
});
