import type { Kind } from '#contract/kinds.ts';
import type { Cell } from '#contract/reports/shape.ts';
import { decimalsIn, round } from './decimal.ts';
import { EMPTY, type Formatter } from './formatter.ts';
import { KIND_FORMATS } from './kinds.ts';
import { LOCALES, numberFormat } from './locale.ts';

/** Numbers that were computed here (minutes, pounds) keep this many decimals where they are exported. */
const PLAIN_DECIMALS = 5;
/** A price per pound needs more, to come back as the price per kilogram that it was. */
const PLAIN_PRICE_DECIMALS = 7;
/** No number is written with more. */
const MOST_DECIMALS = 9;

type Value = Cell | undefined;
interface ColumnFormat {
  decimals?: number;
}

const isNumber = (kind: Kind, cell: Value) => KIND_FORMATS[kind].type === 'number' && typeof cell !== 'boolean';
/** What isn't a number in a file that is read by programs: as on screen, '' when empty. */
const plainText = (format: Formatter, kind: Kind, cell: Value): string => {
  const text = format.value(kind, cell);
  return text === EMPTY ? '' : text;
};
/** Numbers that were computed here are exact to so many decimals. */
const exactDecimals = (format: Formatter, kind: Kind) =>
  kind === 'price' && format.units === 'lb' ? PLAIN_PRICE_DECIMALS : PLAIN_DECIMALS;
const exact = (format: Formatter, kind: Kind, found: number, column?: ColumnFormat) =>
  round(found, column?.decimals ?? exactDecimals(format, kind));

/** The locale's decimal mark, no thousands, an ordinary minus. */
function ungrouped({ language }: Formatter, number: number, least = 0, most = MOST_DECIMALS): string {
  const text = numberFormat(LOCALES[language], { minimumFractionDigits: least, maximumFractionDigits: most, useGrouping: false });
  return (number < 0 ? '-' : '') + text.format(Math.abs(number));
}

/** For files that are read by programs: nothing cut that its column doesn't cut, '' when empty. */
export function plain(format: Formatter, kind: Kind, cell: Value, column?: ColumnFormat): string {
  if (!isNumber(kind, cell)) return plainText(format, kind, cell);
  const found = format.number(kind, cell);
  return found === null ? '' : ungrouped(format, exact(format, kind, found, column));
}

/** The digits that the screen shows, written for programs. */
export function cut(format: Formatter, kind: Kind, cell: Value, column?: ColumnFormat): string {
  if (!isNumber(kind, cell)) return plainText(format, kind, cell);
  const shown = format.shown(kind, cell, column);
  if (shown === null) return '';
  return shown === 0 ? '0' : ungrouped(format, shown, column?.decimals ?? KIND_FORMATS[kind].decimals[0], column?.decimals);
}

/** The decimals that make a column's numbers line up: as many as its longest needs, at most what is shown; `whole`: what it holds. */
export function decimalsOf(format: Formatter, kind: Kind, cells: Iterable<Value>, { whole = false } = {}): number {
  const { decimals } = KIND_FORMATS[kind];
  const most = whole ? exactDecimals(format, kind) : decimals[1];
  let needed = decimals[0];
  for (const cell of cells) {
    if (needed >= most) break;
    const found = whole ? format.number(kind, cell) : format.shown(kind, cell);
    if (found === null || Number.isInteger(found)) continue;
    needed = Math.max(needed, decimalsIn(whole ? exact(format, kind, found) : found));
  }
  return needed;
}
