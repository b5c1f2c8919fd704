import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Calls `before` and `after` when the browser prints; returns a function that stops this. The browser prints the state right after
 * `before`.
 */
export function watchPrinting(before: () => void, after: () => void): () => void {
  window.addEventListener('beforeprint', before);
  window.addEventListener('afterprint', after);
  return () => {
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
  };
}

export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(
    () =>
      watchPrinting(
        () => flushSync(() => setPrinting(true)),
        () => setPrinting(false),
      ),
    [],
  );
  return printing;
}

/** Prints in the light scheme: in the dark one, the letters would be white on white paper. */
export function printByDay(): () => void {
  const { dataset } = document.documentElement;
  let scheme: string | undefined;
  return watchPrinting(
    () => {
      scheme = dataset.mantineColorScheme;
      dataset.mantineColorScheme = 'light';
    },
    () => {
      dataset.mantineColorScheme = scheme;
    },
  );
}
