import { Alert, Autocomplete, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconFileZip, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccess } from '#src/core/access/use-access.ts';
import { LongProgress } from '#src/core/ui/long-progress.tsx';
import { MailList } from './mail-list.tsx';
import { type Chosen, useMailWays } from './queries.ts';
import { useSending } from './use-sending.ts';

/** All documents as a ZIP, saved here or mailed to a confirmed address. */
export function SendStep({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation(['reports', 'pages', 'core']);
  const { can } = useAccess();
  const { data: ways } = useMailWays();
  const { done, cancel, problem, unmade, unconfirmed, save, mail, ask } = useSending(chosen);
  const [email, setEmail] = useState('');

  if (done !== null) return <LongProgress text={t('pages:month_end.making')} done={done} onCancel={cancel} />;
  return (
    <>
      {unmade && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert" mb="sm">
          {unmade}
        </Alert>
      )}
      <Button leftSection={<IconFileZip size={18} aria-hidden />} onClick={save}>
        {t('pages:month_end.zip')}
      </Button>
      {ways?.email && can('blanks', 'change') && (
        <Group mt="md" align="flex-start" gap="sm">
          <Autocomplete
            aria-label={t('pages:month_end.address')}
            placeholder={t('pages:month_end.address')}
            type="email"
            data={ways.addresses}
            value={email}
            onChange={setEmail}
            error={problem || undefined}
          />
          <Button variant="default" leftSection={<IconMail size={18} aria-hidden />} disabled={!email} onClick={() => mail(email)}>
            {t('pages:month_end.mail')}
          </Button>
          {unconfirmed && (
            <Button variant="subtle" onClick={() => ask(email)}>
              {t('pages:month_end.ask')}
            </Button>
          )}
        </Group>
      )}
      {ways && !ways.email && can('blanks', 'change') && (
        <Text c="dimmed" size="sm" mt="sm">
          {t('pages:signals.mail.unavailable')}
        </Text>
      )}
      {ways && (
        <MailList
          mails={ways.mails.filter(({ month }) => month === chosen.month)}
          onAgain={can('blanks', 'change') && ways.email ? mail : undefined}
        />
      )}
    </>
  );
}
