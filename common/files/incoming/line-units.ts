import { type FileCell, isEmpty, textIn, toPlainCell } from './cell.ts';
import type { FoundColumn } from './header.ts';
import type { FilePlan } from './plan.ts';
import { FileProblem } from './problem.ts';
import type { ColumnReading } from './resolve.ts';
import { findUnit, kgOfOwn, splitUnit } from './units.ts';

export interface LineUnits {
  /** Kilograms of one of the unit that holds in the line, by column. */
  kg: ReadonlyMap<number, number>;
  /** Texts without their own unit, by column. */
  numbers: ReadonlyMap<number, FileCell>;
}

/**
 * Resolves the units of a line from the heading, the unit row, the column of units, the number's format and the cell's own text.
 * Throws a `FileProblem` if two of them disagree, one isn't known, or a price lacks the unit that its weight has.
 */
export function resolveUnits(cells: readonly FileCell[], place: string, reading: ColumnReading, plan: FilePlan): LineUnits {
  const { units } = plan;
  const resolved = { kg: new Map<number, number>(), numbers: new Map<number, FileCell>() };
  const lineWord = reading.unit === undefined ? '' : textIn(toPlainCell(cells[reading.unit])).trim();
  const lineUnit = lineWord === '' ? undefined : findUnit(lineWord, 'weight', units);
  const isWeighed = reading.weights.some(({ at }) => !isEmpty(cells[at]));
  if (lineUnit === null && isWeighed) throw new FileProblem('unknown_unit', `${place}: ${lineWord}`);

  const resolve = (column: FoundColumn, ofLine: number | undefined) =>
    resolveUnit({ column, cell: toPlainCell(cells[column.at]), place, ofLine }, resolved, reading, plan);
  for (const weight of reading.weights) resolve(weight, lineUnit?.kg);
  const isOther = reading.weights.some(({ at }) => !isEmpty(cells[at]) && resolved.kg.get(at) !== kgOfOwn(units));
  for (const price of reading.prices) {
    const isNamed = resolve(price, reading.own.has(price.at) ? undefined : lineUnit?.kg);
    if (!isNamed && isOther) throw new FileProblem('price_unit', `${price.heading}, ${place}`);
  }
  return resolved;
}

/** A cell of a line, with the kilograms of the line's own unit. */
interface PlacedCell {
  column: FoundColumn;
  cell: FileCell;
  place: string;
  ofLine: number | undefined;
}

/** Adds the unit of a cell to `resolved`, and its number without the unit. False if no unit is named for a figure. */
function resolveUnit(
  { column: { at, field, heading }, cell, place, ofLine }: PlacedCell,
  resolved: { kg: Map<number, number>; numbers: Map<number, FileCell> },
  reading: ColumnReading,
  { units, currency }: FilePlan,
): boolean {
  const written = writtenUnit(cell);
  const ofCell = written.unit === '' ? undefined : findUnit(written.unit, field.kind, units, currency);
  // A text that is no number with a unit stays as it is, and the server refuses it at its place.
  if (ofCell === null && typeof cell === 'string') return true;
  if (ofCell === null) throw new FileProblem('unknown_unit', `${heading}, ${place}: ${written.unit}`);
  if (ofCell?.isOtherMoney) throw new FileProblem('other_currency', `${heading}, ${place}: ${written.unit}`);
  if (written.unit !== '') resolved.numbers.set(at, written.number);
  const known = [reading.own.get(at), ofLine, ofCell?.name ? ofCell.kg : undefined].filter((one) => one !== undefined);
  if (new Set(known).size > 1) throw new FileProblem('units_disagree', `${heading}, ${place}`);
  if (ofCell?.name) reading.named.set(at, ofCell.name);
  resolved.kg.set(at, known[0] ?? kgOfOwn(units));
  return known.length > 0 || isEmpty(cell);
}

function writtenUnit(cell: FileCell): { number: FileCell; unit: string } {
  if (typeof cell === 'object' && cell !== null && 'number' in cell) return { number: cell.number, unit: cell.unit };
  return typeof cell === 'string' ? splitUnit(cell) : { number: cell, unit: '' };
}
