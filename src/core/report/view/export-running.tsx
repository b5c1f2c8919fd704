import { Button, Group, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './grid-toolbar.module.css';
import { type ExportProgress, FORMAT_NAMES } from './use-export.ts';

/** Progress of a file, with a way to cancel it. */
export function ExportRunning({ progress, onCancel }: { progress: ExportProgress; onCancel: () => void }) {
  const { t } = useTranslation(['reports', 'core']);
  const name = FORMAT_NAMES[progress.format];
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
