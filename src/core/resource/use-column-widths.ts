import { type RefObject, useLayoutEffect, useState } from 'react';

export interface ColumnWidths {
  /** Width of each column in percent. */
  percents: readonly number[];
  /** Min px of all columns together: in less space, figures would wrap. */
  all: number;
}

/**
 * Widths of a table's columns by the visible rows, in percent. They stay during scrolling, and are measured again when `of` changes, once
 * rows are loaded.
 */
export function useColumnWidths(scroller: RefObject<HTMLElement | null>, come: boolean, of: string): ColumnWidths | undefined {
  const [taken, setTaken] = useState<{ of: string; widths: ColumnWidths } | null>(null);
  const known = taken?.of === of;

  useLayoutEffect(() => {
    const heads = [...(scroller.current?.querySelectorAll('thead th') ?? [])].map((head) => head.getBoundingClientRect().width);
    const all = heads.reduce((sum, width) => sum + width, 0);
    if (!known && come && all > 0) setTaken({ of, widths: { percents: heads.map((width) => (width / all) * 100), all: Math.floor(all) } });
  }, [scroller, known, come, of]);

  return known ? taken.widths : undefined;
}
