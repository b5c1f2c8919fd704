import type { z } from 'zod';
import type { HistoryRow } from '#contract/operations/history.ts';

type Entry = Pick<z.infer<typeof HistoryRow>, 'at' | 'type' | 'before' | 'after'>;

export interface Point {
  at: string;
  value: number;
}

/** The history of one field of a row, oldest first: its first value and each change. `entries` are newest first. */
export function courseOf(entries: readonly Entry[], field: 'price' | 'dry_matter'): Point[] {
  const points: Point[] = [];
  for (const { at, after } of entries.toReversed()) {
    const value = after?.[field];
    if (typeof value === 'number' && value !== points.at(-1)?.value) points.push({ at, value });
  }
  return points;
}
