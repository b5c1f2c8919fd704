import type { TFunction } from 'i18next';
import { describe, expect } from 'vitest';
import { cellWords } from '#common/files/cell-words.ts';
import { toCsv } from '#common/files/csv/csv.ts';
import { exportInput } from '#common/files/export-input.ts';
import type { Blank } from '#common/files/forms/form.ts';
import { forms } from '#common/files/forms/forms.ts';
import { cellText, type ExportInput } from '#common/files/input.ts';
import { toPdf } from '#common/files/pdf/pdf.ts';
import { statementPdf } from '#common/files/statements/statement-pdf.ts';
import { statementXlsx } from '#common/files/statements/statement-xlsx.ts';
import { textColumns } from '#common/files/text-column.ts';
import { withTexts } from '#common/files/with-texts.ts';
import { toXlsx } from '#common/files/xlsx/xlsx.ts';
import { createFormatter, type Formatter } from '#common/format/formatter.ts';
import { KIND_FORMATS } from '#common/format/kinds.ts';
import { decimalMark, groupMark } from '#common/format/locale.ts';
import { definedKey } from '#common/texts/keys.ts';
import type { Language } from '#contract/kinds.ts';
import { FORM_TYPES, type FormType } from '#contract/operations/blanks.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { allReports, isOffered } from '#contract/reports/index.ts';
import type { ReportData, ReportDefinition } from '#contract/reports/shape.ts';
import { KG_PER_LB } from '#contract/units.ts';
import { firstConventions } from '#contract/words.ts';
import { ACCOUNT_CODES } from './support/account-codes.ts';
import type { Caller, TestApi } from './support/api.ts';
import { deliver, make, makeIngredient } from './support/factories.ts';
import { makeSchedule, moveTo, type ReadyFarm } from './support/feeding.ts';
import { once, pdfText, screenTexts, workbookText } from './support/golden.ts';
import { readPdf } from './support/pdf.ts';
import { test } from './support/test.ts';
import { numberAt, readWorkbook, recalculate } from './support/workbook.ts';

/** Every report's files of one small farm at one moment; `npx vitest run tests/golden.test.ts --update=all` generates them. */
const LANGUAGES: readonly Language[] = ['uk', 'de', 'us'];
const FIRST = '2026-03-28';
// The night between the days has one hour less.
const SECOND = '2026-03-29';
const RANGE = { after: FIRST, before: SECOND };

let api: TestApi;
let farm: ReadyFarm;
let card: FarmCard;
const blanks = new Map<FormType, Blank>();
const owner = (): Caller => farm.client.owner;

test.override('now', '2026-03-27T06:00:00Z');
test.beforeAll(async ({ api: server, farm: ready }) => {
  [api, farm] = [server, ready];
  // A text that spreadsheets would run, a quote, and a name of maximal length.
  await owner().put(`manager/ingredients/${farm.hay}/`, { name: `=cmd|' /C calc'!A0 "Heu"` });
  await owner().put(`manager/groups/${farm.heifers}/`, { name: `Молодняк ${'дуже '.repeat(55)}довгий`.slice(0, 300) });
  const made = await makeIngredient(
    owner(),
    { ...farm, type: (await make(owner(), 'manager/ingtedienttypes/', { name: 'Compound' })).id },
    { name: 'Комбікорм', price: 5 },
  );
  const recipe = await make(owner(), 'manager/recipes/', {
    farm: farm.farm,
    name: 'Для телят',
    ingredient: made.id,
    items: [
      { ingredient: farm.meal, percent: 40 },
      { ingredient: farm.silage, percent: 60 },
    ],
  });
  await deliver(owner(), farm, farm.meal, 4000, 11.5);
  for (const day of [FIRST, SECOND]) await feed(day, recipe.id);
  await moveTo(api, farm, '2026-04-02T06:00:00Z');
  // The second day has no milk record.
  const price = { from: '2026-03-01', base: 15.2, fat: 130, protein: 175, base_fat: 3.6, base_protein: 3.1 };
  await make(owner(), 'manager/milkprices/', { farm: farm.farm, ...price });
  await make(owner(), 'manager/milk/', { farm: farm.farm, group: farm.cowsGroup, day: FIRST, kg: 2750.5, fat: 3.95, protein: 3.3 });
  // Feed of the second day belongs to the next weighing.
  const weigh = (kind: string, day: string, heads: number, kg: number, more = {}) =>
    make(owner(), 'manager/weights/', { group: farm.heifers, kind, at: `${day}T05:00:00Z`, heads, kg, ...more });
  await weigh('in', FIRST, 50, 16_250, { price: 82.5, cost: 1200 });
  await weigh('check', SECOND, 10, 3_265);
  const { id: company } = await make(owner(), 'manager/deliveries/companies/', { name: 'ТОВ «Млин»' });
  const ordered = { company, ingredient: farm.meal, kg: 40_000, price: 11.25, from: FIRST, to: '2026-04-01' };
  await make(owner(), 'manager/orders/', ordered);
  const line = { group: farm.cowsGroup, month: 3, heads: 102 };
  const lines = [
    { ...line, ingredient: farm.silage, kg_per_head_day: 23.5, price: 1.9 },
    { ...line, ingredient: farm.hay, kg_per_head_day: 12.25, price: 4.1 },
  ];
  const budget = await make(owner(), 'manager/budgets/', { farm: farm.farm, year: 2026, lines });
  await expectAccepted(owner().post(`manager/budgets/${budget.id}/approve/`, {}));
  const steps = [
    { measure: 'bullseye', from: 50, factor: 1.1 },
    { measure: 'punctuality', from: 600, factor: 0.95 },
    { measure: 'deviation', from: 100, factor: 0.975 },
  ];
  await make(owner(), 'manager/bonusrules/', { farm: farm.farm, name: 'Точність', base: 1250.5, steps });
  await make(owner(), 'manager/groupowners/', { group: farm.cowsGroup, owner: company, from: FIRST, markup: 7.5, yardage: 12.35 });
  await make(owner(), 'manager/ownerlines/', { farm: farm.farm, owner: company, day: SECOND, text: '=cmd|Щеплення', amount: 480.5 });
  for (const report_type of Object.keys(forms) as FormType[]) {
    const name = `Бланк ${report_type}`;
    blanks.set(
      report_type,
      (await make(owner(), 'report/additional/', {
        farm: farm.farm,
        kind: 'blank',
        name,
        report_type,
        template: { accounts: ACCOUNT_CODES },
      })) as unknown as Blank,
    );
  }
  card = (await owner().get<FarmCard[]>('manager/farms/dashboard/')).data[0]!;
});

/** A day's feeding, slightly off its plan; a batch of compound feed, leftovers, a sale and a count. */
async function feed(day: string, recipe: number): Promise<void> {
  await moveTo(api, farm, `${day}T05:30:00Z`);
  const { id } = await makeSchedule(farm, day);
  const at = (what: string) => `schedule/schedules/${id}/${what}/`;
  const items = [
    { ingredient: farm.silage, weight_fact: 3050, started_at: `${day}T05:31:00Z`, seconds: 300 },
    { ingredient: farm.hay, weight_fact: 1450.5, started_at: `${day}T05:37:00Z`, seconds: 240 },
    { ingredient: farm.meal, weight_fact: 490, started_at: `${day}T05:42:00Z`, seconds: 90 },
  ];
  const load = { started_at: `${day}T05:31:00Z`, finished_at: `${day}T05:44:00Z`, mix_seconds: 300, auger_rotations: 180, items };
  for (const status of ['in_process', 'loaded']) await expectAccepted(owner().put(at('load'), { status, ...load }));
  const groups = [
    { group: farm.cowsGroup, weight_fact: 3960, started_at: `${day}T05:50:00Z`, seconds: 200 },
    { group: farm.heifers, weight_fact: 1000.5, started_at: `${day}T05:55:00Z`, seconds: 120 },
  ];
  const given = { started_at: `${day}T05:50:00Z`, finished_at: `${day}T05:58:00Z`, groups };
  for (const status of ['out_process', 'uploaded']) await expectAccepted(owner().put(at('upload'), { status, ...given }));
  await make(owner(), 'leftovers/leftovers/', { farm: farm.farm, group: farm.cowsGroup, date: day, weight: 95 });
  const batch = await make(owner(), 'animalfeed/schedules/', {
    farm: farm.farm,
    recipe,
    mixer: farm.mixer,
    planned_on: day,
    weight_plan: 500,
  });
  const parts = [
    { ingredient: farm.meal, weight_fact: 204 },
    { ingredient: farm.silage, weight_fact: 299 },
  ];
  const crafted = { started_at: `${day}T07:00:00Z`, finished_at: `${day}T07:20:00Z`, items: parts };
  for (const status of ['in_process', 'loaded'])
    await expectAccepted(owner().post(`animalfeed/schedules/${batch.id}/load/`, { status, ...crafted }));
  const company = (await make(owner(), 'manager/deliveries/companies/', { name: `Покупець ${day}` })).id;
  const sale = {
    farm: farm.farm,
    delivery_type: 'sale',
    ingredient: farm.silage,
    value: 120,
    price: 2.5,
    company,
    delivered_at: `${day}T09:00:00Z`,
  };
  await make(owner(), 'manager/deliveries/', sale);
}

async function expectAccepted(answer: ReturnType<Caller['put']>): Promise<void> {
  const { status, errors } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(errors)}`);
}

async function askFor(definition: ReportDefinition, language: Language): Promise<ReportData> {
  const form = FORM_TYPES.find((type) => type === definition.id);
  const filters = new URLSearchParams({ language, planned_on_after: RANGE.after, planned_on_before: RANGE.before });
  if (definition.filters.includes('farm')) filters.set('farm', String(farm.farm));
  if (form && definition.required?.includes('blank')) filters.set('blank', String(blanks.get(form)?.id));
  if (definition.required?.includes('client')) filters.set('client', String(farm.client.id));
  const { status, data, errors } = await owner().get<ReportData>(`${definition.address ?? `report/${definition.id}/make`}/?${filters}`);
  if (status !== 200) throw new Error(`${definition.id}: ${status} ${JSON.stringify(errors)}`);
  return data;
}

interface Table {
  input: ExportInput;
  xlsx: Uint8Array<ArrayBuffer>;
  csv: Uint8Array;
  /** null for files that only programs read. */
  pdf: Uint8Array | null;
}

const renderTable = async (input: ExportInput): Promise<Table> => ({
  input,
  xlsx: await toXlsx(input),
  csv: await toCsv(input),
  pdf: input.bare ? null : await toPdf(input),
});

async function tableTexts({ input, xlsx, csv, pdf }: Table): Promise<string[]> {
  const text = new TextDecoder(input.bare ? 'windows-1251' : 'utf-8');
  return [`— xlsx\n${await workbookText(xlsx)}`, `— csv\n${text.decode(csv)}`, ...(pdf ? [`— pdf\n${pdfText(pdf)}`] : [])];
}

/** A report in a language, requested once. */
const answers = once((language: Language) =>
  once(async (definition: ReportDefinition) => {
    const [t, answer] = await Promise.all([screenTexts(language), askFor(definition, language)]);
    const { timezone, currency } = answer;
    return { answer, t, format: createFormatter({ language, ...firstConventions(language), timezone, currency, labels: cellWords(t) }) };
  }),
);
/** Its files as a table. */
const tables = once((language: Language) =>
  once(async (definition: ReportDefinition) => {
    const { answer, format, t } = await answers(language)(definition);
    return renderTable(tableInput(definition, answer, format, t));
  }),
);

async function renderFiles(definition: ReportDefinition, language: Language): Promise<string[]> {
  const { answer, format, t } = await answers(language)(definition);
  const type = FORM_TYPES.find((type) => type === definition.id);
  if (type) {
    const form = forms[type];
    const source = {
      data: answer,
      blank: blanks.get(type)!,
      farm: card,
      numberOf: () => '1/1',
      issued: { at: '2026-01-01T00:00:00Z', hash: 'a'.repeat(64) },
      t,
      format,
    };
    if (form.kind === 'file') return tableTexts(await renderTable(form.make(source)));
    const input = form.make(source);
    return [`— xlsx\n${await workbookText(await statementXlsx(input))}`, `— pdf\n${pdfText(await statementPdf(input))}`];
  }
  return tableTexts(await tables(language)(definition));
}

/** The input that the screen would pass to a file of the whole report. */
function tableInput(definition: ReportDefinition, answer: ReportData, format: Formatter, t: TFunction): ExportInput {
  const data = withTexts(answer, t, format.units);
  const shown = { columns: textColumns(data.columns, t, format).filter(({ hidden }) => !hidden), rows: data.rows };
  return exportInput({ title: t(definedKey(definition.label)), lines: [], data, shown, searching: false, format, t });
}

describe.each(LANGUAGES)('the files in %s', (language) => {
  const offered = allReports.filter((report) => isOffered(report, language));
  test.each(offered.map((definition) => [definition.id, definition] as const))('of %s', async (id, definition) => {
    const files = await renderFiles(definition, language);
    const text = `${files.join('\n\n')}\n`;
    // No file runs a name, even with a formula's beginning.
    expect(text).not.toMatch(/\t=cmd/);
    await expect(text).toMatchFileSnapshot(`golden/${id}.${language}.txt`);
  });
});

/** Replaces line breaks and repeated spaces by single spaces. */
const joinLines = (text: string) => text.replace(/\s+/g, ' ');

describe.each(LANGUAGES)('the heads of files in %s', (language) => {
  const offered = allReports.filter((report) => isOffered(report, language) && !FORM_TYPES.some((type) => type === report.id));
  test('the heads of files state today’s rules for exactly the reports that follow them', async () => {
    const sentence = joinLines((await screenTexts(language))('reports:view.todays_rules'));
    const stating: Record<'answer' | 'xlsx' | 'pdf', string[]> = { answer: [], xlsx: [], pdf: [] };
    for (const definition of offered) {
      const { answer } = await answers(language)(definition);
      const { xlsx, pdf } = await tables(language)(definition);
      if (answer.by_todays_rules) stating.answer.push(definition.id);
      if (joinLines(await workbookText(xlsx)).includes(sentence)) stating.xlsx.push(definition.id);
      if (
        joinLines(
          readPdf(pdf!)
            .map(({ text }) => text)
            .join(' '),
        ).includes(sentence)
      )
        stating.pdf.push(definition.id);
    }
    const following = offered.filter(({ byTodaysRules }) => byTodaysRules).map(({ id }) => id);
    expect(following.length).toBeGreaterThan(4);
    expect(stating).toEqual({ answer: following, xlsx: following, pdf: following });
  });
});

/** The visible number, independently of thousands marks, minus sign and alignment. */
function figureIn(text: string, language: Language): string | null {
  const mark = decimalMark(language);
  const bare = text
    .replaceAll(groupMark(language), '')
    .replace(/[\s\u00a0\u202f+]/g, '')
    .replace('−', '-')
    .replace(mark, '.');
  return /^-?\d+(\.\d+)?$/.test(bare) ? String(Number(bare)) : null;
}

/** The table of a CSV: its fields without quotes. */
const csvTable = (bytes: Uint8Array, separator: string): string[][] =>
  new TextDecoder()
    .decode(bytes)
    .trimEnd()
    .split('\r\n')
    .map((line) => {
      const fields = new RegExp(`${separator}(?:"((?:[^"]|"")*)"|([^${separator}]*))`, 'g');
      return Array.from(`${separator}${line}`.matchAll(fields), ([, quoted, bare]) => quoted ?? bare ?? '');
    });

describe.each(LANGUAGES)('the figures in %s', (language) => {
  const offered = allReports.filter((report) => isOffered(report, language));
  test.each(offered.map((definition) => [definition.id, definition] as const))(
    'of %s stand on paper as on screen, and exactly in Excel and CSV',
    async (_, definition) => {
      const { format } = await answers(language)(definition);
      const { input, ...table } = await tables(language)(definition);
      const [sheet] = await readWorkbook(table.xlsx);
      const csv = csvTable(table.csv, decimalMark(language) === ',' ? ';' : ',');
      const onPaper = new Map<string, number>();
      for (const { words } of readPdf(table.pdf!))
        for (const { text } of words) {
          const figure = figureIn(text, language);
          if (figure !== null) onPaper.set(figure, (onPaper.get(figure) ?? 0) + 1);
        }

      expect(csv[0]).toHaveLength(input.columns.length);
      const first = Number(sheet!.views[0]?.state === 'frozen' && sheet!.views[0].ySplit) + 1;
      const hasTotal = csv.length > input.rows.length + 1;
      for (const [index, row] of [...input.rows, ...(hasTotal ? [input.totals] : [])].entries())
        for (const [at, column] of input.columns.entries()) {
          if (KIND_FORMATS[column.kind].type !== 'number' || (row[column.key] ?? null) === null) continue;
          const seen = figureIn(cellText(format, column, row[column.key]), language);
          expect(seen).not.toBeNull();
          const where = `${column.key} of line ${index + 1}`;
          const exact = format.number(column.kind, row[column.key], true)!;
          expect(Math.abs(numberAt(sheet!.getCell(first + index, at + 1)) - exact), `${where} in Excel`).toBeLessThan(5.001e-7);
          expect(Math.abs(Number(figureIn(csv[index + 1]![at]!, language)) - exact), `${where} as CSV`).toBeLessThan(5.001e-7);
          expect(onPaper.get(seen!) ?? 0, `${where} on paper: ${seen}`).toBeGreaterThan(0);
          onPaper.set(seen!, onPaper.get(seen!)! - 1);
        }
      // The server rounds each cell and the total to the sixth decimal of a kilogram, the file to that of its unit.
      const sixth = format.units === 'lb' ? 1 + 1 / KG_PER_LB : 1;
      const rounding = 5.001e-7 * sixth * (input.rows.length + 1);
      for (const { address, formula, written, found } of recalculate(sheet!)) {
        expect(Math.abs(found - written), `${address} ${formula}: ${written}, reckoned ${found}`).toBeLessThan(rounding);
        expect(formula).not.toContain('IF(');
      }
    },
  );
});
