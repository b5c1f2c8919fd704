import { Menu } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { headerWithUnit, type TextColumn } from '#common/files/text-column.ts';
import type { GridHandle } from '#src/core/grid/grid-handle.ts';
import type { Drop } from '#src/core/ui/drop.tsx';
import { DropMenu } from '#src/core/ui/drop-place.tsx';
import classes from './grid-toolbar.module.css';

interface ColumnListProps {
  drop: Drop;
  columns: readonly TextColumn[];
  grid: RefObject<GridHandle | null>;
}

/** Every column, those shown ticked. */
export function ColumnList({ drop, columns, grid }: ColumnListProps) {
  const { t } = useTranslation('reports');
  const shownNow = () => grid.current?.visible() ?? [];
  // The list itself comes when it is first opened, which is no opening to be told of.
  const [visible, setVisible] = useState(shownNow);
  const read = () => setVisible(shownNow());
  const toggle = (key: string) => {
    const shown = visible.includes(key);
    // One column stays, or there would be no header to bring the others back from.
    if (shown && visible.length === 1) return;
    grid.current?.show(key, !shown);
    read();
  };
  return (
    <DropMenu drop={drop} position="bottom-end" closeOnItemClick={false} onOpen={read}>
      <Menu.Dropdown className={classes.columns}>
        {columns.map((column) => {
          const { key, heading } = column;
          // With its unit: kilograms and percent may stand under the same words.
          const name = headerWithUnit(column);
          return (
            <Menu.CheckboxItem key={key} checked={visible.includes(key)} onChange={() => toggle(key)}>
              {heading ? `${heading}: ${name}` : name}
            </Menu.CheckboxItem>
          );
        })}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconRotate size={16} aria-hidden />}
          onClick={() => {
            grid.current?.resetColumns();
            read();
          }}
        >
          {t('reports:grid.reset_columns')}
        </Menu.Item>
      </Menu.Dropdown>
    </DropMenu>
  );
}
