import type { Kind } from '../../../../contract/kinds.ts';
import { FORM_COLUMNS } from '../../../../contract/operations/report-additional.ts';
import type { Row } from '../../../../contract/reports/shape.ts';
import type { ExportInput } from '../input.ts';
import { documentOf, type FormSource, headingOf, inOrder } from './form.ts';

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
  file(source, 'accounting_writeoff', ({ price_given = null, cost = null }) => ({ price: price_given, sum: cost }));

export const movementFile = (source: FormSource) =>
  file(source, 'accounting_movement', ({ move, value = null }) => ({ move: source.t(`reports:column.${move}`), sum: value }));

/** The report's lines under the blank's headings, in its order: nothing but a header and lines, ready to be read by another program. */
function file(source: FormSource, type: FileType, ofLine: (row: Row) => Row): ExportInput {
  const { data, numberOf, t, format } = source;
  const columns: readonly Heading[] = FORM_COLUMNS[type];
  return {
    ...documentOf(source),
    bare: true,
    title: t(`reports:report.${type}`),
    lines: [],
    notes: [],
    totals: {},
    labels: { total: '', page: '' },
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
