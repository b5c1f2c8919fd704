import type { Language } from '../../../contract/kinds.ts';
import { KG_PER_LB } from '../../../contract/units.ts';
import { round } from './decimal.ts';
import { datePattern, groupMark } from './locale.ts';
import { kgOfLb } from './weight.ts';

/**
 * A number as a file has it: comma or dot, thousands parted by anything, a percent sign. Where one mark alone could be either,
 * the language decides. null when it isn't a number.
 */
export function readNumber(text: string, language: Language): number | null {
  const bare = text.replace(/[\s'’]|%$/g, '').replace(/^−/, '-');
  if (!/^-?\d*(?:[.,]\d+)*[.,]?\d*$/.test(bare) || !/\d/.test(bare)) return null;
  const marks = bare.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  const grouped = (mark: string) => new RegExp(`^-?\\d{1,3}(?:\\${mark}\\d{3})+$`).test(bare);
  const isDecimal =
    last !== undefined && (new Set(marks).size > 1 || (marks.length === 1 && (last !== groupMark(language) || !grouped(last))));
  if (marks.length > 1 && !isDecimal && !grouped(last ?? '')) return null;
  const [whole = '', fraction = ''] = isDecimal ? split(bare, last) : [bare, ''];
  // Only whole thousands may be parted.
  if (isDecimal && /[.,]/.test(whole) && !/^-?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole)) return null;
  const value = Number(`${whole.replace(/[.,]/g, '') || '0'}.${fraction || '0'}`);
  return Number.isFinite(value) ? value : null;
}

const split = (text: string, mark: string): [string, string] => {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at + 1)];
};

const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\.?)?$/i;

/** A day, with its time where there is one, as `YYYY-MM-DD[THH:mm[:ss]]`: from ISO, or in the language's own order. null when it is none. */
export function readMoment(text: string, language: Language): string | null {
  const [date = '', ...rest] = text.trim().split(/[T\s,]+/);
  const day = readDay(date, language);
  if (!day || rest.length === 0) return day;
  const [, hours = '', minutes = '', seconds, half] = TIME.exec(rest.join(' ')) ?? [];
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
  if (hours === '' || hour > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null;
  return `${day}T${String(hour).padStart(2, '0')}:${minutes}${seconds ? `:${seconds}` : ''}`;
}

function readDay(text: string, language: Language): string | null {
  const parts = text.split(/[./-]/);
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return null;
  const order = parts[0]?.length === 4 ? ['yyyy', 'MM', 'dd'] : datePattern(language).match(/yyyy|MM|dd/g);
  const part = (name: string) => parts[order?.indexOf(name) ?? 0] ?? '';
  const year = part('yyyy').length === 2 ? `20${part('yyyy')}` : part('yyyy');
  const day = `${year}-${part('MM').padStart(2, '0')}-${part('dd').padStart(2, '0')}`;
  const found = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(found.getTime()) && found.toISOString().startsWith(day) ? day : null;
}

/** Kilograms of a file's pounds. What was typed keeps reading as it was typed; what was computed is exact. */
export function kgOfFile(lb: number): number {
  return round(lb, 2) === lb ? kgOfLb(lb) : round(lb * KG_PER_LB, 3);
}
