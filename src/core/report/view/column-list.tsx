import { Group, Menu } from '@mantine/core';
import { IconPin, IconPinFilled, IconRotate } from '@tabler/icons-react';
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

/** All columns, the shown ones ticked. A pin marks columns that stay in place while others scroll. */
export function ColumnList({ drop, columns, grid }: ColumnListProps) {
  const { t } = useTranslation(['reports', 'search']);
  const shownNow = () => grid.current?.visible() ?? [];
  // The list loads when it is first opened, so it gets no event for that opening.
  const [visible, setVisible] = useState(shownNow);
  const pinnedNow = () => grid.current?.pinned() ?? [];
  const [pinned, setPinned] = useState(pinnedNow);
  const read = () => {
    setVisible(shownNow());
    setPinned(pinnedNow());
  };
  const pin = (key: string) => {
    grid.current?.pin(key, !pinned.includes(key));
    read();
  };
  const toggle = (key: string) => {
    const shown = visible.includes(key);
    // One column must stay, or no header would be left to show the others from.
    if (shown && visible.length === 1) return;
    grid.current?.show(key, !shown);
    read();
  };
  return (
    <DropMenu drop={drop} position="bottom-end" closeOnItemClick={false} onOpen={read}>
      <Menu.Dropdown className={classes.columns}>
        {columns.map((column) => {
          const { key, heading } = column;
          // With the unit, because a column in kilograms and one in percent may have the same words.
          const header = headerWithUnit(column);
          const name = heading ? `${heading}: ${header}` : header;
          const stays = pinned.includes(key);
          return (
            <Group key={key} gap={0} wrap="nowrap">
              <Menu.CheckboxItem checked={visible.includes(key)} onChange={() => toggle(key)}>
                {name}
              </Menu.CheckboxItem>
              <Menu.CheckboxItem
                className={classes.pin}
                aria-label={t('search:pin', { name })}
                checked={stays}
                checkIcon={<IconPinFilled size={14} aria-hidden />}
                onChange={() => pin(key)}
              >
                {!stays && <IconPin size={14} stroke={1.6} aria-hidden />}
              </Menu.CheckboxItem>
            </Group>
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
