import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deviceTimezone } from '#common/format/device-timezone.ts';
import type { SessionRow } from '#contract/admin/auth.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { endSession } from '#src/core/api/session.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { describeDevice } from '#src/core/layout/device.ts';
import { ask } from '#src/core/ui/question.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { toast } from '#src/core/ui/toast.ts';

/** All devices where the user is signed in; each can be signed out here. */
export function SignIns() {
  const { t } = useTranslation(['core', 'pages']);
  const format = useFormat({ timezone: deviceTimezone() });
  const { data, error, refetch } = useQuery({
    queryKey: ['session', 'list'],
    queryFn: async ({ signal }) => (await api.get<SessionRow[]>('auth/sessions/', { signal })).data,
  });

  const end = async (path: string) => {
    try {
      await api.delete(path);
      return true;
    } catch (failure) {
      toast.error(failureText(t, failure));
      return false;
    }
  };
  const endAll = async () => {
    const agreed = await ask({
      title: t('pages:security.sessions.end_all'),
      text: t('pages:security.sessions.end_all_text'),
      confirm: t('pages:security.sessions.end_all'),
      danger: true,
    });
    if (agreed && (await end('auth/sessions/'))) endSession();
  };

  if (error) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <TableSkeleton />;
  return (
    <Stack gap="sm">
      <Text fw={600}>{t('pages:security.sessions.title')}</Text>
      {data.map((row) => (
        <Group key={row.id} justify="space-between" wrap="nowrap" gap="sm">
          <div>
            <Text size="sm">
              {describeDevice(row.agent) ?? t('pages:security.sessions.unknown')}
              {row.ip && ` · ${row.ip}`}
            </Text>
            <Text size="xs" c="dimmed">
              {t('pages:security.sessions.seen', { when: format.value('datetime', row.seen_at) })}
            </Text>
          </div>
          {row.current ? (
            <Badge variant="light" flex="none">
              {t('pages:security.sessions.current')}
            </Badge>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              flex="none"
              onClick={async () => (await end(`auth/sessions/${row.id}/`)) && refetch()}
            >
              {t('pages:security.sessions.end')}
            </Button>
          )}
        </Group>
      ))}
      <Group justify="flex-end">
        <Button variant="light" color="red" onClick={endAll}>
          {t('pages:security.sessions.end_all')}
        </Button>
      </Group>
    </Stack>
  );
}
