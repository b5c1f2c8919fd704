import { Table } from '@mantine/core';
import { align } from '#common/format/kinds.ts';
import type { Kind } from '#contract/kinds.ts';

/** The columns' names, each over its values. */
export const HeadRow = ({ columns }: { columns: readonly { key: string; header: string; kind: Kind }[] }) => (
  <Table.Tr>
    {columns.map(({ key, header, kind }) => (
      <Table.Th key={key} ta={align(kind)}>
        {header}
      </Table.Th>
    ))}
  </Table.Tr>
);
