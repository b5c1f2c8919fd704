import type { ApiValue } from '#common/files/incoming/cells.ts';
import type { FilePlan } from '#common/files/incoming/plan.ts';
import type { FileContent, LeftReason } from '#common/files/incoming/read.ts';
import { ERROR_CODES } from '#contract/error-codes.ts';
import type { FieldError } from '#contract/errors.ts';
import type { Imported, UnmatchedName } from '#contract/imports.ts';
import type { ApiError } from '#src/core/api/api-error.ts';
import type { ImportSpec } from '#src/core/resource/list-file.ts';
import type { ColumnChoices } from './remembered-columns.ts';
import { type NamePicks, replaceNames } from './unmatched.ts';

export interface CheckedFile {
  name: string;
  /** The file itself, to read it again with other choices for its columns; null for pasted cells. */
  source: File | null;
  choices: ColumnChoices;
  /** The choices are those for an earlier file with the same headings. */
  isRemembered: boolean;
  plan: FilePlan;
  content: FileContent;
  verdict: Imported;
  /** The names that the server couldn't match. */
  names: readonly UnmatchedName[];
}

/** The chosen rows with the dry run's ids and versions: new rows stay new, and rows changed meanwhile are refused. */
export function asSeen(
  { content, verdict, names }: CheckedFile,
  { ids }: ImportSpec,
  picks: NamePicks,
  taken: readonly number[],
): object[] {
  const rows = replaceNames(
    content.rows.map(({ values }) => values),
    names,
    picks,
  );
  return taken.map((at) => {
    const values = rows[at]!;
    const { action, id, version } = verdict.rows[at] ?? {};
    if (!ids) return values;
    return action === 'create' ? { ...values, id: null } : { ...values, id, version };
  });
}

/** How the wrong rows can be fixed: by a choice for their names, by other choices above, only in the file, or both. */
export function findFix({ verdict, names }: CheckedFile, lacking: readonly string[]): 'names' | 'choices' | 'file' | 'both' {
  // An error of a reference is at the column of its name.
  const named = new Set(names.flatMap(({ places }) => places.map((place) => `rows.${place}_name`)));
  const isChosen = (path: string) => /\.farm(?:_name)?$/.test(path) || lacking.some((key) => path.endsWith(`.${key}`));
  const paths = Object.entries(verdict.errors).map(([path, errors]) => ({ path, isRequired: errors.some(isLacking) }));
  const inNames = paths.filter(({ path }) => named.has(path)).length;
  const inChoices = paths.filter(({ path, isRequired }) => !named.has(path) && isRequired && isChosen(path)).length;
  if (inNames + inChoices < paths.length) return inNames > 0 ? 'both' : 'file';
  return inChoices > 0 ? 'choices' : 'names';
}

const isLacking = ({ code }: FieldError) => code === ERROR_CODES.required;

/** Errors by the rows' places in the file, not among the chosen rows. */
export function withErrors(verdict: Imported, { errors: refused }: ApiError, taken: readonly number[]): Imported {
  const inFile = (path: string) => path.replace(/^rows\.(\d+)/, (_, at) => `rows.${taken[Number(at)]}`);
  const errors = Object.fromEntries(Object.entries(refused).map(([path, list]) => [inFile(path), list]));
  const wrong = new Set(Object.keys(errors).map((path) => Number(path.split('.')[1])));
  return { ...verdict, errors, rows: verdict.rows.map((row, at) => (wrong.has(at) ? { ...row, action: 'wrong' } : row)) };
}

/** Rows that were pasted into a list: they are shown and written like a file's. */
export interface PastedRows {
  name: string;
  content: FileContent;
}

/** Returns pasted rows as the content of a file, one line a row, with the columns that have values, and the lines that aren't read. */
export function toPastedRows(
  name: string,
  rows: readonly Record<string, ApiValue>[],
  columns: readonly string[],
  unread: Partial<Record<LeftReason, number[]>> = {},
): PastedRows {
  const toRow = (values: Record<string, ApiValue>, at: number) => ({ values, lines: [{ line: at + 1, values }], places: {} });
  const reasons = Object.entries(unread) as [LeftReason, number[]][];
  const left = reasons.flatMap(([reason, lines]) => (lines.length > 0 ? [{ reason, sheet: '', lines }] : []));
  const nothing = { ignored: [], units: [], left, example: null, meanings: [] };
  return { name, content: { rows: rows.map(toRow), columns: [...columns], sheets: [{ name: '', lines: rows.length }], ...nothing } };
}
