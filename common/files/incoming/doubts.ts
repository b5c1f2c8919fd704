import { round } from '#common/format/decimal.ts';
import type { Kind } from '#contract/kinds.ts';
import { type FileCell, toPlainCell } from './cell.ts';
import { type ApiValue, apiValue } from './cells.ts';
import type { FileLine, LineDoubt } from './gather.ts';
import type { FoundColumn, FoundHeader } from './header.ts';
import type { LineUnits } from './line-units.ts';
import type { ColumnReading } from './resolve.ts';

/** Returns a function that reads the number in a column of the line, in the API's unit; null if the line has none. */
function createNumberReader(cells: readonly FileCell[], { marks, order }: ColumnReading, language: FoundHeader['language']) {
  return (at: number | undefined, kind: Kind, kg: number): number | null => {
    const value = at === undefined ? null : apiValue(toPlainCell(cells[at]), { kind, language, kg, order, marks: marks.get(at) ?? {} });
    return typeof value === 'number' ? value : null;
  };
}
type ReadNumber = ReturnType<typeof createNumberReader>;

/** Figures that contradict others of the line. The net weight replaces the gross one. */
export function compareWeights(
  values: Record<string, ApiValue>,
  cells: readonly FileCell[],
  units: LineUnits,
  reading: ColumnReading,
  language: FoundHeader['language'],
): LineDoubt[] {
  const readNumber = createNumberReader(cells, reading, language);
  return [...replaceByNet(values, units, reading, readNumber), ...compareAmount(values, reading, readNumber)];
}

/** Replaces the line's weight by its net weight. A net weight over the gross one is a doubt. */
function replaceByNet(
  values: Record<string, ApiValue>,
  { kg }: LineUnits,
  { weight, net, gross }: ColumnReading,
  readNumber: ReadNumber,
): LineDoubt[] {
  if (!weight) return [];
  const { key } = weight.field;
  const unit = kg.get(weight.at) ?? 1;
  const lighter = readNumber(net, 'weight', unit);
  if (lighter === null) return [];
  const heavier = readNumber(gross, 'weight', unit) ?? values[key];
  values[key] = lighter;
  if (typeof heavier !== 'number' || lighter <= heavier) return [];
  return [{ code: 'net_over_gross', field: key, found: lighter, expected: heavier }];
}

/** Compares the line's amount of money with its weight × price. */
function compareAmount(
  values: Readonly<Record<string, ApiValue>>,
  { weight, price, amount }: ColumnReading,
  readNumber: ReadNumber,
): LineDoubt[] {
  const sum = readNumber(amount, 'money', 1);
  const [given, paid] = [weight && values[weight.field.key], price && values[price.field.key]];
  if (!price || sum === null || typeof given !== 'number' || typeof paid !== 'number') return [];
  const expected = round(given * paid, 2);
  const isAlike = Math.abs(sum - expected) <= Math.max(1, Math.abs(expected) * AMOUNT_TOLERANCE);
  return isAlike ? [] : [{ code: 'amount', field: price.field.key, found: sum, expected }];
}

/** The sum of dry matter and moisture in percent. */
export const WHOLE = 100;
/** Percent by which dry matter and moisture may differ from the whole: both are rounded. */
const MOISTURE_TOLERANCE = 0.5;

/** Moisture that doesn't fit the dry matter of the line. */
export function compareMoisture(
  values: Readonly<Record<string, ApiValue>>,
  cells: readonly FileCell[],
  columns: readonly FoundColumn[],
  reading: ColumnReading,
  language: FoundHeader['language'],
): LineDoubt[] {
  const dry = columns.find(({ field, isMoisture }) => field.isDryMatter && !isMoisture);
  const found = createNumberReader(cells, reading, language)(reading.moisture, 'percent', 1);
  if (!dry || found === null) return [];
  const given = values[dry.field.key];
  if (typeof given !== 'number') return [];
  const expected = round(WHOLE - given, 2);
  return Math.abs(found - expected) > MOISTURE_TOLERANCE ? [{ code: 'dry_matter', field: dry.field.key, found, expected }] : [];
}

/** An amount with a tax of up to 25 % is taken as the same amount. */
const AMOUNT_TOLERANCE = 0.26;
/** Totals are rounded in many files. */
const TOTAL_TOLERANCE = 0.005;

/** The file's own sums are compared with the sums of the lines that were read. */
export function compareTotals(
  totals: readonly { line: number; cells: readonly FileCell[] }[],
  lines: readonly FileLine[],
  { language }: FoundHeader,
  { weight, marks, order, own }: ColumnReading,
): void {
  if (!weight) return;
  let from = 0;
  for (const { line, cells } of totals) {
    const cell = toPlainCell(cells[weight.at]);
    const sum = apiValue(cell, { kind: 'weight', language, kg: own.get(weight.at) ?? 1, order, marks: marks.get(weight.at) ?? {} });
    const above = lines.filter((one) => one.line < line);
    const weights = (some: readonly FileLine[]) =>
      some.reduce((all, { values }) => all + (typeof values[weight.field.key] === 'number' ? (values[weight.field.key] as number) : 0), 0);
    const sums = [weights(above), weights(above.filter((one) => one.line > from))];
    const last = above.at(-1);
    if (typeof sum === 'number' && last && sums.every((one) => Math.abs(one - sum) > Math.max(1, Math.abs(one) * TOTAL_TOLERANCE))) {
      last.doubts = [...(last.doubts ?? []), { code: 'total', field: weight.field.key, found: sum, expected: round(sums[1] ?? 0, 3) }];
    }
    from = line;
  }
}
