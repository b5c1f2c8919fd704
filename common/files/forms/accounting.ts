import { MONEY_DECIMALS, pricesOf } from '#common/files/figures.ts';
import type { ExportInput } from '#common/files/input.ts';
import { decimalsIn } from '#common/format/decimal.ts';
import { codeKey } from '#common/texts/keys.ts';
import type { Kind } from '#contract/kinds.ts';
import { FORM_COLUMNS } from '#contract/operations/blanks.ts';
import type { Row } from '#contract/reports/shape.ts';
import { documentNumber, documentOf, type FormSource, headingOf, inOrder, seriesOf } from './form.ts';

type FileType = 'accounting_writeoff' | 'accounting_movement';
type Heading = (typeof FORM_COLUMNS)[FileType][number];

/** Grams and kopecks; a price has enough decimals for weight × price to equal the line's sum. */
const KINDS: Record<Heading, { kind: Kind; decimals?: number }> = {
  date: { kind: 'date' },
  number: { kind: 'text' },
  move: { kind: 'text' },
  debit: { kind: 'text' },
  credit: { kind: 'text' },
  item: { kind: 'text' },
  feed: { kind: 'text' },
  group: { kind: 'text' },
  unit: { kind: 'text' },
  given: { kind: 'weight', decimals: 3 },
  weight: { kind: 'weight', decimals: 3 },
  price: { kind: 'price' },
  sum: { kind: 'money', decimals: 2 },
};

export const writeoffFile = (source: FormSource) =>
  file(source, 'accounting_writeoff', ({ line, group, given = null, cost = null, price_given = null }) => ({
    // A line without a group has its reason instead.
    group: group ?? source.t(codeKey('reports:reconciliation', line)),
    weight: given,
    sum: cost,
    price: price_given,
  }));

export const movementFile = (source: FormSource) =>
  file(source, 'accounting_movement', ({ move, weight = null, value = null, price = null }) => ({
    move: source.t(codeKey('reports:column', move)),
    weight,
    sum: value,
    price,
  }));

/**
 * The report's lines under the blank's headings in its order, with only a header and lines, for another program. The reconciliation of
 * write-off and movement is on a separate sheet.
 */
function file(source: FormSource, type: FileType, ofLine: (row: Row) => Row): ExportInput {
  const { data, t, format } = source;
  const columns: readonly Heading[] = FORM_COLUMNS[type];
  const common = { ...documentOf(source), bare: true, lines: [], notes: [], totals: {}, labels: { total: '', page: '' } };
  const numberAt = (line: Row, key: string) => (typeof line[key] === 'number' ? line[key] : null);
  const lines = data.rows.map(ofLine);
  const prices = pricesOf(
    lines.map((line) => ({ weight: numberAt(line, 'weight'), sum: numberAt(line, 'sum'), price: numberAt(line, 'price') })),
  );
  const decimals = Math.max(MONEY_DECIMALS, ...prices.map((price) => decimalsIn(price ?? 0)));
  const getColumnKind = (key: Heading) => (key === 'price' ? { ...KINDS.price, decimals } : KINDS[key]);
  return {
    ...common,
    title: t(`reports:report.${type}`),
    beside: [reconciliation(source, common)],
    columns: inOrder(source, columns, (key) => key).map((key) => ({ key, header: headingOf(source, type, key), ...getColumnKind(key) })),
    rows: data.rows.map((row, i) => ({
      ...row,
      date: row.day ?? null,
      number: documentNumber(source, String(row.day)),
      feed: row.ingredient ?? null,
      unit: t(format.unit('weight')),
      ...lines[i],
      price: prices[i] ?? null,
    })),
  };
}

/** The reconciliation, line by line: from what the write-off gives to groups to what the movement books as fed. */
const reconciliation = (source: FormSource, common: Omit<ExportInput, 'title' | 'columns' | 'rows'>): ExportInput => ({
  ...common,
  title: source.t('reports:series.reconciliation'),
  columns: [
    { key: 'line', header: source.t('reports:column.line'), kind: 'text' },
    { key: 'weight', header: headingOf(source, 'accounting_movement', 'weight'), ...KINDS.weight },
    { key: 'value', header: headingOf(source, 'accounting_movement', 'sum'), ...KINDS.sum },
  ],
  rows: seriesOf(source, 'reconciliation').map((row) => ({
    ...row,
    id: row.line ?? null,
    line: source.t(codeKey('reports:reconciliation', row.line)),
  })),
});
