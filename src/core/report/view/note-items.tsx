import { Modal, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { noteText } from '#common/files/note-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Note } from '#contract/reports/shape.ts';

interface NoteItemsProps {
  note: Note;
  opened: boolean;
  format: Formatter;
  onClose: () => void;
}

/** What a note counts, one by one. */
export function NoteItems({ note, opened, format, onClose }: NoteItemsProps) {
  const { t } = useTranslation(['reports', 'core']);
  const unit = t(format.unit('weight'));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={noteText(note, t, format)}
      closeButtonProps={{ 'aria-label': t('core:actions.close') }}
      size="lg"
    >
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
    </Modal>
  );
}
