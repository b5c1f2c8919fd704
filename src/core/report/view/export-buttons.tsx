import { ActionIcon, Button, Group } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportInput } from '#common/files/input.ts';
import type { ExportFormat } from '#common/files/protocol.ts';
import type { Range } from '#contract/periods.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { Tip } from '#src/core/ui/tip.tsx';
import { FORMAT_NAMES, useExport } from './use-export.ts';

const ExportRunning = lazyPart(async () => (await import('./export-running.tsx')).ExportRunning);
const FORMATS = Object.entries(FORMAT_NAMES) as [ExportFormat, string][];

interface ExportButtonsProps {
  title: string;
  input: () => Promise<ExportInput>;
  range: Range;
  disabled: boolean;
  onPrint: () => void;
}

/** Buttons for Excel, PDF, CSV and printing. While a file is made, they show its progress and a way to cancel. */
export function ExportButtons({ title, input, range, disabled, onPrint }: ExportButtonsProps) {
  const { t } = useTranslation('reports');
  const { start, cancel, progress } = useExport(title, input, range);
  if (progress) {
    return (
      <Suspense>
        <ExportRunning progress={progress} onCancel={cancel} />
      </Suspense>
    );
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Button.Group aria-label={t('reports:export.title')}>
        {FORMATS.map(([format, name]) => (
          <Button key={format} variant="default" size="xs" px={10} disabled={disabled} onClick={() => start(format)}>
            {name}
          </Button>
        ))}
      </Button.Group>
      <Tip label={t('reports:export.print')}>
        <ActionIcon variant="subtle" color="gray" size={30} disabled={disabled} aria-label={t('reports:export.print')} onClick={onPrint}>
          <IconPrinter size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tip>
    </Group>
  );
}
