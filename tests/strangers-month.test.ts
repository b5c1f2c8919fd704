import { describe, expect } from 'vitest';
import { cellWords } from '#common/files/cell-words.ts';
import { toCsv } from '#common/files/csv/csv.ts';
import type { Blank, FormSource } from '#common/files/forms/form.ts';
import { forms } from '#common/files/forms/forms.ts';
import { statementPdf } from '#common/files/statements/statement-pdf.ts';
import { statementXlsx } from '#common/files/statements/statement-xlsx.ts';
import { toXlsx } from '#common/files/xlsx/xlsx.ts';
import { createFormatter } from '#common/format/formatter.ts';
import { hryvniasInWords } from '#common/format/words-uk.ts';
import { codeKey } from '#common/texts/keys.ts';
import { addDays } from '#contract/days.ts';
import type { FormType } from '#contract/operations/blanks.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { firstConventions } from '#contract/words.ts';
import { test } from '#tests/support/reports/test.ts';
import { ACCOUNT_CODES } from './support/account-codes.ts';
import { make } from './support/factories.ts';
import { screenTexts } from './support/golden.ts';
import { type PdfWord, readPdf } from './support/pdf.ts';
import { dice } from './support/reports/facts.ts';
import { throwMoves } from './support/reports/stock.ts';
import type { DiceWorld } from './support/reports/world.ts';
import { readWorkbook, recalculate } from './support/workbook.ts';

/**
 * A stranger's month: the papers of a farm's random October, read from the paper only and added up in whole numbers, as an accountant with
 * a pocket calculator would.
 */
const OCTOBER = { planned_on_after: '2026-10-01', planned_on_before: '2026-10-31' };

const sources = new Map<FormType, FormSource>();
test.beforeAll(async ({ world }) => {
  const { api, client, kyiv, newYork } = world;
  const days = Array.from({ length: 40 }, (_, n) => addDays('2026-09-25', n));
  await throwMoves(api.database.acrossClients(), client, kyiv, [newYork.id], days, dice(77));
  for (const [index, id] of kyiv.ingredients.slice(0, 3).entries())
    await client.owner.put(`manager/ingredients/${id}/`, { item_number: `10${index}` });
  for (const type of Object.keys(forms) as FormType[]) sources.set(type, await buildSource(world, type));
});

async function buildSource(world: DiceWorld, type: FormType): Promise<FormSource> {
  const { client, kyiv } = world;
  const { owner } = client;
  const template = { headings: {}, order: [], accounts: forms[type].kind === 'file' ? ACCOUNT_CODES : {} };
  const blank = await make(owner, 'report/additional/', { farm: kyiv.id, kind: 'blank', name: type, report_type: type, template });
  const ofFile: Record<string, string> = forms[type].kind === 'file' ? { blank: String(blank.id) } : {};
  const query = new URLSearchParams({ ...OCTOBER, farm: String(kyiv.id), language: 'uk', ...ofFile });
  const answer = await owner.get<ReportData>(`report/${type}/make/?${query}`);
  expect(answer.status).toBe(200);
  const t = await screenTexts('uk');
  const { data } = answer;
  const farm = (await owner.get<FarmCard[]>('manager/farms/dashboard/')).data.find(({ id }) => id === kyiv.id)!;
  const format = createFormatter({
    language: 'uk',
    ...firstConventions('uk'),
    timezone: data.timezone,
    currency: 'UAH',
    labels: cellWords(t),
  });
  return { data, blank: blank as unknown as Blank, farm, numberOf: () => '', t, format };
}

const FIGURE = /^−?\d{1,3}(?:[\u00a0\u202f ]?\d{3})*(?:,\d+)?$/;
/** A printed figure in whole parts: `1 234,50` with two decimals is 123 450. More decimals are an error. */
function parts(text: string, decimals: number): bigint {
  expect(text).toMatch(FIGURE);
  const [whole = '', fraction = ''] = text
    .replace(/[\u00a0\u202f ]/g, '')
    .replace('−', '-')
    .split(',');
  expect(fraction.length).toBeLessThanOrEqual(decimals);
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
const grams = (text: string) => parts(text, 3);
const kopecks = (text: string) => parts(text, 2);
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
/** Price × weight, rounded half up to the kopeck. */
function cost(price: string, weight: string): bigint {
  const decimals = price.split(',')[1]?.length ?? 0;
  const scale = 10n ** BigInt(decimals + 3 - 2);
  const product = parts(price, decimals) * grams(weight);
  const [size, sign] = product < 0n ? [-product, -1n] : [product, 1n];
  return sign * ((2n * size + scale) / (2n * scale));
}
const listDecimalCounts = (texts: readonly string[]) => new Set(texts.map((text) => text.split(',')[1]?.length ?? 0));

/** The lines of each page: words of one height from left to right. */
function printedLines(bytes: Uint8Array): string[][][] {
  return readPdf(bytes).map(({ words }) => {
    const lines: PdfWord[][] = [];
    for (const word of words) {
      const line = lines.find(([first]) => Math.abs(first!.y - word.y) < 2);
      if (line) line.push(word);
      else lines.push([word]);
    }
    return lines.map((line) => line.sort((a, b) => a.x - b.x).map(({ text }) => text.replace(/[\u00a0\u202f]/g, ' ')));
  });
}
/** The figures at the end of a line. */
const splitFigures = (line: readonly string[]) => {
  const from = line.findLastIndex((text) => !FIGURE.test(text)) + 1;
  return line.slice(from);
};

async function renderPdf(type: 'form8' | 'form9'): Promise<string[][][]> {
  const form = forms[type];
  if (form.kind !== 'printed') throw new Error('no printed form');
  return printedLines(await statementPdf(form.make(sources.get(type)!)));
}

describe('October’s papers', () => {
  test('waybills: lines add up to totals, price × weight is the sum, and the words match the total', async () => {
    const pages = await renderPdf('form8');
    expect(pages.length).toBeGreaterThan(25);
    for (const page of pages) {
      const stillInMixer = page.some((line) => line.join(' ').includes('Ще в'));
      const lines = page.filter((line) => line.includes('кг') && splitFigures(line).length >= 3);
      const rows = lines.map((line) => {
        const figures = splitFigures(line);
        const [requested = '', released = '', received, missing] = figures;
        // Without unloading, "received" and "not received" are empty. A weight of 0 has no price.
        const always = stillInMixer ? 4 : 3;
        const unloaded = figures.length > always + 1;
        const price = (figures.length - always) % 2 === 1 ? figures.at(-2) : undefined;
        const inMixer = stillInMixer ? figures[unloaded ? 4 : 2]! : '0';
        return { requested, released, received: unloaded ? received : undefined, missing, inMixer, price, total: figures.at(-1)! };
      });
      expect(rows.length).toBeGreaterThan(0);
      for (const { released, received, missing, inMixer, price, total } of rows) {
        if (price === undefined) expect([grams(released), kopecks(total)]).toEqual([0n, 0n]);
        else expect(cost(price, released)).toBe(kopecks(total));
        if (received === undefined) expect(grams(inMixer)).toBe(grams(released));
        else expect(grams(received) + grams(missing!) + grams(inMixer)).toBe(grams(released));
      }
      for (const column of ['requested', 'released', 'price', 'total'] as const)
        expect(listDecimalCounts(rows.flatMap((row) => row[column] ?? [])).size).toBe(1);
      const whole = splitFigures(page.find(([first]) => first === 'Разом')!);
      expect(sum(rows.map(({ requested }) => grams(requested)))).toBe(grams(whole[0]!));
      expect(sum(rows.map(({ released }) => grams(released)))).toBe(grams(whole[1]!));
      const inAll = sum(rows.map(({ total }) => kopecks(total)));
      expect(inAll).toBe(kopecks(whole.at(-1)!));
      const words = page.find(([first]) => first === 'Усього')!.join(' ');
      expect(words).toContain(hryvniasInWords(Number(inAll)));
      expect(page.flat().join(' ')).toMatch(/чернетка 2026-10-\d\d-\d+/);
    }
  });

  test('statements: days add up to totals, price × weight is the sum, and the average follows from the totals', async ({ world }) => {
    const pages = await renderPdf('form9');
    const { kyiv } = world;
    expect(pages.length).toBeGreaterThanOrEqual(kyiv.groups.length);
    for (const page of pages) {
      const labelled = (label: string) => {
        const found = page.find((line) => line.join(' ').startsWith(label));
        return found ? splitFigures(found) : [];
      };
      const days = page.filter(([first]) => /^\d\d\.10\.2026$/.test(first ?? '')).map(splitFigures);
      expect(days.length).toBeGreaterThan(3);
      const whole = labelled('Разом').map(grams);
      // A feed without weight on a day leaves a gap, so columns are unknown: days are added by their totals.
      for (const [, ...cells] of days) expect(sum(cells.slice(0, -1).map(grams))).toBe(grams(cells.at(-1)!));
      expect(sum(days.map((cells) => grams(cells.at(-1)!)))).toBe(whole.at(-1)!);
      expect(sum(whole.slice(0, -1))).toBe(whole.at(-1)!);
      const full = days.filter((cells) => cells.length === whole.length + 1);
      if (full.length === days.length)
        for (const [at, total] of whole.entries()) expect(sum(days.map((cells) => grams(cells[at + 1]!)))).toBe(total);
      const heads = sum(days.map(([first]) => parts(first!, 0)));
      expect(parts(labelled('Кормо-дні')[0]!, 0)).toBe(heads);
      const sums = labelled('Сума');
      const prices = labelled('Ціна');
      expect(listDecimalCounts(prices).size).toBe(1);
      const weights = labelled('Разом');
      for (const [at, price] of prices.entries()) expect(cost(price, weights[at]!)).toBe(kopecks(sums[at]!));
      expect(sum(sums.slice(0, -1).map(kopecks))).toBe(kopecks(sums.at(-1)!));
      const averages = labelled('У середньому').map(grams);
      for (const [at, average] of averages.entries()) expect(average).toBe((2n * whole[at]! + heads) / (2n * heads));
    }
  });

  const renderCsv = async (type: 'accounting_writeoff' | 'accounting_movement') => {
    const form = forms[type];
    if (form.kind !== 'file') throw new Error('no file');
    const text = new TextDecoder('windows-1251').decode(await toCsv(form.make(sources.get(type)!)));
    const [header = '', ...lines] = text.trimEnd().split('\r\n');
    const names = header.split(';');
    return lines.map((line) => Object.fromEntries(line.split(';').map((cell, at) => [names[at]!, cell.replace(/^-/, '−')])));
  };

  test('the write-off: price × weight gives each line, and lines add up to the statements', async () => {
    const lines = await renderCsv('accounting_writeoff');
    expect(lines.length).toBeGreaterThan(200);
    for (const line of lines) if (grams(line.Кількість!) !== 0n) expect(cost(line.Ціна!, line.Кількість!)).toBe(kopecks(line.Сума!));
    const pages = await renderPdf('form9');
    const ofStatements = pages.map((page) => kopecks(splitFigures(page.find(([first]) => first === 'Сума')!).at(-1)!));
    // Feed without a group has a reason instead of the group, and is in no statement.
    const { t } = sources.get('accounting_writeoff')!;
    const reasons = new Set(['ignored', 'not_unloaded', 'undelivered'].map((reason) => t(codeKey('reports:reconciliation', reason))));
    const given = lines.filter((line) => !reasons.has(line['Група тварин']!));
    expect(given.length).toBeLessThan(lines.length);
    expect(sum(given.map((line) => kopecks(line.Сума!)))).toBe(sum(ofStatements));
    const kgOfStatements = pages.map((page) => grams(splitFigures(page.find(([first]) => first === 'Разом')!).at(-1)!));
    expect(sum(given.map((line) => grams(line.Кількість!)))).toBe(sum(kgOfStatements));
    expect(new Set(lines.map((line) => line.Документ))).toEqual(new Set(['чернетка 2026-10']));
  });

  test('the movement: opening plus receipts minus issues is the closing, in grams and kopecks', async () => {
    const lines = await renderCsv('accounting_movement');
    const feeds = [...new Set(lines.map((line) => line.Корм!))];
    expect(feeds.length).toBeGreaterThan(3);
    for (const feed of feeds) {
      const own = lines.filter((line) => line.Корм === feed);
      const closing = own.find((line) => line.Операція === sources.get('form8')!.t('reports:column.closing'));
      const signed = own.filter((line) => line !== closing).map((line) => ({ line, sign: line.Дебет === ACCOUNT_CODES.credit ? 1n : -1n }));
      expect(sum(signed.map(({ line, sign }) => sign * grams(line.Кількість || '0')))).toBe(grams(closing?.Кількість || '0'));
      expect(sum(signed.map(({ line, sign }) => sign * kopecks(line.Сума!)))).toBe(kopecks(closing?.Сума ?? '0'));
    }
  });

  test('a feed has one item number on all papers', async ({ world }) => {
    const waybill = (await renderPdf('form8')).flat().map((line) => line.join(' '));
    const statement = (await renderPdf('form9')).flat().find((line) => line.join(' ').startsWith('Номенкл. №'))!;
    const items = [...(await renderCsv('accounting_writeoff')), ...(await renderCsv('accounting_movement'))];
    for (const [index, id] of world.kyiv.ingredients.slice(0, 3).entries()) {
      const name = String(sources.get('form8')!.data.rows.find((row) => row.ingredient_id === id)!.ingredient);
      const number = `10${index}`;
      expect(waybill.filter((line) => line.includes(`${name} `)).every((line) => line.includes(` ${number} `))).toBe(true);
      expect(statement).toContain(number);
      for (const line of items.filter((line) => line.Корм === name)) expect(line['Номенклатурний №']).toBe(number);
    }
  });

  test('every formula of the workbooks recalculates to the stored value', async () => {
    let count = 0;
    for (const type of Object.keys(forms) as FormType[]) {
      const form = forms[type];
      const source = sources.get(type)!;
      const bytes = form.kind === 'printed' ? await statementXlsx(form.make(source)) : await toXlsx(form.make(source));
      for (const sheet of await readWorkbook(bytes))
        for (const { address, formula, written, found } of recalculate(sheet)) {
          expect(Math.abs(found - written), `${type} ${sheet.name} ${address} ${formula}: ${written}, reckoned ${found}`).toBeLessThan(
            1e-6,
          );
          count += 1;
        }
    }
    expect(count).toBeGreaterThan(500);
  });
});
