import type { TFunction } from 'i18next';
import type { FileLine, FileRow } from '#common/files/incoming/gather.ts';
import type { FileParts } from '#common/files/incoming/plan.ts';
import type { FileContent } from '#common/files/incoming/read.ts';
import { round } from '#common/format/decimal.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { ERROR_CODES } from '#contract/error-codes.ts';
import type { FieldError } from '#contract/errors.ts';
import type { ImportAction, Imported, ImportedRow } from '#contract/imports.ts';
import type { Cell } from '#contract/reports/shape.ts';
import { errorText } from '#src/core/api/error-text.ts';
import { firstOf, isWithin, type NamedList, nameOf, type Part, type PreviewColumn, wasIn, wordsOf, writeCell } from './preview-words.ts';

/** Decimals of a usual figure in the unit of its column. */
const SHOWN_DECIMALS = 6;

interface PreviewCell {
  text: string;
  /** The present value, if the file changes it. */
  before?: string;
  error?: string;
}

/** Kinds of lines in the preview: by effect, lines that look doubled, and unusual ones. */
export type PreviewKind = ImportAction | 'repeats' | 'unusual';

/** The kind of a row. Contradicting figures make a row unusual, too. */
export function kindOf({ action, repeats, unusual }: Pick<ImportedRow, 'action' | 'repeats' | 'unusual'>, row?: FileRow): PreviewKind {
  if (action === 'wrong') return action;
  if (repeats) return 'repeats';
  return unusual.length > 0 || row?.lines.some(({ doubts }) => doubts) ? 'unusual' : action;
}

export interface PreviewLine {
  line: number;
  /** The place of its row in the file, at the row's first line. */
  row: number | null;
  sheet?: string | undefined;
  action: PreviewKind;
  cells: Record<string, PreviewCell>;
  /** Errors without a cell. */
  message: string;
}

export interface PreviewShape {
  columns: readonly PreviewColumn[];
  /** Names of all columns of the list, for errors at a column that the file lacks. */
  labels: ReadonlyMap<string, string>;
  /** True if lines are parts of a row. */
  parts?: readonly FileParts[];
}

/** The line of a row, and the field, that a path such as `items.0.amount` means. */
function locate(path: string, places: FileRow['places']): { place: number; field: string } {
  const [, list = '', part, field] = /^(\w+)\.(\d+)\.(.+)$/.exec(path) ?? [];
  return part === undefined || field === undefined ? { place: 0, field: path } : { place: places[list]?.[Number(part)] ?? 0, field };
}

/** The lines of some rows with their effect: errors and former values at their cells. */
export function previewOf(
  { rows }: FileContent,
  { rows: verdicts, errors }: Imported,
  { columns, labels, parts = [] }: PreviewShape,
  format: Formatter,
  t: TFunction,
  shown: readonly number[],
): PreviewLine[] {
  const lists = parts.map(({ field, keys, named = 1 }): NamedList => ({ field, names: keys.slice(0, named), keys: keys.slice(named) }));
  const byRow = new Map<number, [path: string, errors: readonly FieldError[]][]>();
  for (const [path, list] of Object.entries(errors)) {
    const [, row = '', rest = ''] = /^rows\.(\d+)\.(.+)$/.exec(path) ?? [];
    byRow.set(Number(row), [...(byRow.get(Number(row)) ?? []), [rest, list]]);
  }
  const write = (column: PreviewColumn, value: unknown) => writeCell(format, column, value as Cell);
  /** Text for a row that equals an earlier one; undefined for other errors. */
  const twinText = ({ code, values: [twin = ''] = [] }: FieldError) => {
    const [, row] = (code === ERROR_CODES.not_unique && /^rows\.(\d+)$/.exec(twin)) || [];
    const first = row === undefined ? undefined : rows[Number(row)]?.lines[0];
    return first && t('import:repeat.twin', { line: first.sheet ? `${first.sheet}: ${first.line}` : first.line });
  };
  // A reference that was matched by hand is sent as an id, and its column contains the name.
  const toShownKey = (field: string) => columns.find(({ key }) => key === field || key === `${field}_name`)?.key ?? field;
  /** The column of a field. If the field has several, it is the filled one. */
  const findFilled = (field: string, values: FileLine['values']) => {
    const own = columns.filter(({ as }) => as === field || as?.startsWith(`${field}.`));
    return own.find(({ key }) => (values[key] ?? null) !== null) ?? own[0];
  };
  const columnOf = (key: string) => columns.find((column) => column.key === key) ?? { key };

  const unusualText = (field: string, usual: number | string, { values }: Pick<FileLine, 'values'>, given: unknown) => {
    const column = findFilled(field, values) ?? columns.find(({ key }) => key === field);
    const name = labels.get(column?.key ?? field) ?? field;
    if (typeof usual === 'string') {
      const day = String(given ?? '').slice(0, 10);
      return t('core:unusual.day', { name, given: format.value('date', day), usual: format.value('date', usual) });
    }
    const unit = column && format.unit(column.kind);
    const inColumn = column?.times === undefined ? usual : round(usual / column.times, SHOWN_DECIMALS);
    const text = `${column ? write(column, inColumn) : usual}${unit ? ` ${t(unit, format.unitValues)}` : ''}`;
    return t('import:unusual.line', { name, usual: text });
  };

  return shown.flatMap((at): PreviewLine[] => {
    const row = rows[at];
    if (!row) return [];
    const { lines, places } = row;
    const verdict = verdicts[at];
    const { before = {}, repeats = null, unusual = [] } = verdict ?? {};
    const action = verdict ? kindOf(verdict, row) : 'same';
    const found = byRow.get(at) ?? [];
    const known = lists.flatMap((list) => {
      const was = before[list.field] as Part[] | undefined;
      return was ? [{ list, was, byName: new Map(was.map((part) => [nameOf(list, part), part])) }] : [];
    });
    const isOf = (list: NamedList, index: number) => places[list.field]?.includes(index) ?? false;
    const written = lines.map((line, index): PreviewLine => {
      const own = found.flatMap(([path, list]) => {
        const { place, field } = locate(path, places);
        if (place !== index) return [];
        const text = list.map((error) => twinText(error) ?? errorText(t, error, path)).join('. ');
        return [{ key: findFilled(field, line.values)?.key ?? toShownKey(field), text }];
      });
      const old: Part = { ...before };
      for (const { list, byName } of known) {
        const part = isOf(list, index) ? byName.get(nameOf(list, line.values)) : undefined;
        if (isOf(list, index)) for (const key of list.keys) old[key] = wasIn(part, columnOf(key));
      }
      for (const column of columns) if (isWithin(column, before)) old[column.key] = wasIn(before, column);
      const cells = columns.map((column): [string, PreviewCell] => {
        const text = write(column, line.values[column.key]);
        // An empty column has no value of the field if another column of the field is filled.
        const isTold =
          column.key in old && (column.as === undefined || column.as.includes('.') || (line.values[column.key] ?? null) !== null);
        const now = isTold ? write(column, old[column.key]) : text;
        const error = own.find(({ key }) => key === column.key)?.text;
        return [column.key, { text, ...(now !== text && !error ? { before: now } : {}), ...(error ? { error } : {}) }];
      });
      const others = own
        .filter(({ key }) => !columns.some((column) => column.key === key))
        .map(({ key, text }) => (labels.has(key) ? `${labels.get(key)}: ${text}` : text));
      for (const { code, field, found, expected } of line.doubts ?? []) {
        const column = code === 'amount' ? { key: field, label: '', kind: 'money' as const } : columnOf(field);
        const [shownFound, shownExpected] = [
          write({ label: '', kind: 'weight', ...column }, found),
          write({ label: '', kind: 'weight', ...column }, expected),
        ];
        others.push(t(`import:doubt.${code}`, { found: shownFound, expected: shownExpected }));
      }
      return {
        line: line.line,
        row: index === 0 ? at : null,
        sheet: line.sheet,
        action,
        cells: Object.fromEntries(cells),
        message: others.join('. '),
      };
    });
    const gone = known.flatMap(({ list, was }) => {
      const named = new Set(lines.flatMap(({ values }, index) => (isOf(list, index) ? [nameOf(list, values)] : [])));
      return was.filter((part) => !named.has(nameOf(list, part))).map((part) => wordsOf(list, part, columns, write));
    });
    const [first] = written;
    if (first && repeats && action === 'repeats') first.message = t(`import:repeat.${repeats}`);
    for (const { field: path, usual } of action === 'unusual' ? unusual : []) {
      const { place, field } = locate(path, places);
      const line = written[place];
      if (line) line.message = [line.message, unusualText(field, usual, lines[place]!, row.values[path])].filter(Boolean).join('. ');
    }
    if (first && gone.length > 0) first.message = t('import:left_out', { names: firstOf(gone) });
    return written;
  });
}
