import { ActionIcon } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextColumn } from '#common/files/text-column.ts';
import type { GridHandle } from '#src/core/grid/grid-handle.ts';
import { DropTarget } from '#src/core/ui/drop.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { Tip } from '#src/core/ui/tip.tsx';

const ColumnList = lazyPart(async () => (await import('./column-list.tsx')).ColumnList);

/** Menu to choose the grid's columns. */
export function ColumnMenu({ columns, grid }: { columns: readonly TextColumn[]; grid: RefObject<GridHandle | null> }) {
  const { t } = useTranslation('reports');
  return (
    <DropTarget
      popup="menu"
      preload={ColumnList.preload}
      button={
        <Tip label={t('reports:grid.columns')}>
          <ActionIcon variant="subtle" color="gray" size={30} aria-label={t('reports:grid.columns')}>
            <IconColumns3 size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tip>
      }
    >
      {(drop) => <ColumnList drop={drop} columns={columns} grid={grid} />}
    </DropTarget>
  );
}
