import type { Formatter } from '#common/format/formatter.ts';
import type { LoadingStatus } from '#contract/kinds.ts';
import { StatusBadge } from '#src/core/ui/status-badge.tsx';
import { Truncated } from '#src/core/ui/truncated.tsx';
import { cellText, type ListColumn } from './column.ts';

interface ListCellProps<Row extends object> {
  column: ListColumn<Row>;
  row: Row;
  format: Formatter;
}

export function ListCell<Row extends object>({ column, row, format }: ListCellProps<Row>) {
  if (column.render) return column.render(row);
  if (column.kind === 'status') {
    const status = column.value ? column.value(row) : (row as Record<string, unknown>)[column.key];
    return <StatusBadge status={status as LoadingStatus} />;
  }
  const text = cellText(format, column, row);
  return (column.kind ?? 'text') === 'text' ? <Truncated text={text} at={45} /> : text;
}
