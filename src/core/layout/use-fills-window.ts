import { useLayoutEffect } from 'react';

/**
 * While `fills` is true, hides everything around the screen (`frame.module.css`). The attribute is at the root of the document, because a
 * selector with `:has` would recompute the frame's styles with every added node.
 */
export function useFillsWindow(fills: boolean): void {
  useLayoutEffect(() => {
    if (!fills) return;
    document.documentElement.toggleAttribute('data-fills-window', true);
    return () => document.documentElement.removeAttribute('data-fills-window');
  }, [fills]);
}
