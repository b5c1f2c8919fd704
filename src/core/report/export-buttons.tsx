import { ActionIcon, Button, Group } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../contract/reports/periods.ts';
import type { ExportInput } from '../export/input.ts';
import type { ExportFormat } from '../export/protocol.ts';
import { later } from '../ui/later.ts';
import { Tip } from '../ui/tip.tsx';
import { FORMAT_NAMES, useExport } from './use-export.ts';

const ExportRunning = later(async () => (await import('./export-running.tsx')).ExportRunning);
const FORMATS = Object.entries(FORMAT_NAMES) as [ExportFormat, string][];

/** Excel, PDF, CSV and paper. While a file is made, its progress and a way to give it up. */
export function ExportButtons({ input, range, disabled }: { input: () => ExportInput; range: Range; disabled: boolean }) {
  const { t } = useTranslation('reports');
  const { start, cancel, progress } = useExport(input, range);
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
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          disabled={disabled}
          aria-label={t('reports:export.print')}
          onClick={() => window.print()}
        >
          <IconPrinter size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tip>
    </Group>
  );
}
