import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { viewMails } from '#contract/reports/views.ts';
import type { Resource, RowOf } from '#contract/resource.ts';
import { useList } from '#src/core/resource/queries.ts';
import { useRemove } from '#src/core/resource/use-remove.ts';
import { sendingError } from './last-mails.tsx';

type Mailing = RowOf<typeof viewMails>;

/** Mailings of a report, the result of the last one, and how to stop them. */
export function MailingList({ mails, report }: { mails: Resource; report: string }) {
  const { t } = useTranslation(['pages', 'core']);
  const { data } = useList<Resource, Mailing>(mails, { report_type: report, page_size: 100 });
  const remove = useRemove(mails);
  if (!data || data.rows.length === 0) return null;
  const state = ({ stopped, last_state, addresses }: Mailing) => {
    if (stopped) return t(`pages:sending.errors.${stopped}`);
    const unasked = addresses.find((address) => address.state === 'waiting');
    if (unasked) return unasked.error ? sendingError(unasked.error, t) : t('pages:sending.addresses.waiting');
    return last_state && t(`pages:sending.states.${last_state}`);
  };
  return (
    <Stack gap={6} component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('pages:views.mails')}>
      {data.rows.map((mailing) => (
        <Group key={mailing.id} component="li" gap="xs" justify="space-between" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text size="sm" truncate>
              {`${mailing.saved_name} · ${t(`pages:sending.turns.${mailing.every}`)}`}
            </Text>
            <Text
              size="xs"
              c={
                mailing.stopped || mailing.last_state === 'failed' || mailing.addresses.some(({ error }) => error)
                  ? 'var(--over)'
                  : 'dimmed'
              }
            >
              {[mailing.recipients.join(', '), state(mailing)].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={`${t('pages:views.stop')}: ${mailing.saved_name}`}
            onClick={() => void remove(mailing.id, mailing.saved_name)}
          >
            {t('pages:views.stop')}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
