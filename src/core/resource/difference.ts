import { type Formatter, MAX_DECIMALS } from '#common/format/formatter.ts';
import { KIND_FORMATS } from '#common/format/kinds.ts';
import type { Kind } from '#contract/kinds.ts';
import type { Cell } from '#contract/reports/shape.ts';

type Snapshot = Record<string, unknown>;

/** A field of a row's snapshots in history. */
export interface HistoryField {
  key: string;
  label: string;
  kind?: Kind;
  /** Writes values without a kind: lists, codes. */
  text?: (value: unknown) => string;
  /** Text for a change of a secret value. */
  word?: string;
  /** Parts of a value that are listed one by one, each by the field's kind or its own. */
  parts?: (value: unknown, of: Snapshot) => readonly HistoryPart[];
}

export interface HistoryPart {
  key: string | number;
  label: string;
  value: Cell;
  kind?: Kind;
}

export interface Difference {
  key: string;
  label: string;
  /** null without a value. */
  before: string | null;
  after: string | null;
  /** True if `after` is a text about the change instead of a value. */
  worded?: true;
}

/** The changed fields as on screen; for a new or deleted row all filled ones. */
export function differenceOf(
  { before, after }: { before: Snapshot | null; after: Snapshot | null },
  fields: readonly HistoryField[],
  format: Formatter,
): Difference[] {
  const write = (field: HistoryField, snapshot: Snapshot | null, value: string) => {
    const kept = snapshot?.[field.key];
    if (kept === undefined) return null;
    return field.text ? field.text(kept) : value;
  };
  return fields.flatMap((field): Difference[] => {
    if (field.parts) {
      const partsIn = (snapshot: Snapshot | null) => field.parts?.(snapshot?.[field.key] ?? [], snapshot ?? {}) ?? [];
      return differenceOfParts(field, partsIn(before), partsIn(after), format);
    }
    const { key, label, word } = field;
    const was = before?.[key];
    const is = after?.[key];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    if ((before === null || after === null) && isNothing(was ?? is)) return [];
    if (word !== undefined) return [{ key, label, before: null, after: word, worded: true }];
    const [wasText, isText] = apart(format, field.kind ?? 'text', was as Cell, is as Cell);
    return [{ key, label, before: write(field, before, wasText), after: write(field, after, isText) }];
  });
}

/** Parts in their new order; removed ones follow. */
function differenceOfParts(
  { key, kind = 'text' }: HistoryField,
  before: readonly HistoryPart[],
  after: readonly HistoryPart[],
  format: Formatter,
): Difference[] {
  const was = new Map(before.map((part) => [part.key, part]));
  const is = new Map(after.map((part) => [part.key, part]));
  return [...after, ...before.filter((part) => !is.has(part.key))]
    .filter((part) => was.get(part.key)?.value !== is.get(part.key)?.value)
    .map((part) => {
      const [from, to] = [was.get(part.key), is.get(part.key)];
      const [fromText, toText] = apart(format, part.kind ?? kind, from?.value, to?.value);
      return { key: `${key}.${part.key}`, label: part.label, before: from ? fromText : null, after: to ? toText : null };
    });
}

/** Both values as texts; numbers that are cut alike have the first decimals in which they differ. */
function apart(format: Formatter, kind: Kind, was: Cell | undefined, is: Cell | undefined): [string, string] {
  const texts = (decimals?: number): [string, string] => [format.value(kind, was, { decimals }), format.value(kind, is, { decimals })];
  const plain = texts();
  if (plain[0] !== plain[1] || was === is || KIND_FORMATS[kind].type !== 'number') return plain;
  for (let decimals = KIND_FORMATS[kind].decimals[1] + 1; decimals <= MAX_DECIMALS; decimals++) {
    const longer = texts(decimals);
    if (longer[0] !== longer[1]) return longer;
  }
  return plain;
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
