import type { GridApi } from 'ag-grid-community';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { TextColumn } from '#common/files/text-column.ts';
import type { Row } from '#contract/reports/shape.ts';
import classes from './hint-tip.module.css';

/** Explains a number; without a row, a column's numbers. null without an explanation. */
export type HintOf = (column: TextColumn, row: Row | null) => ReactNode | null;

interface HintTipProps {
  frame: RefObject<HTMLElement | null>;
  api: GridApi<Row> | null;
  columns: readonly TextColumn[];
  findHint: HintOf;
}

const HOVER_WAIT = 400;
const WIDTH = 320;

interface Tip {
  at: DOMRect;
  text: ReactNode;
}

/** One tooltip for the whole grid, at the pointed or focused cell or header. A tooltip per cell would slow scrolling. */
export function HintTip({ frame, api, columns, findHint }: HintTipProps) {
  const [tip, setTip] = useState<Tip | null>(null);

  useEffect(() => {
    const root = frame.current;
    if (!root || !api) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      setTip(null);
    };
    const findRow = (cell: Element): Row | null => {
      const index = cell.closest('[row-index]')?.getAttribute('row-index') ?? '';
      if (index.startsWith('b-')) return api.getPinnedBottomRow(Number(index.slice(2)))?.data ?? null;
      return index ? (api.getDisplayedRowAtIndex(Number(index))?.data ?? null) : null;
    };
    const schedule = (target: EventTarget | null, wait: number) => {
      hide();
      const cell = target instanceof Element ? target.closest('[col-id]') : null;
      const column = columns.find(({ key }) => key === cell?.getAttribute('col-id'));
      if (!cell || !column?.hint) return;
      timer = setTimeout(() => {
        const text = findHint(column, findRow(cell));
        if (text) setTip({ at: cell.getBoundingClientRect(), text });
      }, wait);
    };
    const over = (event: Event) => schedule(event.target, HOVER_WAIT);
    const focus = (event: Event) => {
      // A mouse click focuses, too, but means the row and not the number.
      if (event.target instanceof Element && event.target.matches(':focus-visible')) schedule(event.target, 0);
    };
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    root.addEventListener('mouseover', over);
    root.addEventListener('mouseleave', hide);
    root.addEventListener('focusin', focus);
    root.addEventListener('focusout', hide);
    root.addEventListener('wheel', hide, { passive: true });
    window.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      root.removeEventListener('mouseover', over);
      root.removeEventListener('mouseleave', hide);
      root.removeEventListener('focusin', focus);
      root.removeEventListener('focusout', hide);
      root.removeEventListener('wheel', hide);
      window.removeEventListener('keydown', onKey);
    };
  }, [frame, api, columns, findHint]);

  if (!tip) return null;
  const left = Math.max(8, Math.min(tip.at.left, window.innerWidth - WIDTH - 8));
  const above = tip.at.bottom > window.innerHeight - 160;
  const place = above ? { bottom: window.innerHeight - tip.at.top + 4 } : { top: tip.at.bottom + 4 };
  return createPortal(
    <div role="tooltip" className={classes.tip} style={{ left, maxWidth: WIDTH, ...place }}>
      {tip.text}
    </div>,
    document.body,
  );
}
