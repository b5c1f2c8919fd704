import { toNameKey } from '#common/files/incoming/keys.ts';

/** The weight of a feed's pack from a day on, at most until a last day. */
export interface DatedPack {
  name: string;
  from: string;
  kg: number;
  until?: string | null;
}

/** Kilograms of whole and half packs. A half pack is whole grams, so the product of whole numbers is exact. */
export const packsWeight = (packs: number, kg: number): number => (Math.round(packs * 2) * Math.round(kg * 500)) / 1000;

/** The average weight of a pack in a sample, to two grams. */
export const averagePack = (packs: number, kg: number): number => Math.floor((Math.round(kg * 1000) + packs) / (2 * packs)) / 500;

/** A weight that a person typed, as a weight of a pack: to two grams. */
export const toPackKg = (kg: number): number => averagePack(1, kg);

/**
 * The feed's packs on a day, one of each name, in the order of their first days. Before its first day a pack has its first weight, and after
 * its last day there is none.
 */
export function packsOn<P extends DatedPack>(packs: readonly P[], day: string): P[] {
  const known = new Map<string, P>();
  for (const pack of packs.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const key = toNameKey(pack.name);
    if (!known.has(key) || pack.from <= day) known.set(key, pack);
  }
  return [...known.values()].filter(({ until }) => !until || day <= until);
}
