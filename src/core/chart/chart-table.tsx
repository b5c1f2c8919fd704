import { Anchor, Table } from '@mantine/core';
import type { TextSeries } from '#common/files/charts/series-text.ts';
import { cellText } from '#common/files/input.ts';
import { headerWithUnit } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { align } from '#common/format/kinds.ts';
import type { Row } from '#contract/reports/shape.ts';
import classes from './chart.module.css';

/** A chart's figures, with the same links as the drawing's points. */
export function ChartTable({ series, format, onPoint }: { series: TextSeries; format: Formatter; onPoint?: (row: Row) => void }) {
  const columns = [...(series.side ? [series.side] : []), series.x, ...series.y];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes.table} tabIndex={0} aria-label={series.title}>
      <Table stickyHeader verticalSpacing={4} fz="xs">
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.key} ta={align(column.kind)}>
                {headerWithUnit(column)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {series.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: points have no other identity, and never move
            <Table.Tr key={index}>
              {columns.map((column, at) => (
                <Table.Td key={column.key} ta={align(column.kind)}>
                  {at === 0 && onPoint ? (
                    <Anchor component="button" type="button" fz="xs" onClick={() => onPoint(row)}>
                      {cellText(format, column, row[column.key])}
                    </Anchor>
                  ) : (
                    cellText(format, column, row[column.key])
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
