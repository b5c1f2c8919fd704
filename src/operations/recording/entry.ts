import { round } from '#common/format/decimal.ts';
import { typedNumber } from '#common/format/parse.ts';
import type { Draft } from './draft.ts';

/** The scale's reading before a line, in the shown unit: it rises while loading and falls while unloading. */
export interface Scale {
  before: number;
  direction: 1 | -1;
}

/**
 * The scale before the current line, set to zero before the first one. null if it can't be known: for a corrected line, and for a load with
 * unknown weight. Weights are summed as they were typed, so that pounds add up to the hundredth.
 */
export function scaleOf(draft: Draft, fromKg: (kg: number) => number): Scale | null {
  if (draft.current !== null && draft.marks[draft.current]) return null;
  const moved = Object.values(draft.marks).reduce((sum, { weight }) => round(sum + fromKg(weight), 3), 0);
  if (draft.stage === 'load') return { before: moved, direction: 1 };
  return draft.loaded === null ? null : { before: round(fromKg(draft.loaded) - moved, 3), direction: -1 };
}

export const readingOf = ({ before, direction }: Scale, part: number): number => round(before + direction * part, 3);

/** The part of a reading; below zero if the reading is impossible. */
export const partOf = ({ before, direction }: Scale, reading: number): number => round(direction * (reading - before), 3);

/** Converts a typed number between part and reading. A number that would be impossible stays: it was meant in the other way. */
export function retold(typed: string, scale: Scale, byScale: boolean, write: (number: number) => string): string {
  const number = typedNumber(typed);
  if (number === null) return typed;
  const other = byScale ? readingOf(scale, number) : partOf(scale, number);
  return other < 0 ? typed : write(other);
}

const KEY = 'recording-by-scale';

/** True if the scale's reading is typed on this device. */
export const readsScale = (): boolean => localStorage.getItem(KEY) === '1';

export function keepReadsScale(byScale: boolean) {
  try {
    localStorage.setItem(KEY, byScale ? '1' : '0');
  } catch {
    // If the storage is full, only the choice isn't remembered.
  }
}
