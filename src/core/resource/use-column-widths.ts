import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * The widths that a table's columns took by the rows in sight, in percent: kept while one scrolls, so that they don't change with each row.
 * Taken anew when `of` changes, once the rows have come.
 */
export function useColumnWidths(scroller: RefObject<HTMLElement | null>, come: boolean, of: string): readonly number[] | undefined {
  const [taken, setTaken] = useState<{ of: string; widths: number[] } | null>(null);
  const known = taken?.of === of;

  useLayoutEffect(() => {
    const heads = [...(scroller.current?.querySelectorAll('thead th') ?? [])].map((head) => head.getBoundingClientRect().width);
    const all = heads.reduce((sum, width) => sum + width, 0);
    if (!known && come && all > 0) setTaken({ of, widths: heads.map((width) => (width / all) * 100) });
  }, [scroller, known, come, of]);

  return known ? taken.widths : undefined;
}
