import { round } from '#common/format/decimal.ts';
import { KIND_FORMATS } from '#common/format/kinds.ts';
import { kgOfLb, lbOfKg } from '#common/format/weight.ts';
import type { Kind, Language } from '#contract/kinds.ts';
import { KG_PER_LB } from '#contract/units.ts';
import { type PlainCell, textIn } from './cell.ts';
import { type DayOrder, isPlausibleWall, isTimeOnly, readFileMoment } from './moments.ts';
import { type MarkMeaning, readColumnNumber } from './numbers.ts';

export type ApiValue = string | number | boolean | null;

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
/** Decimals that are kept; the result of a formula has more. */
const KEPT: Partial<Record<Kind, number>> = { weight: 3, price: 5, percent: 2 };

/** How the cells of a column are read. */
export interface Reading {
  kind: Kind;
  language: Language;
  /** Kilograms of one of the column's unit. */
  kg: number;
  /** Words for codes, in small letters. */
  options?: Readonly<Record<string, string | boolean>> | undefined;
  /** Decimals that are kept, if other than by the kind. */
  decimals?: number | undefined;
  order: DayOrder;
  marks: Partial<Record<'.' | ',', MarkMeaning>>;
}

/** Returns a cell as the API takes it. A cell that can't be read stays as text: the server names what is wrong at its place. */
export function apiValue(cell: PlainCell, { kind, language, kg, options, decimals = KEPT[kind], order, marks }: Reading): ApiValue {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'boolean') return cell;
  if (options) return options[textIn(cell).trim().toLowerCase()] ?? textIn(cell);
  switch (KIND_FORMATS[kind].type) {
    case 'number':
      return toNumber(cell, { kind, language, kg, decimals, marks });
    case 'date':
      return toMoment(cell, order)?.slice(0, 10) ?? unreadMoment(cell);
    case 'datetime':
      return toMoment(cell, order) ?? unreadMoment(cell);
    default:
      return textIn(cell);
  }
}

type Filled = Exclude<PlainCell, null | boolean>;

function toNumber(cell: Filled, { kind, language, kg, decimals, marks }: Omit<Reading, 'options' | 'order'>): ApiValue {
  const read =
    typeof cell === 'number'
      ? cell
      : typeof cell === 'string'
        ? readColumnNumber(cell, marks, language)
        : 'number' in cell
          ? cell.number
          : null;
  if (read === null) return textIn(cell);
  // Hundredths of a pound stand for grams, however many decimals are kept.
  if (kind === 'weight' && kg === KG_PER_LB && lbOfKg(kgOfLb(read)) === read) return kgOfLb(read);
  const value = kind === 'weight' ? read * kg : kind === 'price' ? read / kg : read;
  return decimals === undefined ? value : round(value, decimals);
}

/** Reads a moment. A number is the spreadsheet's count of days, or `YYYYMMDD`; a number that is neither is no moment. */
export function toMoment(cell: Filled, order: DayOrder): string | null {
  if (typeof cell === 'string') return readFileMoment(cell, order);
  if (typeof cell === 'object' && 'number' in cell) return null;
  if (typeof cell === 'number' && Number.isInteger(cell) && cell >= 10_000_000) return readFileMoment(String(cell), order);
  const wall = typeof cell === 'number' ? toWallClock(EPOCH + cell * DAY_MS) : cell.wall;
  return wall !== null && isPlausibleWall(wall) && !isTimeOnly(wall) ? wall.slice(0, 19) : null;
}

/** Returns the text of a cell that is no moment, in a form that nobody reads as a moment. */
function unreadMoment(cell: Filled): string {
  const text = textIn(cell);
  const hasOffset = /^2\d{3}-.*(?:[Zz]|[+-]\d{2}:?\d{2})$/.test(text);
  return /^\d{4}(?:-|$)/.test(text) && !hasOffset ? `«${text}»` : text;
}

/** Returns the wall clock of a spreadsheet's serial number as text, to the millisecond. */
export function toWallClock(ms: number): string | null {
  const date = new Date(Math.round(ms));
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 23);
}
