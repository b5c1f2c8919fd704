import { ActionIcon, Menu } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

export interface RowAction {
  label: string;
  icon: Icon;
  onClick: () => void;
  danger?: boolean;
}

/** Actions of one row, behind three dots. */
export function RowActions({ actions, name }: { actions: readonly RowAction[]; name: string }) {
  const { t } = useTranslation('core');
  const dots = useRef<HTMLButtonElement>(null);
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          ref={dots}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('core:actions.more', { name })}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {actions.map(({ label, icon: ActionIconGlyph, onClick, danger }) => (
          <Menu.Item
            key={label}
            color={danger ? 'red' : undefined}
            leftSection={<ActionIconGlyph size={16} stroke={1.6} aria-hidden />}
            onClick={() => {
              // The menu entry disappears, so a dialog returns the focus to the button.
              dots.current?.focus();
              onClick();
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
