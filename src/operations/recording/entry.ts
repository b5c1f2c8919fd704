import { round } from '#common/format/decimal.ts';
import { typedNumber } from '#common/format/parse.ts';
import type { Draft } from './draft.ts';

/** What the scale showed before a line, in the unit on screen: it climbs while loading and falls while unloading. */
export interface Scale {
  before: number;
  direction: 1 | -1;
}

/**
 * The scale as the line on screen finds it, set to zero before the first. null where nobody can read it: of a line that is mended, and of a
 * load whose weight isn't known. Weights are summed as they were typed, so that pounds add up to the hundredth.
 */
export function scaleOf(draft: Draft, fromKg: (kg: number) => number): Scale | null {
  if (draft.current !== null && draft.marks[draft.current]) return null;
  const moved = Object.values(draft.marks).reduce((sum, { weight }) => round(sum + fromKg(weight), 3), 0);
  if (draft.stage === 'load') return { before: moved, direction: 1 };
  return draft.loaded === null ? null : { before: round(fromKg(draft.loaded) - moved, 3), direction: -1 };
}

export const readingOf = ({ before, direction }: Scale, part: number): number => round(before + direction * part, 3);

/** Below zero where the scale can't read so. */
export const partOf = ({ before, direction }: Scale, reading: number): number => round(direction * (reading - before), 3);

/** What was typed, said the other way. What makes no sense that way was meant so all along, and stays. */
export function retold(typed: string, scale: Scale, byScale: boolean, write: (number: number) => string): string {
  const number = typedNumber(typed);
  if (number === null) return typed;
  const other = byScale ? readingOf(scale, number) : partOf(scale, number);
  return other < 0 ? typed : write(other);
}

const KEY = 'recording-by-scale';

/** How weights are typed on this device. */
export const readsScale = (): boolean => localStorage.getItem(KEY) === '1';

export function keepReadsScale(byScale: boolean) {
  try {
    localStorage.setItem(KEY, byScale ? '1' : '0');
  } catch {
    // A full store only costs the next load a tap.
  }
}
