import { Divider, Modal, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { noteText } from '#common/files/note-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { RemarkRow } from '#contract/operations/remarks.ts';
import type { Note, ReportData } from '#contract/reports/shape.ts';
import { RemarkList } from '#src/core/report/remarks/remark-list.tsx';
import classes from './unfold.module.css';

interface NotesModalProps {
  data: Pick<ReportData, 'notes' | 'remarks' | 'filters' | 'locked_until'>;
  opened: boolean;
  format: Formatter;
  /** Called with null for a new remark. */
  onEdit: (remark: RemarkRow | null) => void;
  onClose: () => void;
}

/** The items that a note counts. */
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

/** All notes of a report, then people's remarks. Notes can be expanded; a single one is expanded already. */
export function NotesModal({ data, opened, format, onEdit, onClose }: NotesModalProps) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const { notes, remarks = [], filters, locked_until: lockedUntil } = data;
  const hasNotes = notes.length > 0 || lockedUntil !== null;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(hasNotes ? 'pages:notes.title' : 'pages:remarks.title')}
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
      {hasNotes && <Divider my="md" />}
      <RemarkList rows={remarks} headed={hasNotes} ofSeveral={(filters.farm?.length ?? 0) > 1} format={format} onEdit={onEdit} />
    </Modal>
  );
}
