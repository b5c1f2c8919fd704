import { Button, Group, type GroupProps, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface LongProgressProps extends Pick<GroupProps, 'mb'> {
  text: string;
  /** From 0 to 1. */
  done: number;
  onCancel: () => void;
}

/** Progress of a long operation, with a button to cancel it. */
export function LongProgress({ text, done, onCancel, mb }: LongProgressProps) {
  const { t } = useTranslation('core');
  return (
    <Group gap="sm" mb={mb}>
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
