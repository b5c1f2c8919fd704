import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { exportInput } from '#common/files/export-input.ts';
import type { ExportInput } from '#common/files/input.ts';
import { watchPrinting } from '#src/core/ui/printing.ts';
import classes from './print-sheet.module.css';
import { SheetTable } from './sheet-table.tsx';

/** The grid on paper: every row, as a plain table that the browser can break into pages with a repeated header. */
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
      <SheetTable sheet={sheet} />
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </article>,
    document.body,
  );
}
