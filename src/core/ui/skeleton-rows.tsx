import { Skeleton, Table } from '@mantine/core';
import { SKELETON_ROWS } from './table-skeleton.tsx';

const keys = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Placeholder rows in the final height while a list loads, so that nothing moves. */
export function SkeletonRows({ columns }: { columns: number }) {
  return keys(SKELETON_ROWS).map((row) => (
    <Table.Tr key={row} data-skeleton>
      {keys(columns).map((column) => (
        <Table.Td key={column}>
          <Skeleton height={14} my={3} width={column === 0 ? '60%' : '40%'} ml={column === 0 ? 0 : 'auto'} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}
