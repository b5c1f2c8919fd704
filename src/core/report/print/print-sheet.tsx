import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { exportInput } from '#common/files/export-input.ts';
import { cellText, type ExportInput, formatterOf, headerText, headingRuns, totalLabelAt } from '#common/files/input.ts';
import { align } from '#common/format/kinds.ts';
import { watchPrinting } from '#src/core/ui/printing.ts';
import classes from './print-sheet.module.css';

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

  const { columns, rows, totals, lines, notes, labels } = sheet;
  const format = formatterOf(sheet);
  const labelAt = totalLabelAt(sheet);
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
      <table>
        <thead>
          <tr>
            {headingRuns(columns).map(({ heading, from, to }) => (
              <th key={from} colSpan={to - from + 1}>
                {heading}
              </th>
            ))}
          </tr>
          <tr>
            {columns.map((column) => (
              <th key={column.key} data-align={align(column.kind)}>
                {headerText(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sheet is made once and never moves
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.key} data-align={align(column.kind)}>
                  {cellText(format, column, row[column.key])}
                </td>
              ))}
            </tr>
          ))}
          <tr className={classes.total}>
            {columns.map((column, at) => (
              <td key={column.key} data-align={align(column.kind)}>
                {at === labelAt ? labels.total : (totals[column.key] ?? null) === null ? '' : cellText(format, column, totals[column.key])}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </article>,
    document.body,
  );
}
