import { Modal, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { noteText } from '#common/files/note-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Note } from '#contract/reports/shape.ts';
import classes from './unfold.module.css';

interface NotesModalProps {
  notes: readonly Note[];
  lockedUntil: string | null;
  opened: boolean;
  format: Formatter;
  onClose: () => void;
}

/** What a note counts, one by one. */
function NoteItems({ note, format }: { note: Note; format: Formatter }) {
  const { t } = useTranslation(['reports', 'pages']);
  return (
    <>
      <Text c="dimmed" mb="sm">
        {t(`pages:note_text.${note.code}`)}
      </Text>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('reports:column.day')}</Table.Th>
            <Table.Th>{t('reports:column.name')}</Table.Th>
            <Table.Th ta="right">
              {t('reports:column.weight')}, {t(format.unit('weight'))}
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
          {t('pages:notes.latest', { shown: note.items.length, count: note.count })}
        </Text>
      )}
    </>
  );
}

/** All notes of a report; each unfolds, an only one stands open. */
export function NotesModal({ notes, lockedUntil, opened, format, onClose }: NotesModalProps) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('pages:notes.title')}
      closeButtonProps={{ 'aria-label': t('core:actions.close') }}
      size="lg"
    >
      {lockedUntil && <Text mb="sm">{t('pages:notes.locked', { day: format.value('date', lockedUntil) })}</Text>}
      {notes.map((note) => (
        <details key={note.code} className={classes.part} open={notes.length === 1}>
          <summary>{noteText(note, t, format)}</summary>
          <NoteItems note={note} format={format} />
        </details>
      ))}
    </Modal>
  );
}
