import { type RefObject, useLayoutEffect, useState } from 'react';

export interface ColumnWidths {
  /** Of each column. */
  percents: readonly number[];
  /** Of all, in pixels: narrower their figures would break. */
  all: number;
}

/**
 * The widths that a table's columns took by the rows in sight, in percent: kept while one scrolls, so that they don't change with each row.
 * Taken anew when `of` changes, once the rows have come.
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
