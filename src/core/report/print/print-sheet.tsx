import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { exportInput } from '#common/files/export-input.ts';
import type { ExportInput } from '#common/files/input.ts';
import { watchPrinting } from '#src/core/ui/printing.ts';
import classes from './print-sheet.module.css';
import { SheetTable } from './sheet-table.tsx';

/** What stands above the grid on screen, with the first of its charts. */
function figuresShown(): Node[] {
  const shown = document.querySelector('[data-figures]')?.cloneNode(true) as HTMLElement | undefined;
  if (!shown) return [];
  for (const chart of [...shown.querySelectorAll('figure')].slice(1)) chart.closest('section')?.remove();
  // A drawing is as wide as its place on screen was, and no wider than the paper.
  for (const drawing of shown.querySelectorAll<SVGElement>('figure svg')) {
    const { width, height } = drawing.attributes as NamedNodeMap & Partial<Record<'width' | 'height', Attr>>;
    if (width && height && !drawing.hasAttribute('viewBox')) drawing.setAttribute('viewBox', `0 0 ${width.value} ${height.value}`);
  }
  return [...shown.childNodes];
}

/** What a report has of its own under its figures. */
function beneathShown(): Node[] {
  // The first: a sheet that is drawn again has a copy of it.
  const shown = document.querySelector('[data-beneath]');
  return shown ? [shown.cloneNode(true)] : [];
}

/** The grid on paper, between what stands above and under it on screen: every row, as a plain table that the browser can break into pages with a repeated header. */
export function PrintSheet({ input }: { input: (make: typeof exportInput) => ExportInput }) {
  const [sheet, setSheet] = useState<ExportInput | null>(null);
  useEffect(
    () =>
      watchPrinting(
        () => flushSync(() => setSheet(input(exportInput))),
        () => setSheet(null),
      ),
    [input],
  );
  if (!sheet) return null;

  const { lines, notes } = sheet;
  return createPortal(
    <article className={classes.sheet} lang={document.documentElement.lang}>
      <h1>{sheet.title}</h1>
      <p>
        {lines.map(({ label, value }) => (
          <span key={label} className={classes.line}>
            {label}: <b>{value}</b>
          </span>
        ))}
      </p>
      <div className={classes.figures} ref={(node) => node?.replaceChildren(...figuresShown())} />
      <SheetTable sheet={sheet} />
      <div ref={(node) => node?.replaceChildren(...beneathShown())} />
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </article>,
    document.body,
  );
}
