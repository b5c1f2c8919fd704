import { Anchor, Group, Modal, Table, Text } from '@mantine/core';
import { IconInfoCircle, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Note } from '../../../contract/reports/shape.ts';
import { noteText } from '../export/note-text.ts';
import type { Formatter } from '../format/formatter.ts';
import classes from './notes-line.module.css';

interface NotesLineProps {
  notes: readonly Note[];
  lockedUntil: string | null;
  format: Formatter;
}

function NoteItems({ note, format }: { note: Note; format: Formatter }) {
  const { t } = useTranslation('reports');
  const unit = t(format.unit('weight'));
  return (
    <>
      <Text c="dimmed" mb="sm">
        {t(`reports:note_text.${note.code}`)}
      </Text>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('reports:column.day')}</Table.Th>
            <Table.Th>{t('reports:column.name')}</Table.Th>
            <Table.Th ta="right">
              {t('reports:column.weight')}, {unit}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {note.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one thing may be counted twice, and the list never moves
            <Table.Tr key={index}>
              <Table.Td>{format.value('date', item.day)}</Table.Td>
              <Table.Td>{item.name}</Table.Td>
              <Table.Td ta="right">{format.value('weight', item.value)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {note.count > note.items.length && (
        <Text c="dimmed" size="xs" mt="sm">
          {t('reports:notes.latest', { shown: note.items.length, count: note.count })}
        </Text>
      )}
    </>
  );
}

/** What the figures leave out or lean on, in one line; a click lists it. */
export function NotesLine({ notes, lockedUntil, format }: NotesLineProps) {
  const { t } = useTranslation(['reports', 'core']);
  const [opened, setOpened] = useState<Note | null>(null);
  if (notes.length === 0 && !lockedUntil) return null;
  return (
    <Group className={classes.notes} gap="md">
      {lockedUntil && (
        <span className={classes.note}>
          <IconLock size={14} aria-hidden />
          {t('reports:notes.locked', { day: format.value('date', lockedUntil) })}
        </span>
      )}
      {notes.map((note) => (
        <Anchor key={note.code} component="button" type="button" size="xs" className={classes.note} onClick={() => setOpened(note)}>
          <IconInfoCircle size={14} aria-hidden />
          {noteText(note, t, format)}
        </Anchor>
      ))}
      <Modal
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={opened && noteText(opened, t, format)}
        closeButtonProps={{ 'aria-label': t('core:actions.close') }}
        size="lg"
      >
        {opened && <NoteItems note={opened} format={format} />}
      </Modal>
    </Group>
  );
}
