import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { KIND_FORMATS } from '#common/format/kinds.ts';
import type { FieldError } from '#contract/errors.ts';
import type { ImportAction, Imported, ImportedRow } from '#contract/imports.ts';
import type { Kind } from '#contract/kinds.ts';
import type { Cell } from '#contract/reports/shape.ts';
import { errorText } from '#src/core/api/error-text.ts';
import type { FileParts } from '#src/core/resource/list-file.ts';
import type { FileContent } from './read.ts';

export interface PreviewColumn {
  key: string;
  label: string;
  kind: Kind;
  options?: Readonly<Record<string, string>>;
  /** As many as are kept of a weight, where that is more than are written of weights. */
  decimals?: number;
  /** The field of the part that it is, where several columns are of one. */
  as?: string;
}

interface PreviewCell {
  text: string;
  /** What it is now, where the file changes it. */
  before?: string;
  error?: string;
}

/** What the lines are looked at by: what becomes of them, those that look as if they were there already, and those far off the usual. */
export type PreviewKind = ImportAction | 'repeats' | 'unusual';

export function kindOf({ action, repeats, unusual }: Pick<ImportedRow, 'action' | 'repeats' | 'unusual'>): PreviewKind {
  if (action === 'wrong') return action;
  if (repeats) return 'repeats';
  return unusual.length > 0 ? 'unusual' : action;
}

export interface PreviewLine {
  line: number;
  action: PreviewKind;
  cells: Record<string, PreviewCell>;
  /** What belongs to no cell of the line. */
  message: string;
}

export interface PreviewShape {
  columns: readonly PreviewColumn[];
  /** The list's name of every column, for what concerns one that the file hasn't. */
  labels: ReadonlyMap<string, string>;
  /** Lines are parts of a row. */
  parts?: FileParts;
}

type Part = Record<string, unknown>;

/** Each line of the file with what becomes of it: what is wrong at its cell, what changes with what it was. */
export function previewOf(
  { rows }: FileContent,
  { rows: verdicts, errors }: Imported,
  { columns, labels, parts }: PreviewShape,
  format: Formatter,
  t: TFunction,
): PreviewLine[] {
  const names = parts?.keys.slice(0, parts.named ?? 1) ?? [];
  const partKeys = parts?.keys.slice(names.length) ?? [];
  const nameOf = (part: Part) => names.map((key) => lower(part[key])).join('\n');
  const fieldOf = (key: string) => columns.find((column) => column.key === key)?.as ?? key;
  const byRow = new Map<number, [path: string, errors: readonly FieldError[]][]>();
  for (const [path, list] of Object.entries(errors)) {
    const [, row = '', rest = ''] = /^rows\.(\d+)\.(.+)$/.exec(path) ?? [];
    byRow.set(Number(row), [...(byRow.get(Number(row)) ?? []), [rest, list]]);
  }
  const write = (column: PreviewColumn, value: unknown) => writeCell(format, column, value as Cell);

  const unusualText = (field: string, usual: number) => {
    const column = columns.find(({ key }) => key === field);
    const unit = column && format.unit(column.kind);
    const text = `${column ? write(column, usual) : usual}${unit ? ` ${t(unit, format.unitValues)}` : ''}`;
    return t('import:unusual.line', { name: labels.get(field) ?? field, usual: text });
  };

  return rows.flatMap(({ lines }, at): PreviewLine[] => {
    const verdict = verdicts[at];
    const { before = {}, repeats = null, unusual = [] } = verdict ?? {};
    const action = verdict ? kindOf(verdict) : 'same';
    const found = byRow.get(at) ?? [];
    const was = parts ? (before[parts.field] as Part[] | undefined) : undefined;
    const known = was && new Map(was.map((part) => [nameOf(part), part]));
    const shown = lines.map((line, index): PreviewLine => {
      const own = found.flatMap(([path, list]) => {
        const [, part, field] = (parts && new RegExp(`^${parts.field}\\.(\\d+)\\.(.+)$`).exec(path)) ?? [];
        const text = list.map((error) => errorText(t, error, path)).join('. ');
        const at = field ?? path;
        // Of several columns of one field it stands at the one that the line fills.
        const filled = columns.find((column) => column.as === at && (line.values[column.key] ?? null) !== null);
        return Number(part ?? 0) === index ? [{ key: filled?.key ?? at, text }] : [];
      });
      const part = known?.get(nameOf(line.values));
      const old: Part = { ...before, ...(was && Object.fromEntries(partKeys.map((key) => [key, part?.[fieldOf(key)] ?? null]))) };
      const cells = columns.map((column): [string, PreviewCell] => {
        const text = write(column, line.values[column.key]);
        // A column that the line leaves empty for another of its field says nothing of it.
        const isTold = column.key in old && (column.as === undefined || (line.values[column.key] ?? null) !== null);
        const now = isTold ? write(column, old[column.key]) : text;
        const error = own.find(({ key }) => key === column.key)?.text;
        return [column.key, { text, ...(now !== text && !error ? { before: now } : {}), ...(error ? { error } : {}) }];
      });
      const others = own
        .filter(({ key }) => !columns.some((column) => column.key === key))
        .map(({ key, text }) => (labels.has(key) ? `${labels.get(key)}: ${text}` : text));
      return { line: line.line, action, cells: Object.fromEntries(cells), message: others.join('. ') };
    });
    const named = new Set(lines.map(({ values }) => nameOf(values)));
    const gone = was?.filter((part) => !named.has(nameOf(part))) ?? [];
    const [first] = shown;
    if (first && repeats && action === 'repeats') first.message = t(`import:repeat.${repeats}`);
    if (first && action === 'unusual') first.message = unusual.map(({ field, usual }) => unusualText(field, usual)).join('. ');
    if (first && gone.length > 0) first.message = t('import:left_out', { names: namesOf(gone, names) });
    return shown;
  });
}

const lower = (value: unknown) =>
  String(value ?? '')
    .trim()
    .toLowerCase();
/** So many that are left out are named. */
const NAMED = 10;
const namesOf = (parts: readonly Part[], keys: readonly string[]) =>
  [
    ...parts.slice(0, NAMED).map((part) => keys.flatMap((key) => ((part[key] ?? '') === '' ? [] : String(part[key]))).join(' ')),
    ...(parts.length > NAMED ? [`… (${parts.length})`] : []),
  ].join(', ');

/** A value by its kind; what couldn't be read as it stands in the file. */
function writeCell(format: Formatter, { kind, options, decimals }: PreviewColumn, value: Cell | undefined): string {
  if (typeof value === 'string' && value !== '') {
    const type = KIND_FORMATS[kind].type;
    if (options) return options[value] ?? value;
    if (type === 'number') return value;
    // A file's moments are the farm's own time: they are shown as they read.
    if (type === 'datetime' && /^\d{4}-\d{2}-\d{2}/.test(value)) return format.wall(value);
  }
  if (decimals && kind === 'weight' && typeof value === 'number') return format.typedText(format.typed(format.fromKg(value, decimals)));
  return format.value(kind, value);
}
