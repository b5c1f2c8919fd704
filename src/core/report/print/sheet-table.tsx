import { cellText, type ExportInput, formatterOf, headerText, headingRuns, totalLabelAt } from '#common/files/input.ts';
import { align } from '#common/format/kinds.ts';

/** All rows of a report as a plain table, with the total last: for printing and for screen readers. */
export function SheetTable({ sheet }: { sheet: ExportInput }) {
  const { columns, rows, totals, labels } = sheet;
  const format = formatterOf(sheet);
  const labelAt = totalLabelAt(sheet);
  return (
    <table>
      <thead>
        <tr>
          {headingRuns(columns).map(({ heading, from, to }) =>
            heading ? (
              <th key={from} colSpan={to - from + 1}>
                {heading}
              </th>
            ) : (
              <td key={from} colSpan={to - from + 1} />
            ),
          )}
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
        <tr data-total>
          {columns.map((column, at) => (
            <td key={column.key} data-align={align(column.kind)}>
              {at === labelAt ? labels.total : (totals[column.key] ?? null) === null ? '' : cellText(format, column, totals[column.key])}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
