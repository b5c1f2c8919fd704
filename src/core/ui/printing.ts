import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Calls when the browser is about to print and when it has; returns how to stop. It takes its picture as soon as the first is over. */
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

/** Paper is white: by night the letters would be as well. */
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
