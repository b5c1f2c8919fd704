import type { Kind } from '#contract/kinds.ts';
import type { Cell } from '#contract/reports/shape.ts';
import { decimalsIn, round } from './decimal.ts';
import { EMPTY, type Formatter } from './formatter.ts';
import { KIND_FORMATS } from './kinds.ts';
import { LOCALES, numberFormat } from './locale.ts';

/** Decimals of a number in a file: those of the server's figures. Minutes and pounds are rounded to them. */
const FILE_DECIMALS = 6;
/** Decimals of a price per pound in a file: enough to restore the price per kilogram. */
const POUND_PRICE_DECIMALS = 7;
/** Decimals of a ratio in a list of a reader of pounds: enough to restore six decimals of the stored unit. */
const POUND_RATIO_DECIMALS = 9;

type Value = Cell | undefined;

const isNumber = (kind: Kind, cell: Value) => KIND_FORMATS[kind].type === 'number' && typeof cell !== 'boolean';

/**
 * Returns the number in the shown unit with all decimals, for Excel and CSV; null if the cell has no number. `summed` is for figures of
 * reports, which are added up; a list contains pounds as typed.
 */
export function exactNumber(format: Formatter, kind: Kind, cell: Value, summed = false): number | null {
  const found = format.number(kind, cell, summed);
  if (found === null) return null;
  const isPounds = format.units === 'lb';
  if (kind === 'ratio' && isPounds && !summed) return round(found, POUND_RATIO_DECIMALS);
  return round(found, kind === 'price' && isPounds ? POUND_PRICE_DECIMALS : FILE_DECIMALS);
}

/** Returns a cell's text for a file that programs read: an exact number with the locale's decimal mark, no thousands and an ordinary minus; '' if empty. */
export function plain(format: Formatter, kind: Kind, cell: Value, summed = false): string {
  if (!isNumber(kind, cell)) {
    const text = format.value(kind, cell);
    return text === EMPTY ? '' : text;
  }
  const number = exactNumber(format, kind, cell, summed);
  if (number === null) return '';
  const digits = numberFormat(LOCALES[format.language], { maximumFractionDigits: POUND_RATIO_DECIMALS, useGrouping: false });
  return (number < 0 ? '-' : '') + digits.format(Math.abs(number));
}

/**
 * Returns the decimals that align a column's numbers: those of its longest number, at most those of the screen. With `whole`, all decimals
 * of the column.
 */
export function decimalsOf(format: Formatter, kind: Kind, cells: Iterable<Value>, { whole = false } = {}): number {
  const { decimals } = KIND_FORMATS[kind];
  const most = whole ? POUND_RATIO_DECIMALS : decimals[1];
  let needed = decimals[0];
  for (const cell of cells) {
    if (needed >= most) break;
    const found = whole ? exactNumber(format, kind, cell) : format.shown(kind, cell);
    if (found === null || Number.isInteger(found)) continue;
    needed = Math.max(needed, decimalsIn(found));
  }
  return needed;
}
