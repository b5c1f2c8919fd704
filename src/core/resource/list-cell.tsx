import type { LoadingStatus } from '../../../contract/kinds.ts';
import type { Formatter } from '../format/formatter.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Truncated } from '../ui/truncated.tsx';
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
