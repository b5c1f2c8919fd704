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
}

export const EMPTY: SheetDraft = { counted_at: null, note: '', weights: {} };
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
export function weigh(draft: SheetDraft, ingredient: number, weight: number | null, now: string): SheetDraft {
  const { [ingredient]: _, ...others } = draft.weights;
  const weights = weight === null ? others : { ...others, [ingredient]: weight };
  const begins = Object.keys(draft.weights).length === 0 && weight !== null;
  return { ...draft, weights, counted_at: begins ? (draft.counted_at ?? now) : draft.counted_at };
}
