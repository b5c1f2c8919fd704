import { useElementSize, useMergedRef } from '@mantine/hooks';
import { defaultRangeExtractor, type Range, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react';
import { cardHeight, ListCards } from './list-cards.tsx';
import { ListGrid, type ListProps } from './list-grid.tsx';
import type { ListPages } from './list-pages.ts';
import { ListRange } from './list-range.tsx';
import { useListWindow } from './list-window.ts';
import { useColumnWidths } from './use-column-widths.ts';
import { useEnds } from './use-ends.ts';

export type LongListProps<Row extends { id: number }> = Omit<ListProps<Row>, 'part' | 'rows'> & ListPages<Row> & { phone: boolean };

/** Estimated heights in px, until rows are measured. */
const ROW = { compact: 34, comfortable: 44 };
const OVERSCAN = 8;

/** A list of more than a page: only visible rows are drawn and fetched. On a phone the page scrolls, otherwise the table. */
export function LongList<Row extends { id: number }>({ phone, ...list }: LongListProps<Row>) {
  return phone ? <LongCards {...list} /> : <LongGrid {...list} />;
}

type PartProps<Row extends { id: number }> = Omit<LongListProps<Row>, 'phone'>;

function LongGrid<Row extends { id: number }>(list: PartProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: sized, width } = useElementSize<HTMLDivElement>();
  const ref = useMergedRef(scroller, sized);
  const [above, setAbove] = useState(0);
  const focused = useFocusedLine();
  const virtual = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: list.first.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW[list.density ?? 'comfortable'],
    overscan: OVERSCAN,
    rangeExtractor: focused.extract,
    useFlushSync: false,
  });
  useEnds(virtual);
  const { part, range } = useListWindow(list, virtual);
  const come = part.lines.length > 0 && part.lines.every(({ row }) => row);
  const widths = useColumnWidths(scroller, come, `${width} ${list.columns.map(({ label }) => label).join()}`);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the content above changes with the width
  useLayoutEffect(() => {
    if (scroller.current) setAbove(Math.round(scroller.current.getBoundingClientRect().top + window.scrollY));
  }, [width]);

  return (
    <div {...focused.handlers}>
      <ListGrid {...list} rows={undefined} part={part} scroller={{ ref, widths, above }} />
      <ListRange {...range} total={part.count} />
    </div>
  );
}

function LongCards<Row extends { id: number }>(list: PartProps<Row>) {
  const place = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const focused = useFocusedLine();
  const height = cardHeight(list.columns);
  const virtual = useWindowVirtualizer<HTMLElement>({
    count: list.first.count,
    estimateSize: () => height,
    overscan: OVERSCAN,
    rangeExtractor: focused.extract,
    scrollMargin: margin,
    useFlushSync: false,
  });
  useEnds(virtual);
  const { part, range } = useListWindow(list, virtual);

  useLayoutEffect(() => {
    if (place.current) setMargin(Math.round(place.current.getBoundingClientRect().top + window.scrollY));
  }, []);

  return (
    <div ref={place} {...focused.handlers}>
      <ListCards {...list} rows={undefined} part={part} />
      <ListRange {...range} total={part.count} />
    </div>
  );
}

/** Keeps the focused line rendered during scrolling, so that the focus isn't lost. */
function useFocusedLine() {
  const [line, setLine] = useState<number | null>(null);
  return {
    extract: (range: Range) => {
      const lines = defaultRangeExtractor(range);
      return line === null || line >= range.count || lines.includes(line) ? lines : [...lines, line].sort((a, b) => a - b);
    },
    handlers: {
      onFocus: ({ target }: FocusEvent) => {
        const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
        setLine(index === undefined ? null : Number(index));
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget === null) setLine(null);
      },
    },
  };
}
