import { useEffect } from 'react';
import { session } from '#src/core/api/session.ts';
import { createStore, useStore } from '#src/core/api/store.ts';

/** Id of the palette's field, which receives the typed text. */
export const SEARCH_FIELD = 'palette-search';
/** Milliseconds after which a palette that doesn't load no longer captures typing. */
const PATIENCE = 10_000;

let typed = '';
let patience: ReturnType<typeof setTimeout> | undefined;

function keep(event: KeyboardEvent) {
  const { key } = event;
  if (key.length > 1 || event.ctrlKey !== event.altKey || event.metaKey) return;
  typed += key;
  event.preventDefault();
}

/** Captures typed text while the palette's field loads. */
export function keepTyped() {
  if (document.activeElement?.id === SEARCH_FIELD) return;
  addEventListener('keydown', keep, true);
  clearTimeout(patience);
  patience = setTimeout(takeTyped, PATIENCE);
}

/** Returns the captured text; from here on the field receives typing. */
export function takeTyped(): string {
  clearTimeout(patience);
  removeEventListener('keydown', keep, true);
  const all = typed;
  typed = '';
  return all;
}

/** How often the palette was opened since the frame was loaded or began to load. */
const askedFor = createStore(0);

function ask() {
  keepTyped();
  askedFor.set(askedFor.get() + 1);
}

/** Makes Ctrl K open the palette, on any keyboard layout. Before the frame has loaded, the palette opens as soon as it has. */
export function listenForPalette() {
  addEventListener('keydown', (event: KeyboardEvent) => {
    const { me } = session.get();
    if (!me || me.duty) return;
    if (event.code !== 'KeyK' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    ask();
  });
}

/** How often the palette was opened, and a function to open it. Its code loads at the first use. */
export function useAskedFor() {
  useEffect(() => () => askedFor.set(0), []);
  return [useStore(askedFor), ask] as const;
}
