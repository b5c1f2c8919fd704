import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { waitingIn } from './weighings.ts';

/** The day's unconfirmed weighings of terminals, at the top of the day. */
export function WaitingNotice({ rows, onOpen }: { rows: readonly ScheduleRow[]; onOpen: (schedule: ScheduleRow) => void }) {
  const { t } = useTranslation('operations');
  const waiting = rows.filter(({ implausible }) => implausible);
  if (waiting.length === 0) return null;
  const count = waiting.reduce((sum, row) => sum + waitingIn(row), 0);
  return (
    <Alert
      color="red"
      variant="light"
      mb="md"
      role="alert"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={t('operations:planning.waiting', { count })}
    >
      <Text mb="xs">{t('operations:planning.waiting_text')}</Text>
      <Group gap="xs">
        {waiting.map((row) => (
          <Button key={row.id} size="xs" variant="default" onClick={() => onOpen(row)}>
            {row.ration_name} · {row.mixer_name}
          </Button>
        ))}
      </Group>
    </Alert>
  );
}
