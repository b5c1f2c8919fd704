import { Button } from '@mantine/core';
import { IconInfoCircle, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { RemarkRow } from '#contract/operations/remarks.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';

const NotesModal = lazyPart(async () => (await import('./notes-modal.tsx')).NotesModal);
const RemarkForm = lazyPart(async () => (await import('#src/core/report/remarks/remark-form.tsx')).RemarkForm);

interface NotesChipProps {
  data: ReportData | undefined;
  format: Formatter;
}

/**
 * Chip with what the figures leave out or assume, and with people's remarks; it opens all of them. Without any, it offers to write a
 * remark.
 */
export function NotesChip({ data, format }: NotesChipProps) {
  const { t } = useTranslation(['reports', 'pages']);
  const { can } = useAccess();
  // The content stays while the dialog closes.
  const [opened, setOpened] = useState<boolean | null>(null);
  /** null for a new remark. */
  const [edited, setEdited] = useState<RemarkRow | null | undefined>(undefined);
  const farms = data?.filters.farm?.length ?? 0;
  const adds = can('filters', 'add') && farms > 0;
  const count = data ? data.notes.length + (data.remarks?.length ?? 0) + (data.locked_until ? 1 : 0) : 0;
  if (!data || (count === 0 && !adds)) return null;
  const Part = count > 0 ? NotesModal : RemarkForm;
  return (
    <>
      <Button
        variant="light"
        color="gray"
        size="sm"
        px={10}
        fw={500}
        aria-haspopup="dialog"
        leftSection={count > 0 ? <IconInfoCircle size={16} stroke={1.6} aria-hidden /> : <IconPlus size={16} aria-hidden />}
        onMouseEnter={Part.preload}
        onFocus={Part.preload}
        onClick={() => (count > 0 ? setOpened(true) : setEdited(null))}
      >
        {count > 0 ? t('reports:notes.chip', { total: format.value('count', count) }) : t('pages:remarks.add')}
      </Button>
      {opened !== null && (
        <Suspense>
          <NotesModal data={data} opened={opened} format={format} onEdit={setEdited} onClose={() => setOpened(false)} />
        </Suspense>
      )}
      {edited !== undefined && (
        <Suspense>
          <RemarkForm data={data} remark={edited} format={format} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </>
  );
}
