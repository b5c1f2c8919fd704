import type { Kind } from '../../../contract/kinds.ts';
import type { Cell } from '../../../contract/reports/shape.ts';
import type { Formatter } from '../format/formatter.ts';

type Snapshot = Record<string, unknown>;

/** A field of a row's snapshots in history. */
export interface HistoryField {
  key: string;
  label: string;
  kind?: Kind;
  /** Writes what no kind can: a list, a code. */
  text?: (value: unknown) => string;
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
    const was = before?.[field.key];
    const is = after?.[field.key];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    if ((before === null || after === null) && isNothing(was ?? is)) return [];
    return [{ key: field.key, label: field.label, before: write(field, before), after: write(field, after) }];
  });
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
