import type { FileContent } from '#common/files/incoming/read.ts';
import { fieldOfColumn, type LoadField, programOfColumn } from './layouts.ts';

/** A weighing as the API takes it. */
export type SentRow = Record<string, unknown>;

/** The place of a row: its file and line. */
interface SentFrom {
  file: string;
  line: number;
}

export interface LoadRows {
  items: SentRow[];
  groups: SentRow[];
  places: { items: SentFrom[]; groups: SentFrom[] };
  leftOut: number;
  notRead: string[];
  programs: string[];
}

/** A file that can't be taken, with the text's key and what the text names. */
export class LoadProblem extends Error {
  readonly code: 'no_loads' | 'both' | 'twice';
  readonly field: LoadField | null;

  constructor(code: LoadProblem['code'], field: LoadField | null = null) {
    super(code);
    this.code = code;
    this.field = field;
  }
}

const CLOCK = /(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([ap])?\.?m?\.?$/i;

/** `HH:mm:ss` of a time as a file has it; null if it is none. */
export function readClock(text: string): string | null {
  const [, hours, minutes = '', seconds = '00', half] = CLOCK.exec(text.trim()) ?? [];
  if (hours === undefined) return null;
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  return hour < 24 && Number(minutes) < 60 && Number(seconds) < 60 ? `${String(hour).padStart(2, '0')}:${minutes}:${seconds}` : null;
}

/** The moment of a line: a column of its own, or a day and a time. A time that can't be read stays, so that the server names the field. */
function momentOfLine({ at, day, time }: Record<string, unknown>): unknown {
  if (typeof at === 'string' && at !== '') return at;
  if (typeof day !== 'string' || day === '' || typeof time !== 'string' || time === '') return day ?? null;
  return `${day}T${readClock(time) ?? time}`;
}

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== '';
const SENT = ['load', 'schedule', 'ration_name', 'mixer_name', 'target', 'actual'] as const;

/** Divides the lines of one file into weighings of ingredients and of groups. Lines of neither, such as totals, are left out and counted. */
export function readLoadRows(name: string, content: FileContent): LoadRows {
  const fields = content.columns.map(fieldOfColumn);
  const twice = fields.find((field, n) => fields.indexOf(field) !== n);
  if (twice) throw new LoadProblem('twice', twice);
  const needed: readonly LoadField[][] = [['load'], ['actual'], ['at', 'day'], ['ingredient_name', 'group_name']];
  if (!needed.every((any) => any.some((field) => fields.includes(field)))) throw new LoadProblem('no_loads');
  const found: LoadRows = {
    items: [],
    groups: [],
    places: { items: [], groups: [] },
    leftOut: content.left.reduce((sum, { lines }) => sum + lines.length, 0),
    notRead: content.ignored,
    programs: [...new Set(content.columns.flatMap((key) => programOfColumn(key) ?? []))],
  };
  for (const { values, lines } of content.rows) {
    const list = findList(values);
    if (list === null) {
      found.leftOut += 1;
      continue;
    }
    found[list].push(toSentRow(values, list));
    found.places[list].push({ file: name, line: lines[0]?.line ?? 0 });
  }
  return found;
}

/** The list of a line; null if it names neither an ingredient nor a group. */
function findList(values: Record<string, unknown>): 'items' | 'groups' | null {
  const [item, group] = [isFilled(values.ingredient_name), isFilled(values.group_name)];
  if (item && group) throw new LoadProblem('both');
  if (item) return 'items';
  return group ? 'groups' : null;
}

function toSentRow(values: Record<string, unknown>, list: 'items' | 'groups'): SentRow {
  const row: SentRow = { at: momentOfLine(values) };
  for (const field of SENT) if (isFilled(values[field])) row[field] = values[field];
  if (list === 'items') return { ...row, ingredient_name: String(values.ingredient_name) };
  return { ...row, group_name: String(values.group_name), ...(isFilled(values.heads) && { heads: values.heads }) };
}

/** The rows of several files together. */
export const joinRows = (all: readonly LoadRows[]): LoadRows => ({
  items: all.flatMap(({ items }) => items),
  groups: all.flatMap(({ groups }) => groups),
  places: { items: all.flatMap(({ places }) => places.items), groups: all.flatMap(({ places }) => places.groups) },
  leftOut: all.reduce((sum, { leftOut }) => sum + leftOut, 0),
  notRead: [...new Set(all.flatMap(({ notRead }) => notRead))],
  programs: [...new Set(all.flatMap(({ programs }) => programs))],
});
