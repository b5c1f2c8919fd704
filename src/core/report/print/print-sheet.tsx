import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { exportInput } from '#common/files/export-input.ts';
import type { ExportInput } from '#common/files/input.ts';
import { watchPrinting } from '#src/core/ui/printing.ts';
import classes from './print-sheet.module.css';
import { SheetTable } from './sheet-table.tsx';

/** Copies of the tiles and the first chart on screen. */
function figuresShown(): Node[] {
  const shown = document.querySelector('[data-figures]')?.cloneNode(true) as HTMLElement | undefined;
  if (!shown) return [];
  for (const chart of [...shown.querySelectorAll('figure')].slice(1)) chart.closest('section')?.remove();
  // A drawing keeps its width on screen, up to the width of the paper.
  for (const drawing of shown.querySelectorAll<SVGElement>('figure svg')) {
    const { width, height } = drawing.attributes as NamedNodeMap & Partial<Record<'width' | 'height', Attr>>;
    if (width && height && !drawing.hasAttribute('viewBox')) drawing.setAttribute('viewBox', `0 0 ${width.value} ${height.value}`);
  }
  return [...shown.childNodes];
}

/** A copy of the report's own part under its figures. */
function beneathShown(): Node[] {
  // The first match: a sheet that renders again contains a copy.
  const shown = document.querySelector('[data-beneath]');
  return shown ? [shown.cloneNode(true)] : [];
}

/**
 * The printed report: all rows as a plain table that the browser can break into pages with a repeated header, between copies of the parts
 * above and below the grid.
 */
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
