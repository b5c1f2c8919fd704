import { Paper, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutgoingMail } from '#contract/admin/outgoing-mail.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { sendingError } from '#src/core/report/share/last-mails.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import classes from './outgoing-mail.module.css';

const REFRESH_MS = 60_000;

/** State of all clients' mails, without names and addresses. */
export function Page() {
  const { t } = useTranslation(['admin', 'core', 'pages']);
  const { data, error, refetch } = useQuery({
    queryKey: ['outgoing-mail'],
    queryFn: async ({ signal }) => (await api.get<OutgoingMail>('dashboard/mail/', { signal })).data,
    // The outbox is processed every minute without events.
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageHeader title={t('admin:outgoing_mail.title')} detail={t('pages:outgoing_mail.detail')} />
      {data ? (
        <Facts mail={data} />
      ) : error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={220} data-skeleton aria-label={t('core:loading')} />
      )}
    </>
  );
}

function Facts({ mail: { available, sender, last, waiting, oldest_at } }: { mail: OutgoingMail }) {
  const { t } = useTranslation(['core', 'pages']);
  const format = useFormat();
  const at = (instant: string) => format.value('datetime', instant);
  const { sent_at, failed } = last;
  // The reader can fix the problem, so the text names the setting to check.
  const reason = (error: string) =>
    error === 'no_entry' || error === 'unreachable' ? t(`pages:outgoing_mail.errors.${error}`) : sendingError(error, t);
  return (
    <Paper withBorder>
      <dl className={classes.facts} aria-label={t('pages:outgoing_mail.detail')}>
        <Fact name={t('pages:outgoing_mail.server')}>
          {available ? t('pages:outgoing_mail.set_up') : t('pages:outgoing_mail.not_set_up')}
        </Fact>
        {available && <Fact name={t('pages:outgoing_mail.sender')}>{sender}</Fact>}
        <Fact name={t('pages:outgoing_mail.last_sent')}>{sent_at ? at(sent_at) : t('pages:sending.none_sent')}</Fact>
        <Fact name={t('pages:outgoing_mail.last_failed')} bad={failed !== null}>
          {failed ? (
            <>
              {`${at(failed.at)}. ${reason(failed.error)}`}
              {failed.again_at && <div>{t('pages:sending.again', { at: at(failed.again_at) })}</div>}
            </>
          ) : (
            (sent_at && t('pages:outgoing_mail.no_failure')) || '–'
          )}
        </Fact>
        <Fact name={t('pages:outgoing_mail.waiting')}>
          {[format.value('count', waiting), oldest_at && t('pages:outgoing_mail.since', { at: at(oldest_at) })].filter(Boolean).join(', ')}
        </Fact>
      </dl>
    </Paper>
  );
}

const Fact = ({ name, bad = false, children }: { name: string; bad?: boolean; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd className={bad ? classes.bad : undefined}>{children}</dd>
  </>
);
