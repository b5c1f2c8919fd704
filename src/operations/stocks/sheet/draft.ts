import { useState } from 'react';
import { currentClient } from '#src/core/api/place.ts';
import { sessionStore, useMe } from '#src/core/api/session.ts';

/** A count sheet as far as somebody has filled it in. */
export interface SheetDraft {
  /** The moment that all of it is counted for: that of the first weight unless chosen; null = when it is posted. */
  counted_at: string | null;
  note: string;
  /** In kg, by ingredient. */
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

function keep(key: string, draft: SheetDraft) {
  const store = sessionStore();
  try {
    if (isEmpty(draft)) store.removeItem(key);
    else store.setItem(key, JSON.stringify(draft));
  } catch {
    // A full or forbidden store only costs the draft its next reload.
  }
}

/** The sheet of a stock that this person began on this device, posted or cleared by nobody yet. */
export function useSheetDraft(stock: number) {
  const me = useMe();
  const key = `count-sheet:${me.id}:${currentClient.get() ?? 'own'}:${stock}`;
  const [draft, setDraft] = useState(() => load(key));
  const change = (next: SheetDraft) => {
    keep(key, next);
    setDraft(next);
  };
  return [draft, change] as const;
}

/** One feed's weight written down, or taken off; the first one says when the counting is. */
export function weigh(draft: SheetDraft, ingredient: number, weight: number | null, now: string): SheetDraft {
  const { [ingredient]: _, ...others } = draft.weights;
  const weights = weight === null ? others : { ...others, [ingredient]: weight };
  const begins = Object.keys(draft.weights).length === 0 && weight !== null;
  return { ...draft, weights, counted_at: begins ? (draft.counted_at ?? now) : draft.counted_at };
}
