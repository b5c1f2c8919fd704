import { ActionIcon } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportData } from '#contract/reports/shape.ts';
import type { Filters } from '#src/core/report/filters.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { Tip } from '#src/core/ui/tip.tsx';

const PinDialog = lazyPart(async () => (await import('./pin-dialog.tsx')).PinDialog);

/** The button that pins parts of a report to a board. */
export function PinButton({ data, filters }: { data: ReportData; filters: Filters }) {
  const { t } = useTranslation('boards');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Tip label={t('boards:pin')}>
        <ActionIcon
          variant="default"
          size={36}
          miw={36}
          flex="none"
          aria-label={t('boards:pin')}
          aria-haspopup="dialog"
          onMouseEnter={PinDialog.preload}
          onFocus={PinDialog.preload}
          onClick={() => setOpen(true)}
        >
          <IconPin size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tip>
      {open && (
        <Suspense>
          <PinDialog data={data} filters={filters} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
