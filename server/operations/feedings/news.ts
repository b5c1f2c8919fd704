import type { LoadingStatus } from '#contract/kinds.ts';
import { invalid } from '#server/platform/errors.ts';
import { isUnderWay } from './status.ts';

/** The packs of an item as entered; null in kilograms. */
interface Packs {
  pack: string | null;
  packs: number | null;
  pack_kg: number | null;
}

/** A report's data on one part and the recorded data. */
interface Word extends Partial<Packs> {
  weight_fact: number;
  started_at?: string | null | undefined;
  seconds?: number | null | undefined;
}
export interface Known extends Partial<Packs> {
  weight_fact: number | null;
  /** Nobody has confirmed it yet; repeating the same weight doesn't confirm it. */
  implausible?: boolean;
  started_at: string | null;
  seconds: number | null;
}

/**
 * Returns the report's data on each part, completed from recorded data; the last entry wins. 400 at `<field>.N.<key>` for a part that isn't
 * planned.
 */
export function mergeReport<K extends string>(
  known: ReadonlyMap<number, Known>,
  words: readonly (Word & Record<K, number>)[],
  key: K,
  field: string,
): Map<number, Known> {
  const last = new Map<number, Known>();
  for (const [index, word] of words.entries()) {
    const part = known.get(word[key]);
    if (!part) throw invalid(`${field}.${index}.${key}`, 'invalid_value');
    const earlier = last.get(word[key]) ?? part;
    last.set(word[key], {
      weight_fact: word.weight_fact,
      ...pickPacks(word, earlier),
      ...(part.implausible && part.weight_fact === word.weight_fact ? { implausible: true } : {}),
      started_at: word.started_at === undefined ? earlier.started_at : word.started_at,
      seconds: word.seconds === undefined ? earlier.seconds : word.seconds,
    });
  }
  return last;
}

/** The packs of a reported weight. A repeated weight keeps the packs by which it was entered. */
function pickPacks(word: Word, earlier: Known): Partial<Packs> {
  // Groups, and the parts of a batch, have no packs.
  if (word.packs === undefined && earlier.packs === undefined) return {};
  const { weight_fact, pack = null, packs = null, pack_kg = null } = word;
  const isRepeated = packs === null && weight_fact === earlier.weight_fact;
  if (!isRepeated) return { pack, packs, pack_kg };
  return { pack: earlier.pack ?? null, packs: earlier.packs ?? null, pack_kg: earlier.pack_kg ?? null };
}

export const differsFrom = (recorded: ReadonlyMap<number, Known>, reported: ReadonlyMap<number, Known>): boolean =>
  [...reported].some(([id, word]) => {
    const part = recorded.get(id);
    return (
      !part || part.weight_fact !== word.weight_fact || part.seconds !== word.seconds || !isSameInstant(part.started_at, word.started_at)
    );
  });

const isSameInstant = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && Date.parse(a) === Date.parse(b));

/** True if a report's value differs from the recorded one; a missing value never differs. */
export const isNews = <T>(reported: T | undefined, recorded: T): boolean => reported !== undefined && reported !== recorded;

/** True if a report gives another start, or another end of a stage that has ended. */
export function isNewTime(
  report: { status: LoadingStatus; started_at?: string | null | undefined; finished_at?: string | null | undefined },
  known: { started_at: string | null; seconds: number | null },
): boolean {
  if (report.started_at && !isSameInstant(report.started_at, known.started_at)) return true;
  if (isUnderWay(report.status) || !report.finished_at) return false;
  if (known.started_at === null) return true;
  return Math.round((Date.parse(report.finished_at) - Date.parse(known.started_at)) / 1000) !== known.seconds;
}
