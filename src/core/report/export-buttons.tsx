import { ActionIcon, Button, Group, Progress, Tooltip } from '@mantine/core';
import { IconPrinter, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ExportInput } from '../export/input.ts';
import type { ExportFormat } from '../export/protocol.ts';
import type { Range } from './days.ts';
import classes from './grid-toolbar.module.css';
import { type ExportProgress, useExport } from './use-export.ts';

const FORMATS: readonly [ExportFormat, string][] = [
  ['xlsx', 'Excel'],
  ['pdf', 'PDF'],
  ['csv', 'CSV'],
];

/** Excel, PDF, CSV and paper. While a file is made, its progress and a way to give it up. */
export function ExportButtons({ input, range, disabled }: { input: () => ExportInput; range: Range; disabled: boolean }) {
  const { t } = useTranslation('reports');
  const { start, cancel, progress } = useExport(input, range);
  if (progress) return <ExportRunning progress={progress} onCancel={cancel} />;
  return (
    <Group gap={4} wrap="nowrap">
      <Button.Group aria-label={t('reports:export.title')}>
        {FORMATS.map(([format, name]) => (
          <Button key={format} variant="default" size="xs" px={10} disabled={disabled} onClick={() => start(format)}>
            {name}
          </Button>
        ))}
      </Button.Group>
      <Tooltip label={t('reports:export.print')}>
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
      </Tooltip>
    </Group>
  );
}

/** How far a file is, and a way to give it up. */
export function ExportRunning({ progress, onCancel }: { progress: ExportProgress; onCancel: () => void }) {
  const { t } = useTranslation(['reports', 'core']);
  const name = FORMATS.find(([format]) => format === progress.format)?.[1];
  return (
    <Group gap="xs" wrap="nowrap" role="status">
      <span>{t('reports:export.making', { name })}</span>
      <Progress.Root className={classes.progress}>
        <Progress.Section value={progress.done * 100} aria-label={t('reports:export.making', { name })} />
      </Progress.Root>
      <Button variant="default" size="xs" leftSection={<IconX size={14} aria-hidden />} onClick={onCancel}>
        {t('core:actions.cancel')}
      </Button>
    </Group>
  );
}
