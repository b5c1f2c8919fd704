import { Button, Group, Table, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type WebhookEventRow, webhooks } from '#contract/operations/webhooks.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { refresh, useList } from '#src/core/resource/queries.ts';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { describeEventState, nameEvent, type Webhook } from './columns.ts';

/** Max events of the window: the newest. */
const SHOWN = 200;

/** The newest events of a webhook with their latest attempts. Sends events again. */
export function EventsModal({ webhook, farm, onClose }: { webhook: Webhook; farm: number; onClose: () => void }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const list = { id: webhooks.id, path: `${webhooks.path}/${webhook.id}/events` };
  const { data, isPending } = useList<typeof list, WebhookEventRow>(list, { page_size: SHOWN }, { farm });
  const rows = data?.rows ?? [];
  const failed = rows.filter(({ state }) => state === 'failed');

  const replay = async (events: readonly WebhookEventRow[]) => {
    try {
      await api.post(`${webhooks.path}/${webhook.id}/replay/`, { body: { events: events.map(({ id }) => id) }, farm });
      toast.success(t('pages:webhooks.replayed'));
    } catch (error) {
      toast.error(failureText(t, error));
    }
    await refresh(webhooks);
  };

  return (
    <PlainModal onClose={onClose} size="xl" title={`${t('pages:webhooks.events')}: ${webhook.url}`}>
      {isPending && <TableSkeleton columns={4} />}
      {!isPending && rows.length === 0 && <Text c="dimmed">{t('pages:webhooks.no_events')}</Text>}
      {failed.length > 1 && (
        <Group justify="flex-end" mb="sm">
          <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={() => void replay(failed)}>
            {t('pages:webhooks.replay_failed')}
          </Button>
        </Group>
      )}
      {rows.length > 0 && (
        <Table.ScrollContainer minWidth={560}>
          <Table>
            <Table.Tbody>
              {rows.map((event) => (
                <Table.Tr key={event.id}>
                  <Table.Td>{format.value('datetime', event.created_at)}</Table.Td>
                  <Table.Td>
                    {nameEvent(t, event.type)}
                    <Text size="xs" c="dimmed">
                      {event.event_id}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    {describeEventState(t, event)}
                    <Text size="xs" c="dimmed">
                      {t('pages:webhooks.attempts')}: {format.value('count', event.attempts)}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="end">
                    {event.state !== 'waiting' && (
                      <Button variant="subtle" size="compact-sm" onClick={() => void replay([event])}>
                        {t('pages:webhooks.replay')}
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </PlainModal>
  );
}
