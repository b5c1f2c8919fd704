import { useCallback, useEffect, useState } from 'react';

/** The palette's field, which what is typed is for. */
export const SEARCH_FIELD = 'palette-search';
/** Milliseconds after which a palette that doesn't come keeps nobody from typing elsewhere. */
const PATIENCE = 10_000;

let typed = '';

function keep(event: KeyboardEvent) {
  const { key } = event;
  if (key.length > 1 || event.ctrlKey !== event.altKey || event.metaKey) return;
  typed += key;
  event.preventDefault();
}

/** Keeps what is typed while the palette's field is still coming. */
export function keepTyped() {
  if (document.activeElement?.id === SEARCH_FIELD) return;
  addEventListener('keydown', keep, true);
  setTimeout(takeTyped, PATIENCE);
}

/** What was typed since. From here on the field takes it. */
export function takeTyped(): string {
  removeEventListener('keydown', keep, true);
  const all = typed;
  typed = '';
  return all;
}

/** How often the palette was asked for, and how to ask: by Ctrl K as well, whatever letter that key is of. Its part of the program comes at its first use. */
export function useAskedFor() {
  const [openings, setOpenings] = useState(0);
  const ask = useCallback(() => {
    keepTyped();
    setOpenings((count) => count + 1);
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyK' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      ask();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [ask]);
  return [openings, ask] as const;
}
