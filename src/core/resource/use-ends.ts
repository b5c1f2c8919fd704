import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';

/** What somebody does who wants to be elsewhere than at the end. */
const LEAVES = ['wheel', 'pointerdown', 'touchstart'] as const;

/**
 * Home and End go to the ends of a long list at once. The browser would glide there through every row on its way, and stop where it
 * measures one whose height wasn't known. At the end the last row stays in sight when those that come are higher than the places they had.
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

/** Whether it is the list that a key pressed on this element scrolls: not a field, nor what floats above the page. */
function scrolls(scroller: Element | Window | null, target: Element): boolean {
  if (target.matches('input, textarea, select, [contenteditable]')) return false;
  if (scroller instanceof Element) return scroller.contains(target);
  return target === document.body || target.closest('#root') !== null;
}
