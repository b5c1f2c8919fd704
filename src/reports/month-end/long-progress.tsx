import { Button, Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** What is going on, how far it is, and the way out. */
export function LongProgress({ text, done, onCancel }: { text: string; done: number; onCancel: () => void }) {
  const { t } = useTranslation('core');
  return (
    <Group gap="sm">
      <Progress.Root w={160}>
        <Progress.Section value={Math.round(done * 100)} aria-label={text} />
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
