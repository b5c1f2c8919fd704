import type { Formatter } from '#common/format/formatter.ts';
import type { Kind } from '#contract/kinds.ts';
import type { Cell } from '#contract/reports/shape.ts';

type Snapshot = Record<string, unknown>;

/** A field of a row's snapshots in history. */
export interface HistoryField {
  key: string;
  label: string;
  kind?: Kind;
  /** Writes what no kind can: a list, a code. */
  text?: (value: unknown) => string;
  /** A value made of parts that are told of one by one, each by the field's kind or its own. */
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
  /** null where there was, or is, none. */
  before: string | null;
  after: string | null;
}

/** The fields that a change changed, as they read on screen. Of a new or deleted row, all that hold something. */
export function differenceOf(
  { before, after }: { before: Snapshot | null; after: Snapshot | null },
  fields: readonly HistoryField[],
  format: Formatter,
): Difference[] {
  const write = (field: HistoryField, snapshot: Snapshot | null) => {
    const value = snapshot?.[field.key];
    if (value === undefined) return null;
    if (field.text) return field.text(value);
    return format.value(field.kind ?? 'text', value as Cell);
  };
  return fields.flatMap((field) => {
    if (field.parts) {
      const partsIn = (snapshot: Snapshot | null) => field.parts?.(snapshot?.[field.key] ?? [], snapshot ?? {}) ?? [];
      return differenceOfParts(field, partsIn(before), partsIn(after), format);
    }
    const was = before?.[field.key];
    const is = after?.[field.key];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    if ((before === null || after === null) && isNothing(was ?? is)) return [];
    return [{ key: field.key, label: field.label, before: write(field, before), after: write(field, after) }];
  });
}

/** Parts in the order of what it became; what fell out follows. */
function differenceOfParts(
  { key, kind = 'text' }: HistoryField,
  before: readonly HistoryPart[],
  after: readonly HistoryPart[],
  format: Formatter,
): Difference[] {
  const was = new Map(before.map((part) => [part.key, part]));
  const is = new Map(after.map((part) => [part.key, part]));
  const write = (part: HistoryPart | undefined) => (part ? format.value(part.kind ?? kind, part.value) : null);
  return [...after, ...before.filter((part) => !is.has(part.key))]
    .filter((part) => was.get(part.key)?.value !== is.get(part.key)?.value)
    .map((part) => ({
      key: `${key}.${part.key}`,
      label: part.label,
      before: write(was.get(part.key)),
      after: write(is.get(part.key)),
    }));
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
