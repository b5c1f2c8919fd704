import { useState } from 'react';
import { useMe } from '#src/core/api/session.ts';

/** Measures of the short editor: kilograms per head, or shares of the load. */
export const SHORT_BASES = ['head_fresh', 'load_fresh'] as const;
export type ShortBasis = (typeof SHORT_BASES)[number];

/** The measure in which the person wrote last on this device, at first kilograms per head. */
export function useKeptBasis(): [ShortBasis, (basis: ShortBasis) => void] {
  const key = `ration-basis:${useMe().id}`;
  const [basis, setBasis] = useState<ShortBasis>(() => (readStored(key) === 'load_fresh' ? 'load_fresh' : 'head_fresh'));
  const keepBasis = (next: ShortBasis) => {
    setBasis(next);
    writeStored(key, next);
  };
  return [basis, keepBasis];
}

/** A text on this device; null if there is none or the storage is forbidden. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text on this device, or removes it. A full or forbidden storage loses only this text. */
export function writeStored(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The form still has its values.
  }
}
