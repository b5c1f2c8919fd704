import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { createStore, useStore } from '#src/core/api/store.ts';

/** The heading on screen; null while there is none. */
const heading = createStore<string | null>(null);

/** Names the browser's tab by a heading while the heading is on screen. */
export function useHeadingTitle(title: string) {
  useEffect(() => {
    heading.set(title);
    return () => {
      if (heading.get() === title) heading.set(null);
    };
  }, [title]);
}

/**
 * Writes the title of the browser's tab: the heading on screen or `own`, and the client for those who work for several. Each navigation writes it
 * again. No other code writes it.
 */
export function useWindowTitle(own: string, client: string | null = null) {
  const shown = useStore(heading);
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a heading that mounts with this one is in the store, but not in `shown` yet
  useEffect(() => {
    document.title = [heading.get() ?? own, client, 'Manger'].filter(Boolean).join(' · ');
  }, [shown, own, client, location]);
}
