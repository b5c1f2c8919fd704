import { round } from '#common/format/decimal.ts';
import { KIND_FORMATS } from '#common/format/kinds.ts';
import { readMoment, readNumber } from '#common/format/read.ts';
import { kgOfLb, lbOfKg } from '#common/format/weight.ts';
import type { Kind, Language } from '#contract/kinds.ts';
import { KG_PER_LB } from '#contract/units.ts';

/** A cell as a file has it. `wall` is a day or moment without a place: `YYYY-MM-DDTHH:mm:ss.SSS`. */
export type FileCell = string | number | boolean | null | { wall: string };

export type ApiValue = string | number | boolean | null;

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
/** As many decimals as are kept; what a formula came to has more. */
const KEPT: Partial<Record<Kind, number>> = { weight: 3, price: 5, percent: 2 };

interface Reading {
  kind: Kind;
  language: Language;
  /** Kilograms of one of the column's unit. */
  kg: number;
  /** Words for codes, in small letters. */
  options?: Readonly<Record<string, string>>;
  /** As many as are kept, where that isn't as of the kind. */
  decimals?: number;
}

/** A cell as the API takes it. What can't be read stays as it is: the server tells what is wrong with it, in its place. */
export function apiValue(cell: FileCell, { kind, language, kg, options, decimals = KEPT[kind] }: Reading): ApiValue {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'boolean') return cell;
  if (options) return options[textOf(cell).trim().toLowerCase()] ?? textOf(cell);
  switch (KIND_FORMATS[kind].type) {
    case 'number':
      return numberOf(cell, { kind, language, kg, decimals });
    case 'date':
      return momentOf(cell, language)?.slice(0, 10) ?? textOf(cell);
    case 'datetime':
      return momentOf(cell, language) ?? textOf(cell);
    default:
      return textOf(cell);
  }
}

function numberOf(cell: Exclude<FileCell, null | boolean>, { kind, language, kg, decimals }: Omit<Reading, 'options'>): ApiValue {
  const read = typeof cell === 'number' ? cell : typeof cell === 'string' ? readNumber(cell, language) : null;
  if (read === null) return textOf(cell);
  // Hundredths of a pound stand for grams, however many decimals are kept.
  if (kind === 'weight' && kg === KG_PER_LB && lbOfKg(kgOfLb(read)) === read) return kgOfLb(read);
  const value = kind === 'weight' ? read * kg : kind === 'price' ? read / kg : read;
  return decimals === undefined ? value : round(value, decimals);
}

function momentOf(cell: Exclude<FileCell, null | boolean>, language: Language): string | null {
  if (typeof cell === 'string') return readMoment(cell, language);
  // A number that lost its format is still the day that Excel counts.
  const wall = typeof cell === 'number' ? wallOf(EPOCH + cell * DAY_MS) : cell.wall;
  return wall?.slice(0, 19) ?? null;
}

/** The wall clock of Excel's serial number as text; it keeps a moment to the millisecond or so. */
export function wallOf(ms: number): string | null {
  const date = new Date(Math.round(ms));
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 23);
}

function textOf(cell: Exclude<FileCell, null | boolean>): string {
  if (typeof cell !== 'object') return String(cell);
  return cell.wall.endsWith('T00:00:00.000') ? cell.wall.slice(0, 10) : cell.wall.slice(0, 16).replace('T', ' ');
}
