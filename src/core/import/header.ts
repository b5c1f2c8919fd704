import { LANGUAGES, type Language } from '../../../contract/kinds.ts';
import type { FileCell } from './cells.ts';
import type { FileField, FilePlan } from './plan.ts';

/** So many lines may stand before the headings: title, filters, when it was made. */
const FURTHEST = 40;

export interface FoundColumn {
  field: FileField;
  at: number;
  pounds: boolean;
}

export interface FoundHeader {
  line: number;
  columns: FoundColumn[];
  /** Headings of columns that nothing is read from. */
  ignored: string[];
  language: Language;
}

const normal = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ');

/** A heading without its unit, which stands behind the last comma, and whether that speaks of pounds. */
function unitless(text: string): { label: string; unit: string } {
  const at = text.lastIndexOf(',');
  return at === -1 ? { label: text, unit: '' } : { label: text.slice(0, at), unit: text.slice(at + 1) };
}

/**
 * Finds the headings: the line in which most are known, in whatever language knows most. Each column is known by its heading in
 * any language or by the API's name. undefined when no line has two of them (or the only one there is).
 */
export function findHeader(rows: readonly (readonly FileCell[])[], { fields, language }: FilePlan): FoundHeader | undefined {
  let best: FoundHeader | undefined;
  let most = 0;
  for (const [line, row] of rows.slice(0, FURTHEST).entries()) {
    // The reader's own language wins where two know equally many: `us` and `en` share their words.
    for (const one of [language, ...LANGUAGES.filter((other) => other !== language)]) {
      const found = columnsIn(row, fields, one, language);
      // As many columns as there are; of two languages, the one whose words they are.
      const score = found.length * 1000 + found.filter(({ own }) => own).length;
      if (score <= most) continue;
      most = score;
      const known = new Set(found.map(({ at }) => at));
      const ignored = row.flatMap((cell, at) => (typeof cell === 'string' && cell.trim() && !known.has(at) ? [cell.trim()] : []));
      best = { line, columns: found.map(({ own: _, ...column }) => column), ignored, language: one };
    }
  }
  return best && best.columns.length >= Math.min(2, fields.length) ? best : undefined;
}

function columnsIn(
  row: readonly FileCell[],
  fields: readonly FileField[],
  first: Language,
  reader: Language,
): (FoundColumn & { own: boolean })[] {
  const taken = new Set<string>();
  return row.flatMap((cell, at) => {
    if (typeof cell !== 'string' || !cell.trim()) return [];
    const { label, unit } = unitless(cell);
    const known = (languages: readonly Language[]) =>
      [cell, label].flatMap((text) => fields.filter((field) => !taken.has(field.key) && isCalled(field, normal(text), languages)))[0];
    const own = known([first]);
    const field = own ?? known(LANGUAGES);
    if (!field) return [];
    taken.add(field.key);
    // Without a unit a weight is in the unit that the reader knows.
    const pounds = /\blbs?\b/i.test(unit) || (reader === 'us' && !/\p{L}/u.test(unit));
    return [{ field, at, pounds, own: own !== undefined }];
  });
}

const isCalled = ({ key, labels }: FileField, text: string, languages: readonly Language[]) =>
  key === text || languages.some((one) => normal(labels[one] ?? '') === text);
