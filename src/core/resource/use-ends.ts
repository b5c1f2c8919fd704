import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Events of a person who leaves the end. */
const LEAVES = ['wheel', 'pointerdown', 'touchstart'] as const;

/**
 * Makes Home and End jump to the ends of a long list. The browser would scroll smoothly through every row, and stop at rows of unknown
 * height. At the end, the last row stays visible if loaded rows are higher than estimated.
 */
export function useEnds<Scroller extends Element | Window>(virtual: Virtualizer<Scroller, HTMLElement>): void {
  const stays = useRef(false);
  const go = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, metaKey, shiftKey, defaultPrevented, target } = event;
    stays.current = false;
    if ((key !== 'Home' && key !== 'End') || altKey || metaKey || shiftKey || defaultPrevented) return;
    if (!(target instanceof Element) || !scrolls(virtual.scrollElement, target)) return;
    event.preventDefault();
    stays.current = key === 'End';
    if (stays.current) virtual.scrollToEnd();
    else virtual.scrollToOffset(0);
  });
  useEffect(() => {
    const leave = () => {
      stays.current = false;
    };
    window.addEventListener('keydown', go);
    for (const kind of LEAVES) window.addEventListener(kind, leave, { passive: true });
    return () => {
      window.removeEventListener('keydown', go);
      for (const kind of LEAVES) window.removeEventListener(kind, leave);
    };
  }, []);
  const height = virtual.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that grows has its end elsewhere
  useEffect(() => {
    if (stays.current) virtual.scrollToEnd();
  }, [virtual, height]);
}

/** True if a key on this element scrolls the list: neither in a field nor in a floating element. */
function scrolls(scroller: Element | Window | null, target: Element): boolean {
  if (target.matches('input, textarea, select, [contenteditable]')) return false;
  if (scroller instanceof Element) return scroller.contains(target);
  return target === document.body || target.closest('#root') !== null;
}
