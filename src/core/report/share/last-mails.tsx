import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { codeKey } from '#common/texts/keys.ts';
import type { LastMails } from '#contract/reports/sendings.ts';
import { useFormat } from '#src/core/format/use-format.ts';

/** Text of why a mail wasn't sent: ours, or the mail server's. */
export const sendingError = (error: string, t: TFunction): string =>
  t(codeKey('pages:sending.errors', error), { defaultValue: t('pages:sending.server_said', { text: error }) });

/** When the last mail was sent, or when and why sending failed; nothing if none was sent yet. */
export function LastMailsLine({ last: { sent_at, failed } }: { last: LastMails }) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const at = (instant: string) => format.value('datetime', instant);
  if (!sent_at && !failed) return null;
  return (
    <div>
      {failed && (
        <Text size="sm" c="red">
          {t('pages:sending.last_failed', { at: at(failed.at), reason: sendingError(failed.error, t) })}
        </Text>
      )}
      {failed?.again_at && <Text size="sm">{t('pages:sending.again', { at: at(failed.again_at) })}</Text>}
      {sent_at && (
        <Text size="sm" c="dimmed">
          {t('pages:sending.last_sent', { at: at(sent_at) })}
        </Text>
      )}
    </div>
  );
}
