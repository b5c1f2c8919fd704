import { useEffect } from 'react';
import { session } from '#src/core/api/session.ts';
import { createStore, useStore } from '#src/core/api/store.ts';

/** The palette's field, which what is typed is for. */
export const SEARCH_FIELD = 'palette-search';
/** Milliseconds after which a palette that doesn't come keeps nobody from typing elsewhere. */
const PATIENCE = 10_000;

let typed = '';
let patience: ReturnType<typeof setTimeout> | undefined;

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
  clearTimeout(patience);
  patience = setTimeout(takeTyped, PATIENCE);
}

/** What was typed since. From here on the field takes it. */
export function takeTyped(): string {
  clearTimeout(patience);
  removeEventListener('keydown', keep, true);
  const all = typed;
  typed = '';
  return all;
}

/** How often the palette was asked for since the frame stands, or was on its way. */
const askedFor = createStore(0);

function ask() {
  keepTyped();
  askedFor.set(askedFor.get() + 1);
}

/** From here on Ctrl K asks for the palette, whatever letter that key is of: before the frame stands as well, which then opens it. */
export function listenForPalette() {
  addEventListener('keydown', (event: KeyboardEvent) => {
    const { me } = session.get();
    if (!me || me.duty) return;
    if (event.code !== 'KeyK' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    ask();
  });
}

/** How often the palette was asked for, and how to ask. Its part of the program comes at its first use. */
export function useAskedFor() {
  useEffect(() => () => askedFor.set(0), []);
  return [useStore(askedFor), ask] as const;
}
