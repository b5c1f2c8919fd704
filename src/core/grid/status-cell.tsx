import type { CustomCellRendererProps } from 'ag-grid-react';
import { LoadingStatus } from '../../../contract/kinds.ts';
import type { Row } from '../../../contract/reports/shape.ts';
import { StatusBadge } from '../ui/status-badge.tsx';

/** A loading status by word, sign and colour; a row says by `beyond` that its deviation is out of tolerance. */
export function StatusCell({ value, data, valueFormatted, node }: CustomCellRendererProps<Row>) {
  const status = LoadingStatus.safeParse(value);
  if (node.rowPinned || !status.success) return valueFormatted;
  return <StatusBadge status={status.data} beyond={data?.beyond === true} />;
}
