import { Anchor, Group } from '@mantine/core';
import { IconInfoCircle, IconLock } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { noteText } from '#common/files/note-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Note } from '#contract/reports/shape.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import classes from './notes-line.module.css';

const NoteItems = lazyPart(async () => (await import('./note-items.tsx')).NoteItems);

interface NotesLineProps {
  notes: readonly Note[];
  lockedUntil: string | null;
  format: Formatter;
}

/** What the figures leave out or lean on, in one line; a click lists it. */
export function NotesLine({ notes, lockedUntil, format }: NotesLineProps) {
  const { t } = useTranslation('reports');
  // What was opened last stays while its dialog closes.
  const [opened, setOpened] = useState<{ note: Note; shown: boolean } | null>(null);
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
        <Anchor
          key={note.code}
          component="button"
          type="button"
          size="xs"
          className={classes.note}
          onMouseEnter={NoteItems.preload}
          onClick={() => setOpened({ note, shown: true })}
        >
          <IconInfoCircle size={14} aria-hidden />
          {noteText(note, t, format)}
        </Anchor>
      ))}
      {opened && (
        <Suspense>
          <NoteItems note={opened.note} opened={opened.shown} format={format} onClose={() => setOpened({ ...opened, shown: false })} />
        </Suspense>
      )}
    </Group>
  );
}
