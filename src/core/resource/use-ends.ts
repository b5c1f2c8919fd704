import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent } from 'react';

/**
 * Home and End go to the ends of a long list at once. The browser would glide there through every row on its way, and stop where it
 * measures one whose height wasn't known.
 */
export function useEnds<Scroller extends Element | Window>(virtual: Virtualizer<Scroller, HTMLElement>): void {
  const go = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, metaKey, shiftKey, defaultPrevented, target } = event;
    if ((key !== 'Home' && key !== 'End') || altKey || metaKey || shiftKey || defaultPrevented) return;
    if (!(target instanceof Element) || !scrolls(virtual.scrollElement, target)) return;
    event.preventDefault();
    if (key === 'End') virtual.scrollToEnd();
    else virtual.scrollToOffset(0);
  });
  useEffect(() => {
    window.addEventListener('keydown', go);
    return () => window.removeEventListener('keydown', go);
  }, []);
}

/** Whether it is the list that a key pressed on this element scrolls: not a field, nor what floats above the page. */
function scrolls(scroller: Element | Window | null, target: Element): boolean {
  if (target.matches('input, textarea, select, [contenteditable]')) return false;
  if (scroller instanceof Element) return scroller.contains(target);
  return target === document.body || target.closest('#root') !== null;
}
