import { round } from '#common/format/decimal.ts';
import type { Reading, ReadingFault } from '#common/scale/reader.ts';
import { median } from '#common/statistics/ewma.ts';
import { createStore } from '#src/core/api/store.ts';
import type { Draft } from './draft.ts';

/** The person who typed a weight, or the indicator. */
export type WeightSource = 'person' | 'indicator';

export interface IndicatorState {
  /** `lost` after a pulled cable; `failed` if the port can't be opened. */
  status: 'none' | 'connecting' | 'connected' | 'lost' | 'failed';
  /** Why the last line wasn't a weight. */
  fault: ReadingFault | null;
  /** Lines that weren't weights. */
  faults: number;
  /** Instant of the last weight in ms; null before the first one. */
  readAt: number | null;
}

/** The indicator of this device. Its connection outlives a feeding. */
export const indicator = createStore<IndicatorState>({ status: 'none', fault: null, faults: 0, readAt: null });

/** Milliseconds of the readings whose median is the present weight. */
const PRESENT = 1000;

let recent: readonly Reading[] = [];
const followers = new Set<(reading: Reading) => void>();

/** Notifies of each reading, because a screen skips some. Returns the function that ends this. */
export function followReadings(follow: (reading: Reading) => void): () => void {
  followers.add(follow);
  return () => followers.delete(follow);
}

export function addReading(reading: Reading) {
  recent = [...recent.filter(({ at }) => at > reading.at - PRESENT), reading];
  for (const follow of [...followers]) follow(reading);
}

export const forgetReadings = () => {
  recent = [];
};

/** The present weight in kg; undefined without an indicator. */
export function readIndicator(): number | undefined {
  const weights = recent.filter(({ at }) => at > performance.now() - PRESENT).map(({ kg }) => kg);
  return weights.length === 0 ? undefined : round(median(weights), 3);
}

/**
 * The indicator's weight at the start of the next line. A weight of the indicator ends where it was read, so that weights add up. After a
 * typed weight the next line starts at the present weight, or at the typed one without an indicator.
 */
export function findNextStart(draft: Draft, weight: number, by: WeightSource): number | undefined {
  const isCorrection = draft.current !== null && draft.marks[draft.current] !== undefined;
  if (isCorrection) return draft.scaleStart;
  const present = by === 'person' ? readIndicator() : undefined;
  if (present !== undefined || draft.scaleStart === undefined) return present;
  return round(draft.scaleStart + (draft.stage === 'load' ? weight : -weight), 3);
}

const KEY = 'recording-by-indicator';

/** True if this device last weighed by an indicator. */
export const weighsByIndicator = (): boolean => localStorage.getItem(KEY) === '1';

export function keepByIndicator(byIndicator: boolean) {
  try {
    localStorage.setItem(KEY, byIndicator ? '1' : '0');
  } catch {
    // If the storage is full, only the choice isn't remembered.
  }
}
