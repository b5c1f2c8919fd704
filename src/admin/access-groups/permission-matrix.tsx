import { Checkbox, Table, Text } from '@mantine/core';
import { IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { codeKey } from '#common/texts/keys.ts';
import { ACTIONS, type Action, type Permission } from '#contract/access.ts';
import { DEFAULT_MODULE } from '#contract/rights.ts';
import classes from './matrix.module.css';
import { granted, type MatrixSection, sectionsOf } from './matrix.ts';
import { useOpens } from './opens.ts';

const ICONS = { view: IconEye, add: IconPlus, change: IconPencil, delete: IconTrash } as const satisfies Record<Action, unknown>;

interface PermissionMatrixProps {
  permissions: readonly Permission[];
  modules: readonly string[];
  readOnly: boolean;
  onChange: (permissions: Permission[]) => void;
}

/** A group's rights: items by section, with view, add, change and delete. A section's heading sets all of it. */
export function PermissionMatrix({ permissions, modules, readOnly, onChange }: PermissionMatrixProps) {
  const { t } = useTranslation('admin');
  const opens = useOpens();
  const set = (indexes: readonly number[], action: Action, on: boolean) =>
    onChange(permissions.map((entry, index) => (indexes.includes(index) ? granted(entry, action, on) : entry)));
  const word = (action: Action) => t(`admin:access.actions.${action}`);
  const box = (label: string, indexes: readonly number[], action: Action) => {
    const on = indexes.filter((index) => permissions[index]![action]).length;
    return (
      <Table.Td key={action} className={classes.box}>
        <Checkbox
          aria-label={`${label}: ${word(action)}`}
          checked={on === indexes.length}
          indeterminate={on > 0 && on < indexes.length}
          disabled={readOnly}
          onChange={(event) => set(indexes, action, event.currentTarget.checked)}
        />
      </Table.Td>
    );
  };
  const section = ({ id, entries }: MatrixSection) => {
    const label = t(`admin:access.sections.${id}`);
    const all = entries.map(({ index }) => index);
    return (
      <Table.Tbody key={id}>
        <Table.Tr className={classes.section}>
          <Table.Th scope="rowgroup">{label}</Table.Th>
          {ACTIONS.map((action) => box(label, all, action))}
        </Table.Tr>
        {entries.length > 1 &&
          entries.map(({ entry, index }) => {
            const name = t(codeKey(`admin:access.${entry.module}`, entry.name));
            return (
              <Table.Tr key={entry.name}>
                <Table.Th scope="row" className={classes.item}>
                  {name}
                  {entry.module === DEFAULT_MODULE && opens(entry.name).length > 0 && (
                    <Text size="xs" c="dimmed">
                      {opens(entry.name).join(', ')}
                    </Text>
                  )}
                </Table.Th>
                {ACTIONS.map((action) => box(name, [index], action))}
              </Table.Tr>
            );
          })}
      </Table.Tbody>
    );
  };

  return (
    <Table className={classes.matrix} aria-label={t('admin:groups.permissions')} stickyHeader stickyHeaderOffset={0}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          {ACTIONS.map((action) => {
            const ActionIcon = ICONS[action];
            return (
              <Table.Th key={action} className={classes.box} title={word(action)}>
                <ActionIcon size={16} className={classes.icon} aria-hidden />
                <span className={classes.word}>{word(action)}</span>
              </Table.Th>
            );
          })}
        </Table.Tr>
      </Table.Thead>
      {sectionsOf(permissions, modules).map(section)}
    </Table>
  );
}
