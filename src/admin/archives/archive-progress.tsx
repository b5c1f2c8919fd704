import { Button, Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RunningArchive } from './use-archive.ts';

/** Whose archive is being made, how far it is, and the way out. */
export function ArchiveProgress({ archive: { name, stage, part }, onCancel }: { archive: RunningArchive; onCancel: () => void }) {
  const { t } = useTranslation(['admin', 'core', 'pages']);
  const text = t(stage === 'making' ? 'pages:archive.making' : 'pages:archive.coming', { name });
  return (
    <Group gap="sm" mb="md">
      <Progress.Root w={160}>
        <Progress.Section value={Math.round(part * 100)} aria-label={text} />
      </Progress.Root>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {t('core:actions.cancel')}
      </Button>
    </Group>
  );
}
