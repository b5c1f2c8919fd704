import type { CustomCellRendererProps } from 'ag-grid-react';
import type { LoadingStatus } from '#contract/kinds.ts';
import type { Row } from '#contract/reports/shape.ts';
import { LOADING_STATUSES } from '#contract/words.ts';
import { StatusBadge } from '#src/core/ui/status-badge.tsx';

const isStatus = (value: unknown): value is LoadingStatus => LOADING_STATUSES.some((status) => status === value);

/** A loading status as word, icon and colour; `beyond` of the row marks a deviation out of tolerance. */
export function StatusCell({ value, data, valueFormatted, node }: CustomCellRendererProps<Row>) {
  if (node.rowPinned || !isStatus(value)) return valueFormatted;
  return <StatusBadge status={value} beyond={data?.beyond === true} />;
}
