import type { Language } from '#contract/kinds.ts';
import { groupMark } from './locale.ts';

export interface NumberParts {
  negative: boolean;
  /** Digits only. */
  whole: string;
  /** The decimal mark as written, '' without one. */
  mark: string;
  fraction: string;
}

const stripMarks = (text: string) => text.replace(/[\s'’]/g, '');

/**
 * The parts of a number with comma or dot and any thousands marks; null if the text is not a number. The language decides about an
 * ambiguous mark: `10,000` is ten thousand in English and ten in German, `12,5` is twelve and a half in both.
 */
export function partsOf(text: string, language: Language): NumberParts | null {
  const bare = stripMarks(text).replace(/^−/, '-');
  if (!/^-?\d*(?:[.,]\d+)*[.,]?\d*$/.test(bare) || !/\d/.test(bare)) return null;
  const marks = bare.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  const grouped = (mark: string) => new RegExp(`^-?[1-9]\\d{0,2}(?:\\${mark}\\d{3})+$`).test(bare);
  const isDecimal =
    last !== undefined && (new Set(marks).size > 1 || (marks.length === 1 && (last !== groupMark(language) || !grouped(last))));
  if (marks.length > 1 && !isDecimal && !grouped(last ?? '')) return null;
  const at = isDecimal ? bare.lastIndexOf(last) : bare.length;
  const [whole, fraction] = [bare.slice(0, at), bare.slice(at + 1)];
  // Thousands marks are allowed only between complete groups.
  if (isDecimal && /[.,]/.test(whole) && !/^-?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole)) return null;
  return { negative: bare.startsWith('-'), whole: whole.replace(/\D/g, ''), mark: isDecimal ? last : '', fraction };
}

/** A typed number: digits, the mark as typed, decimals; without thousands marks. */
export const typedText = (typed: string, language: Language): string =>
  typed.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, groupMark(language)));

/** The number typed so far; null if it is not a number. */
export const typedNumber = (typed: string): number | null => (typed === '' ? null : Number(typed.replace(',', '.')));

interface Typing {
  language: Language;
  decimals: number;
  /** Allows thousands marks. */
  groups?: boolean;
  /** True for a deletion after the caret (Delete), false for one before it (Backspace). */
  forward?: boolean;
}

/** The typed number after its field, which shows thousands marks, changed to `next`; null if the text is not a number. */
export function retype(typed: string, next: string, { language, decimals, groups = true, forward = false }: Typing): string | null {
  const { text, kept } = withoutOwnMarks(typed, next, language, forward);
  const bare = stripMarks(text);
  if (bare === '') return '';
  const simple = /^(\d*)([.,]?)(\d*)$/.exec(bare);
  let [, whole = '', mark = '', fraction = ''] = simple ?? [];
  if (!simple) {
    const parts = partsOf(bare, language);
    if (!parts || parts.negative) return null;
    ({ whole: whole, mark, fraction } = parts);
  } else if (groups && mark === groupMark(language) && fraction.length === 3 && /^[1-9]/.test(whole) && (kept || whole.length <= 3)) {
    // A third digit after the mark makes it a thousands mark.
    [whole, mark, fraction] = [whole + fraction, '', ''];
  }
  whole = whole.replace(/^0+(?=\d)/, '') || '0';
  if (whole.length > 15) return null;
  return decimals === 0 || mark === '' ? whole : whole + mark + fraction.slice(0, decimals);
}

/** `next` without the thousands marks that were in it before the change. `kept` is true if a character before the change remains. */
function withoutOwnMarks(typed: string, next: string, language: Language, forward: boolean): { text: string; kept: boolean } {
  const shown = typedText(typed, language);
  const group = groupMark(language);
  const wholeEnd = shown.length - (typed.length - (/^\d*/.exec(typed)?.[0].length ?? 0));
  const isOwnGroupMark = (at: number) => at < wholeEnd && shown[at] === group;
  let start = 0;
  while (start < Math.min(shown.length, next.length) && shown[start] === next[start]) start++;
  let end = 0;
  while (end < Math.min(shown.length, next.length) - start && shown.at(-1 - end) === next.at(-1 - end)) end++;
  const left = (from: number, to: number) =>
    [...shown].map((sign, at) => (at >= from && at < to && !isOwnGroupMark(at) ? sign : '')).join('');
  // A thousands mark can't be deleted alone: the digit next to it is deleted too.
  const onlyMark = next.length === shown.length - 1 && start + end === next.length && isOwnGroupMark(start);
  if (onlyMark) return { text: left(0, forward ? start : start - 1) + left(forward ? start + 2 : start + 1, shown.length), kept: true };
  return { text: left(0, start) + next.slice(start, next.length - end) + left(shown.length - end, shown.length), kept: start > 0 };
}

/** The caret's position in `shown` with the same number of digits after it as in `next`. */
export function caretIn(shown: string, next: string, caret: number, mark: string): number {
  const counts = (sign: string, at: number, text: string) => /\d/.test(sign) || (mark !== '' && at === text.lastIndexOf(mark));
  const after = [...next].filter((sign, at) => at >= caret && counts(sign, at, next)).length;
  let at = shown.length;
  for (let left = after; left > 0 && at > 0; ) {
    at--;
    if (counts(shown[at] ?? '', at, shown)) left--;
  }
  return at;
}
