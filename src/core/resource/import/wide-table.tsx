import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNarrow } from '#src/core/ui/on-phone.tsx';
import classes from './import.module.css';

interface WideTableProps {
  label: string;
  minWidth: number;
  maxHeight: number;
  children: ReactNode;
}

/** A table that scrolls inside a dialog. On a phone each row is a card, and the dialog scrolls. Cells name their column by `data-label`. */
export function WideTable({ label, minWidth, maxHeight, children }: WideTableProps) {
  const isNarrow = useNarrow();
  if (isNarrow) {
    return (
      <Table className={classes.cards} aria-label={label}>
        {children}
      </Table>
    );
  }
  return (
    <Table.ScrollContainer minWidth={minWidth} maxHeight={maxHeight} className={classes.lines}>
      <Table stickyHeader aria-label={label}>
        {children}
      </Table>
    </Table.ScrollContainer>
  );
}
