import type { Kind } from '../../../../contract/kinds.ts';
import { FORM_COLUMNS } from '../../../../contract/operations/report-additional.ts';
import type { Row } from '../../../../contract/reports/shape.ts';
import type { ExportInput } from '../input.ts';
import { documentOf, type FormSource, headingOf, inOrder, seriesOf } from './form.ts';

type FileType = 'accounting_writeoff' | 'accounting_movement';
type Heading = (typeof FORM_COLUMNS)[FileType][number];

/** Grams, kopecks, and a price to the hundredth of a kopeck and beyond, as it is kept. */
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
  price: { kind: 'price', decimals: 5 },
  sum: { kind: 'money', decimals: 2 },
};

export const writeoffFile = (source: FormSource) =>
  file(source, 'accounting_writeoff', ({ line, group, price_given = null, cost = null }) => ({
    // What was given to no group says why in its place.
    group: group ?? source.t(`reports:reconciliation.${line}`),
    price: price_given,
    sum: cost,
  }));

export const movementFile = (source: FormSource) =>
  file(source, 'accounting_movement', ({ move, value = null }) => ({ move: source.t(`reports:column.${move}`), sum: value }));

/**
 * The report's lines under the blank's headings, in its order: nothing but a header and lines, ready to be read by another program. What ties
 * the write-off and the movement stands beside them, on a sheet of its own.
 */
function file(source: FormSource, type: FileType, ofLine: (row: Row) => Row): ExportInput {
  const { data, numberOf, t, format } = source;
  const columns: readonly Heading[] = FORM_COLUMNS[type];
  const common = { ...documentOf(source), bare: true, lines: [], notes: [], totals: {}, labels: { total: '', page: '' } };
  return {
    ...common,
    title: t(`reports:report.${type}`),
    beside: [reconciliation(source, common)],
    columns: inOrder(source, columns, (key) => key).map((key) => ({ key, header: headingOf(source, type, key), ...KINDS[key] })),
    rows: data.rows.map((row) => ({
      ...row,
      date: row.day ?? null,
      number: numberOf(String(row.day)),
      feed: row.ingredient ?? null,
      unit: t(format.unit('weight')),
      ...ofLine(row),
    })),
  };
}

/** From what the write-off gives to groups to what the movement books as fed, line by line. */
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
    line: source.t(`reports:reconciliation.${row.line}`),
  })),
});
