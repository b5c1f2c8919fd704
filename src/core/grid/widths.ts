import { cellText } from '#common/files/input.ts';
import { headerWithUnit, type TextColumn } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { KIND_FORMATS } from '#common/format/kinds.ts';
import type { Row } from '#contract/reports/shape.ts';
import type { Pins } from './column-state.ts';

export interface WidthOptions {
  format: Formatter;
  /** Totals of all rows: the longest numbers, in bold, that a column needs room for. */
  totals: Row;
  /** Pinned columns. */
  pinned: ReadonlySet<string>;
  /** Rows whose longest words determine widths. */
  rows: readonly Row[];
  /** Max width of a pinned column. */
  widest: number;
}

/** Remaining space is shared among columns that aren't pinned, because pinned ones would take it from the others. */
export interface Width {
  least: number;
  first: number;
  share: number | undefined;
  isSentence: boolean;
}

const CHARACTER = 7.5;
const DIGIT = 8.5;
/** Part of a character's width. */
const UNIT_PART = 0.6;
const LEAST: Partial<Record<TextColumn['kind'], number>> = {
  text: 140,
  status: 156,
  datetime: 150,
  date: 116,
  month: 150,
  money: 104,
  weight: 96,
};

/** Days and times have about equal lengths in one language, so one sample is enough. */
function sampleText({ key, kind }: TextColumn, rows: readonly Row[], format: Formatter): string {
  if (!['date', 'time', 'datetime'].includes(KIND_FORMATS[kind].type)) return '';
  const cell = rows.find((row) => (row[key] ?? null) !== null)?.[key];
  // Two digits for every number: 12:59 instead of 6:05.
  return format.value(kind, cell).replaceAll(/\b\d(?=[:/.])/g, '00');
}

/** Max rows to scan; later ones hardly contain a longer word. */
const LOOKED_THROUGH = 2000;

/** Room for the largest number of a column without a total, with two decimals and sign. */
function largestText(column: TextColumn, rows: readonly Row[], format: Formatter): string {
  if (column.total || KIND_FORMATS[column.kind].type !== 'number') return '';
  const numbers = rows.slice(0, LOOKED_THROUGH).map((row) => Number(row[column.key] ?? 0));
  const size = Math.max(0, ...numbers.map(Math.abs));
  return cellText(format, column, (numbers.some((number) => number < 0) ? -1 : 1) * (Math.trunc(size) + 0.88));
}

/** Min width: the header's longest word (headers wrap to three lines), a day or time, and the total. */
function leastWidth(column: TextColumn, totalText: string, sample: string): number {
  const header = headerWithUnit(column);
  // A short unit stays with the last word; it and separators are narrow.
  const lengths = header.split(' ').map((word) => {
    const [own = ''] = word.split('\u00a0');
    return own.length + (word.length - own.length) * UNIT_PART;
  });
  // Lines break before they are full: of three, two and a half are used.
  const words = [...lengths, header.length / 2.5].map((length) => length * CHARACTER + 40);
  return Math.round(Math.min(Math.max(LEAST[column.kind] ?? 84, totalText.length * DIGIT + 32, sample.length * DIGIT + 32, ...words), 220));
}

/** Max px of other words before they are cut. */
const FREE_WORDS = 210;
/** Min letters of a sentence: shown in small letters on two lines in the remaining space, but never narrower than readable. */
const SENTENCE = 50;
const SENTENCE_CHARACTER = 6.6;
const WIDEST_SENTENCE = 520;

function longestWords({ key }: TextColumn, rows: readonly Row[]): number {
  let longest = 0;
  for (const row of rows.slice(0, LOOKED_THROUGH)) longest = Math.max(longest, String(row[key] ?? '').length);
  return longest;
}

/** The initial width of a column. */
export function widthOf(column: TextColumn, { format, totals, pinned, rows, widest }: WidthOptions): Width {
  const least = leastWidth(
    column,
    column.total ? cellText(format, column, totals[column.key]) : largestText(column, rows, format),
    sampleText(column, rows, format),
  );
  const isPinned = pinned.has(column.key);
  const isText = column.kind === 'text';
  const longest = isText ? longestWords(column, rows) : 0;
  const isSentence = longest > SENTENCE && !isPinned;
  // A column of words gets room for its longest one, as far as the others leave room.
  const words = isText ? Math.min(Math.round(longest * CHARACTER) + 40, isPinned ? widest : FREE_WORDS) : 0;
  // Lines break before they are full, here too.
  const sentence = isSentence ? Math.min(Math.round((longest / 1.8) * SENTENCE_CHARACTER) + 32, WIDEST_SENTENCE) : 0;
  const first = Math.max(least, words, sentence);
  return { least: isPinned ? least : first, first, share: isPinned ? undefined : isSentence ? 5 : isText ? 2 : 1, isSentence };
}

/**
 * The pinned columns: up to three that name a row, in a narrow window one; plus those the person pinned, minus those they freed. A phone
 * has room for one: the person's first, otherwise the name.
 */
export function pinnedKeys(
  columns: readonly TextColumn[],
  { narrow, phone = false, pins = {} }: { narrow: boolean; phone?: boolean; pins?: Pins },
): Set<string> {
  const first = columns.findIndex(({ kind, heading }) => Boolean(heading) || !['text', 'date', 'month', 'datetime', 'time'].includes(kind));
  const named = columns.slice(0, Math.min(narrow ? 1 : 3, first < 0 ? columns.length : first)).map(({ key }) => key);
  const stay = named.filter((key) => pins[key] !== false);
  const own = columns.flatMap(({ key }) => (pins[key] && !named.includes(key) ? key : []));
  return new Set(phone ? [...own, ...stay].slice(0, 1) : [...stay, ...own]);
}
/** Window width below which one column is pinned: three would leave no room for the others. */
export const NARROW = '(max-width: 75em)';

/** Max px of a pinned column's words. */
const WORDS = 320;
const PHONE_WORDS = 170;
export const widestWords = (phone: boolean) => (phone ? PHONE_WORDS : WORDS);

/** The column with the name of the total row: the first visible one without a total. */
export const totalKeyOf = (columns: readonly TextColumn[], totals: Row) =>
  columns.find(({ key, total }) => !total && (totals[key] ?? null) === null)?.key;

/** Px by density. A heading's three lines have some space above and below. */
export const ROW_HEIGHT = { comfortable: 40, compact: 34 };
export const HEADER_HEIGHT = { comfortable: 50, compact: 46 };
export const GROUP_HEADER_HEIGHT = { comfortable: 30, compact: 24 };
