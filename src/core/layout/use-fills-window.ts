import { useLayoutEffect } from 'react';

/**
 * While it `fills`, a screen has the whole window: what stands around it is hidden (`frame.module.css`). It is said where the document begins, for a
 * frame that looks for such a screen within itself (`:has`) has all its styles looked up anew with each node that comes anywhere in it.
 */
export function useFillsWindow(fills: boolean): void {
  useLayoutEffect(() => {
    if (!fills) return;
    document.documentElement.toggleAttribute('data-fills-window', true);
    return () => document.documentElement.removeAttribute('data-fills-window');
  }, [fills]);
}
