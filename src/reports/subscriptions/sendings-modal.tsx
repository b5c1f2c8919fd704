import { Loader, ScrollArea, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { daysText } from '#common/format/days-text.ts';
import type { Sending } from '#contract/reports/sendings.ts';
import { subscriptions } from '#contract/reports/subscriptions.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { sendingError } from '#src/core/report/share/last-mails.tsx';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import classes from './sendings-modal.module.css';
import type { Subscription } from './values.ts';

/** History of a subscription: recipients, times and errors. */
export function SendingsModal({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat({ timezone: subscription.timezone });
  const { data, error, refetch } = useQuery({
    queryKey: [subscriptions.id, 'sendings', subscription.id],
    queryFn: async ({ signal }) => (await api.get<Sending[]>(`${subscriptions.path}/${subscription.id}/sendings/`, { signal })).data,
  });
  const at = (instant: string) => format.value('datetime', instant);
  const result = ({ state, sent_at, next_attempt_at, attempts, error: reason }: Sending) =>
    [
      `${t(`pages:sending.states.${state}`)}${sent_at ? `, ${at(sent_at)}` : ''}`,
      reason && sendingError(reason, t),
      next_attempt_at && attempts > 0 && t('pages:sending.again', { at: at(next_attempt_at) }),
    ].filter(Boolean);
  return (
    <PlainModal onClose={onClose} size="xl" title={`${t('pages:sending.history')}: ${subscription.saved_name}`}>
      {!data ? (
        error ? (
          <FailedState error={error} onRetry={refetch} />
        ) : (
          <Loader size="sm" aria-label={t('core:loading')} />
        )
      ) : data.length === 0 ? (
        <Text c="dimmed">{t('pages:sending.none_sent')}</Text>
      ) : (
        <ScrollArea.Autosize mah={480} type="auto">
          <Table className={classes.table} verticalSpacing="xs" aria-label={t('pages:sending.history')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('pages:sending.due')}</Table.Th>
                <Table.Th>{t('reports:filter.period')}</Table.Th>
                <Table.Th>{t('pages:sending.recipient')}</Table.Th>
                <Table.Th>{t('pages:sending.result')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((sending) => (
                <Table.Tr key={sending.id}>
                  <Table.Td>{at(sending.due_at)}</Table.Td>
                  <Table.Td>{daysText({ after: sending.from_day, before: sending.to_day }, format)}</Table.Td>
                  <Table.Td>{sending.recipient}</Table.Td>
                  <Table.Td className={sending.state === 'failed' ? classes.failed : undefined}>
                    {result(sending).map((line) => (
                      <div key={String(line)}>{line}</div>
                    ))}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
    </PlainModal>
  );
}
