import { LANGUAGES, type Language } from '#contract/kinds.ts';
import { type FileCell, type Sheet, textIn, toPlainCell } from './cell.ts';
import { toHeadingKey } from './keys.ts';
import { findNutrientUnit } from './nutrient-units.ts';
import type { FileField, FilePlan } from './plan.ts';
import { findRole, findSynonyms, type Role } from './synonyms.ts';
import { type FileUnit, findUnit } from './units.ts';

/** Lines that may precede the headings: a title, filters, the time of writing. */
const FURTHEST = 40;
/** Max characters of a heading with its unit. A longer text is a note. */
const LONGEST_HEADING = 200;

export interface FoundColumn {
  field: FileField;
  at: number;
  /** The heading as the file writes it. */
  heading: string;
  /** null if the unit isn't known. */
  unit: FileUnit | null;
  /** The column has moisture instead of the dry matter of the field. */
  isMoisture?: true;
}

/** A column that is no field of the list. */
export interface OtherColumn {
  at: number;
  heading: string;
  role: Role | null;
  unit: string;
  /** The person chose to leave the column out. */
  isLeftOut: boolean;
}

export interface FoundHeader {
  line: number;
  columns: FoundColumn[];
  others: OtherColumn[];
  language: Language;
}

interface Reading {
  label: string;
  unit: string;
  /** The reading counts only if its unit is known. */
  isGuess: boolean;
}

/** Words before the weight that a price is of: "Ціна за т", "Price per 1 kg". */
const PER = 'per|за|za|pro|je|par|la|al|pe|ühe|a|à';
/** A share with its basis at the end of a heading, as laboratories write it: "CP % DM", "NEL Mcal/lb as fed". */
const SHARE_OF_BASIS = /^(.*\S)\s+((?:%|\S+\/\S+)\s+\p{L}.*)$/u;
const PRICE_OF_WEIGHT = new RegExp(`^(.*\\S)\\s+((?:${PER})\\s+(?:1\\s+)?\\S+)$`, 'iu');

/** Returns the ways to read a heading: a label alone, or a label with a unit in brackets, after the last comma, as the last words, or after "per", or behind a percent sign. */
function readHeading(text: string): Reading[] {
  const bare = text.replace(/[*:\s]+$/, '').replace(/^[*\s]+/, '');
  const [, named, inBrackets] = /^(.*\S)\s*[([]([^()[\]]*)[)\]]$/.exec(bare) ?? [];
  const comma = bare.lastIndexOf(',');
  const [, priced, per] = PRICE_OF_WEIGHT.exec(bare) ?? [];
  const [, percentage] = /^%\s*(\S.*)$/.exec(bare) ?? [];
  const [, substance, share] = SHARE_OF_BASIS.exec(bare) ?? [];
  const [, front, word] = /^(.*\S)\s+(\S+)$/.exec(bare) ?? [];
  return [
    { label: bare, unit: '' },
    ...(named === undefined ? [] : [{ label: named.replace(/\s*,$/, ''), unit: inBrackets ?? '' }]),
    ...(priced === undefined || per === undefined ? [] : [{ label: priced, unit: per }]),
    // Laboratories and milk records write "% Fat".
    ...(percentage === undefined ? [] : [{ label: percentage, unit: '%' }]),
    ...(substance === undefined || share === undefined ? [] : [{ label: substance, unit: share, isGuess: true }]),
    ...(comma === -1 ? [] : [{ label: bare.slice(0, comma), unit: bare.slice(comma + 1) }]),
    ...(front === undefined || word === undefined || !/^\p{Ll}{1,3}\.?$|[/%]/u.test(word) ? [] : [{ label: front, unit: word }]),
  ].map(({ label, unit, isGuess = false }: Partial<Reading> & Pick<Reading, 'label' | 'unit'>) => ({
    label: toHeadingKey(label),
    unit,
    isGuess,
  }));
}

/**
 * Finds the headings: the line with the most known columns, in the language with the most known words. A column is known by its heading in
 * any language, by the API's name, or by a synonym. Returns undefined if no line has two of them, or the only one of the list.
 */
export function findHeader(sheet: Pick<Sheet, 'rows' | 'hiddenColumns' | 'unseen'>, plan: FilePlan): FoundHeader | undefined {
  const { fields, language } = plan;
  let best: FoundHeader | undefined;
  let most = 0;
  for (const [line, row] of sheet.rows.slice(0, FURTHEST).entries()) {
    if (sheet.unseen.has(line)) continue;
    const headings = readRow(row, sheet.hiddenColumns);
    // Of two languages with the same words, the reader's own wins: `us` and `en` share theirs.
    for (const one of headings.length === 0 ? [] : [language, ...LANGUAGES.filter((other) => other !== language)]) {
      const found = findColumns(headings, plan, one);
      const score = found.length * 1000 + found.filter(({ isOwn }) => isOwn).length;
      if (score <= most) continue;
      most = score;
      const known = new Set(found.map(({ at }) => at));
      const others = headings.filter(({ at }) => !known.has(at)).map((heading) => toOther(heading, plan));
      best = { line, columns: found.map(({ isOwn: _, ...column }) => column), others, language: one };
    }
  }
  return best && best.columns.length >= Math.min(2, fields.length) ? best : undefined;
}

interface Heading {
  at: number;
  heading: string;
  readings: Reading[];
}

function readRow(row: readonly FileCell[], hidden: ReadonlySet<number>): Heading[] {
  return row.flatMap((cell, at) => {
    const text = hidden.has(at) ? '' : textIn(toPlainCell(cell)).trim();
    return text === '' || text.length > LONGEST_HEADING || typeof toPlainCell(cell) !== 'string'
      ? []
      : [{ at, heading: text, readings: readHeading(text) }];
  });
}

const toOther = ({ at, heading, readings }: Heading, { choices }: FilePlan): OtherColumn => {
  const known = readings.map(({ label, unit }) => ({ role: findRole(label), unit })).find(({ role }) => role !== null);
  const isLeftOut = choices?.[heading]?.field === null;
  return { at, heading, role: isLeftOut ? null : (known?.role ?? null), unit: known?.unit ?? '', isLeftOut };
};

function findColumns(headings: readonly Heading[], plan: FilePlan, first: Language): (FoundColumn & { isOwn: boolean })[] {
  const { fields, units, currency, choices = {} } = plan;
  const taken = new Set<string>();
  const found = new Map<number, FoundColumn & { isOwn: boolean }>();
  const take = ({ at, heading }: Heading, field: FileField, unit: string, isOwn: boolean) => {
    taken.add(field.key);
    const chosen = choices[heading]?.unit ?? unit;
    const column = field.nutrient ? toNutrientColumn(field, chosen) : { field, unit: findUnit(chosen, field.kind, units, currency) };
    found.set(at, { ...column, at, heading, isOwn });
  };
  const open = () => headings.filter(({ at, heading }) => !found.has(at) && !(heading in choices));
  for (const one of headings) {
    const field = fields.find(({ key }) => key === choices[one.heading]?.field);
    if (field && !taken.has(field.key)) take(one, field, one.readings.find(({ unit }) => unit !== '')?.unit ?? '', true);
  }
  const match = (isCalled: (field: FileField, label: string) => boolean, isOwn: boolean, isOnlyKnown = false) => {
    for (const one of open()) {
      const [hit] = one.readings.flatMap(({ label, unit, isGuess }) =>
        fields
          .filter((field) => !taken.has(field.key) && isCalled(field, label))
          .filter(
            (field) =>
              !(isOnlyKnown || isGuess) ||
              (field.nutrient ? toNutrientColumn(field, unit).unit : findUnit(unit, field.kind, units, currency)) !== null,
          )
          .map((field) => ({ field, unit })),
      );
      if (hit) take(one, hit.field, hit.unit, isOwn);
    }
  };
  const isIn = (languages: readonly Language[]) => (field: FileField, label: string) =>
    field.key === label || languages.some((language) => labelKeys(field)[language] === label);
  match(isIn([first]), true);
  match(isIn(LANGUAGES), false);
  // A heading of which only the last word may be a unit is trusted if that word is one.
  match((field, label) => synonymKeys(field, fields).has(label), false, true);
  const dry = fields.find(({ key, isDryMatter }) => isDryMatter && !taken.has(key));
  const wet = dry && open().find(({ readings }) => readings.some(isMoisture));
  if (dry && wet) {
    take(wet, dry, '%', false);
    Object.assign(found.get(wet.at) as FoundColumn, { isMoisture: true });
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}

/** Decimals of a converted nutrient. */
const NUTRIENT_DECIMALS = 10;
const FIGURES = { dry: 'figures_dry', fresh: 'figures_fresh' } as const;

/** A nutrient's column with the field and factor that its unit gives; `unit` is null if the unit isn't one of the nutrient. */
function toNutrientColumn(field: FileField, text: string): Pick<FoundColumn, 'field' | 'unit'> {
  const { id, unit, written } = field.nutrient as NonNullable<FileField['nutrient']>;
  const read = findNutrientUnit(text, unit, written);
  if (!read) return { field, unit: null };
  const as = `${read.per === null ? 'figures' : FIGURES[read.per]}.${id}`;
  return { field: { ...field, as, times: read.times, decimals: NUTRIENT_DECIMALS }, unit: { name: text.trim(), kg: 1 } };
}

/** True if a heading is one of moisture in percent. */
const isMoisture = ({ label, unit }: Reading) => findRole(label) === 'moisture' && (unit === '' || unit.trim() === '%');

const labelsByField = new WeakMap<FileField, Partial<Record<Language, string>>>();

/** The keys of a field's labels; computed once, for each line of the first forty may be that of the headings. */
function labelKeys(field: FileField): Partial<Record<Language, string>> {
  let keys = labelsByField.get(field);
  if (!keys) {
    keys = Object.fromEntries(Object.entries(field.labels).map(([language, label]) => [language, label && toHeadingKey(label)]));
    labelsByField.set(field, keys);
  }
  return keys;
}

const synonymsByField = new WeakMap<FileField, ReadonlySet<string>>();

function synonymKeys(field: FileField, fields: readonly FileField[]): ReadonlySet<string> {
  let keys = synonymsByField.get(field);
  if (!keys) {
    keys = new Set(findSynonyms(field, fields));
    synonymsByField.set(field, keys);
  }
  return keys;
}
