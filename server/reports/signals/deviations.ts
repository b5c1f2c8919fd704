import type { Kept } from './keep.ts';
import type { Series, SeriesKey } from './series.ts';
import { type Excursion, sideOf, walk } from './walk.ts';
import { type Watches, watchOf } from './watches.ts';

export type Deviation = SeriesKey & Excursion;
export const keyOf = ({ rule, subject, ingredient }: { rule: string; subject: number; ingredient: number }) =>
  `${rule} ${subject} ${ingredient}`;

export const deviationsOf = ({ days, ...key }: Series, watches: Watches, farm: number): Deviation[] =>
  walk(key.rule, days, watchOf(watches, farm, key)).map((excursion) => ({ ...key, ...excursion }));

const overlap = (a: { since: string; last: string }, b: { since: string; last: string }) => a.since <= b.last && b.since <= a.last;

/** A person who loads more of every feed gets one signal instead of one per feed. */
export function withoutRepeats(deviations: readonly Deviation[]): Deviation[] {
  const ofAll = deviations.filter(({ rule, ingredient }) => rule === 'loading_bias' && ingredient === 0);
  return deviations.filter(
    (one) =>
      one.rule !== 'loading_bias' ||
      one.ingredient === 0 ||
      !ofAll.some((all) => all.subject === one.subject && sideOf(all) === sideOf(one) && overlap(all, one)),
  );
}

/** The deviations that are known by the signals that they overlap, each signal's once; others as far as they are news. */
export function matched(deviations: readonly Deviation[], kept: readonly Kept[], news: string): (Deviation & { id: number | null })[] {
  const left = new Set(kept);
  return deviations.toReversed().flatMap((one) => {
    const signal = [...left].find(
      (known) =>
        keyOf(known) === keyOf(one) &&
        overlap(known, one) &&
        sideOf({ value: known.value ?? 0, target: known.target ?? 0 }) === sideOf(one),
    );
    if (signal) left.delete(signal);
    return signal || one.last >= news ? [{ ...one, id: signal?.id ?? null }] : [];
  });
}
