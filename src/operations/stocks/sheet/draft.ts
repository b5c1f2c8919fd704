import { useState } from 'react';
import { currentClient } from '#src/core/api/place.ts';
import { sessionStore, useMe } from '#src/core/api/session.ts';

/** A partly filled count sheet. */
export interface SheetDraft {
  /** The moment of the whole count: by default that of the first weight; null for the time of posting. */
  counted_at: string | null;
  note: string;
  /** In kg by ingredient. */
  weights: Readonly<Record<number, number>>;
  /** The packs of weights that were counted in packs, by ingredient. */
  packed: Readonly<Record<number, CountedPacks>>;
}

export interface CountedPacks {
  pack: string;
  packs: number;
}

export const EMPTY: SheetDraft = { counted_at: null, note: '', weights: {}, packed: {} };
const isEmpty = ({ note, weights }: SheetDraft) => note === '' && Object.keys(weights).length === 0;

function load(key: string): SheetDraft {
  try {
    const kept = JSON.parse(sessionStore().getItem(key) ?? 'null') as Partial<SheetDraft> | null;
    return kept && typeof kept.weights === 'object' ? { ...EMPTY, ...kept } : EMPTY;
  } catch {
    return EMPTY;
  }
}

function storeSheetDraft(key: string, draft: SheetDraft) {
  const store = sessionStore();
  try {
    if (isEmpty(draft)) store.removeItem(key);
    else store.setItem(key, JSON.stringify(draft));
  } catch {
    // A full or forbidden store only loses the draft on reload.
  }
}

/** This person's unposted sheet of a stock on this device. */
export function useSheetDraft(stock: number) {
  const me = useMe();
  const key = `count-sheet:${me.id}:${currentClient.get() ?? 'own'}:${stock}`;
  const [draft, setDraft] = useState(() => load(key));
  const change = (next: SheetDraft) => {
    storeSheetDraft(key, next);
    setDraft(next);
  };
  return [draft, change] as const;
}

/** Sets or removes a feed's weight. The first weight sets the moment of the count. */
export function weigh(draft: SheetDraft, ingredient: number, weight: number | null, now: string, packed?: CountedPacks): SheetDraft {
  const { [ingredient]: _, ...others } = draft.weights;
  const weights = weight === null ? others : { ...others, [ingredient]: weight };
  const { [ingredient]: _packs, ...rest } = draft.packed;
  const begins = Object.keys(draft.weights).length === 0 && weight !== null;
  return {
    ...draft,
    weights,
    packed: packed && weight !== null ? { ...rest, [ingredient]: packed } : rest,
    counted_at: begins ? (draft.counted_at ?? now) : draft.counted_at,
  };
}

const KEY = 'count-in-packs';

/** True if stores are counted in packs on this device; null if nobody has chosen. */
export function countsInPacks(): boolean | null {
  const kept = localStorage.getItem(KEY);
  return kept === null ? null : kept === '1';
}

export function keepCountsInPacks(inPacks: boolean) {
  try {
    localStorage.setItem(KEY, inPacks ? '1' : '0');
  } catch {
    // If the storage is full, only the choice isn't remembered.
  }
}
