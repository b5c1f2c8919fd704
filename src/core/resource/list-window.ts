import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { usePrinting } from '#src/core/ui/printing.ts';
import { type ListPages, useRows } from './list-pages.ts';
import type { ListState } from './list-state.ts';

/** One drawn line of a list. */
export interface ListLine<Row> {
  index: number;
  /** Undefined while its page loads. */
  row: Row | undefined;
  /** Height of the omitted lines above it, in px. */
  gap: number;
}

/** The drawn part of a long list. */
export interface ListWindow<Row> {
  count: number;
  lines: readonly ListLine<Row>[];
  /** Height of the omitted lines below the last one. */
  after: number;
  /** Receives each line's element, to measure its height. */
  measure: (element: HTMLElement | null) => void;
}

/** Ms without scrolling after which the address gets the position. */
const STOPPED_MS = 300;

/** The visible part of a long list with its rows. Pages are fetched when needed and stay fresh while visible. */
export function useListWindow<Row extends { id: number }, Scroller extends Element | Window>(
  list: ListPages<Row>,
  virtual: Virtualizer<Scroller, HTMLElement>,
): { part: ListWindow<Row>; range: { from: number; to: number } } {
  const { first, pageQuery, state } = list;
  const { startIndex, endIndex } = virtual.range ?? { startIndex: state.top, endIndex: state.top };
  const rowAt = useRows(list, startIndex, endIndex);
  usePlace(state, startIndex, pageQuery(1).queryKey, (index) => virtual.scrollToIndex(index, { align: 'start' }));

  if (usePrinting()) return printed(rowAt, startIndex, first.count, virtual.measureElement);

  const { scrollMargin } = virtual.options;
  const seen = new Set<number>();
  let above = scrollMargin;
  const lines = virtual.getVirtualItems().map(({ index, start, end }): ListLine<Row> => {
    const row = rowAt(index);
    const gap = start - above;
    above = end;
    // A row that moved down between two fetches occurs once, until both pages are fetched again.
    if (row && seen.has(row.id)) return { index, row: undefined, gap };
    if (row) seen.add(row.id);
    return { index, row, gap };
  });
  return {
    part: { count: first.count, lines, after: virtual.getTotalSize() + scrollMargin - above, measure: virtual.measureElement },
    range: { from: startIndex + 1, to: Math.min(endIndex + 1, first.count) },
  };
}

/** On paper nobody scrolls: all fetched rows around the visible one, without a gap. */
function printed<Row>(rowAt: (index: number) => Row | undefined, start: number, count: number, measure: ListWindow<Row>['measure']) {
  let from = start;
  let to = start;
  while (from > 0 && rowAt(from - 1)) from -= 1;
  while (to < count && rowAt(to)) to += 1;
  const lines = Array.from({ length: to - from }, (_, at): ListLine<Row> => ({ index: from + at, row: rowAt(from + at), gap: 0 }));
  return { part: { count, lines, after: 0, measure }, range: { from: from + 1, to } };
}

/** Starts at the address's row, stores the position after scrolling, and goes to the top of another list. */
function usePlace(state: ListState, index: number, key: unknown, scrollTo: (index: number) => void) {
  const list = JSON.stringify(key);
  const shown = useRef<string | null>(null);
  const begin = useEffectEvent(() => {
    if (shown.current !== null && shown.current !== list) scrollTo(0);
    else if (state.top > 0) scrollTo(state.top);
    shown.current = list;
  });
  const notify = useEffectEvent(() => {
    if (index !== state.top) state.setTop(index);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useLayoutEffect(() => begin(), [list]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each scroll restarts the delay
  useEffect(() => {
    const timer = setTimeout(notify, STOPPED_MS);
    return () => clearTimeout(timer);
  }, [index]);
}
