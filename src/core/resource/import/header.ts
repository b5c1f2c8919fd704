import { LANGUAGES, type Language } from '#contract/kinds.ts';
import type { FileCell } from './cells.ts';
import type { FileField, FilePlan } from './plan.ts';
import { type FileUnit, unitOf } from './units.ts';

/** So many lines may stand before the headings: title, filters, when it was made. */
const FURTHEST = 40;
/** Characters that a heading may have, with its unit: a longer text is a note, however it is written. */
const LONGEST_HEADING = 200;

export interface FoundColumn {
  field: FileField;
  at: number;
  /** As it stands in the file. */
  heading: string;
  /** null when it isn't known. */
  unit: FileUnit | null;
}

export interface FoundHeader {
  line: number;
  columns: FoundColumn[];
  /** Headings of columns that nothing is read from. */
  ignored: string[];
  language: Language;
}

const normal = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ');

/** What a heading may be: a label alone, or one with a unit behind it, in brackets or after the last comma. */
function readings(text: string): { label: string; unit: string }[] {
  const [, named, inBrackets] = /^(.*\S)\s*[([]([^()[\]]*)[)\]]\s*$/.exec(text) ?? [];
  const comma = text.lastIndexOf(',');
  return [
    { label: text, unit: '' },
    ...(named === undefined ? [] : [{ label: named.replace(/\s*,$/, ''), unit: inBrackets ?? '' }]),
    ...(comma === -1 ? [] : [{ label: text.slice(0, comma), unit: text.slice(comma + 1) }]),
  ];
}

/**
 * Finds the headings: the line in which most are known, in whatever language knows most. Each column is known by its heading in
 * any language or by the API's name. undefined when no line has two of them (or the only one there is).
 */
export function findHeader(rows: readonly (readonly FileCell[])[], { fields, language, units }: FilePlan): FoundHeader | undefined {
  let best: FoundHeader | undefined;
  let most = 0;
  for (const [line, row] of rows.slice(0, FURTHEST).entries()) {
    // The reader's own language wins where two know equally many: `us` and `en` share their words.
    for (const one of [language, ...LANGUAGES.filter((other) => other !== language)]) {
      const found = columnsIn(row, fields, one, units);
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
  reader: FilePlan['units'],
): (FoundColumn & { own: boolean })[] {
  const taken = new Set<string>();
  return row.flatMap((cell, at) => {
    if (typeof cell !== 'string' || cell.length > LONGEST_HEADING || !cell.trim()) return [];
    const known = (languages: readonly Language[]) =>
      readings(cell).flatMap(({ label, unit }) =>
        fields.filter((field) => !taken.has(field.key) && isCalled(field, normal(label), languages)).map((field) => ({ field, unit })),
      )[0];
    const own = known([first]);
    const found = own ?? known(LANGUAGES);
    if (!found) return [];
    const { field, unit } = found;
    taken.add(field.key);
    // Without a unit a weight is in the unit that the reader knows.
    return [{ field, at, heading: cell.trim(), unit: unitOf(unit, field.kind, reader), own: own !== undefined }];
  });
}

const isCalled = ({ key, labels }: FileField, text: string, languages: readonly Language[]) =>
  key === text || languages.some((one) => normal(labels[one] ?? '') === text);
