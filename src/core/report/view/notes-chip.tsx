import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';

const NotesModal = lazyPart(async () => (await import('./notes-modal.tsx')).NotesModal);

interface NotesChipProps {
  data: ReportData | undefined;
  format: Formatter;
}

/** What the figures leave out or lean on: one chip, which opens all of it. */
export function NotesChip({ data, format }: NotesChipProps) {
  const { t } = useTranslation('reports');
  // What was opened stays while its dialog closes.
  const [opened, setOpened] = useState<boolean | null>(null);
  const count = data ? data.notes.length + (data.locked_until ? 1 : 0) : 0;
  if (!data || count === 0) return null;
  return (
    <>
      <Button
        variant="light"
        color="gray"
        size="sm"
        px={10}
        fw={500}
        aria-haspopup="dialog"
        leftSection={<IconInfoCircle size={16} stroke={1.6} aria-hidden />}
        onMouseEnter={NotesModal.preload}
        onFocus={NotesModal.preload}
        onClick={() => setOpened(true)}
      >
        {t('reports:notes.chip', { total: format.value('count', count) })}
      </Button>
      {opened !== null && (
        <Suspense>
          <NotesModal notes={data.notes} lockedUntil={data.locked_until} opened={opened} format={format} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
