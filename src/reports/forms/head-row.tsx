import { Table } from '@mantine/core';
import { align } from '#common/format/kinds.ts';
import type { Kind } from '#contract/kinds.ts';

/** Column headers, aligned like their values. */
export const HeadRow = ({ columns }: { columns: readonly { key: string; header: string; kind: Kind }[] }) => (
  <Table.Tr>
    {columns.map(({ key, header, kind }) => (
      <Table.Th key={key} ta={align(kind)}>
        {header}
      </Table.Th>
    ))}
  </Table.Tr>
);
