import { Anchor, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PapersMailWays } from '#contract/reports/month-end.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { sendingError } from '#src/core/report/share/last-mails.tsx';

type PapersSent = PapersMailWays['mails'][number];

interface MailListProps {
  mails: readonly PapersSent[];
  /** Sends the same mail again; undefined if the user may not. */
  onAgain: ((email: string) => unknown) | undefined;
}

/** Results of the month's mails; a refused one can be sent again. */
export function MailList({ mails, onAgain }: MailListProps) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  if (mails.length === 0) return null;
  const stateText = ({ state, error, sent_at, next_attempt_at }: PapersSent) =>
    [
      `${t(`pages:sending.states.${state}`)}${sent_at ? `, ${format.value('datetime', sent_at)}` : ''}`,
      error && sendingError(error, t),
      error && next_attempt_at && t('pages:sending.again', { at: format.value('datetime', next_attempt_at) }),
    ]
      .filter(Boolean)
      .join('. ');
  return (
    <section aria-label={t('pages:month_end.mails')}>
      <Text size="sm" fw={600} mt="md">
        {t('pages:month_end.mails')}
      </Text>
      {mails.map((mail) => (
        <Group key={mail.id} gap="sm" mt={4} align="baseline">
          <Text size="sm">{mail.recipient}</Text>
          <Text size="sm" c={mail.state === 'failed' ? 'var(--over)' : 'dimmed'} role="status">
            {stateText(mail)}
          </Text>
          {mail.state === 'failed' && onAgain && (
            <Anchor component="button" type="button" size="sm" onClick={() => onAgain(mail.recipient)}>
              {t('pages:month_end.mail_again')}
            </Anchor>
          )}
        </Group>
      ))}
    </section>
  );
}
