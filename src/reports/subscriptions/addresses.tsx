import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { subscriptions } from '#contract/reports/subscriptions.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { toast } from '#src/core/ui/toast.ts';
import { addressText } from './texts.ts';
import type { Subscription } from './values.ts';

type Address = Subscription['addresses'][number];
const chooseColour = ({ state, error }: Address) => (state === 'declined' || error ? 'var(--over)' : 'dimmed');

/** A subscription's recipients in the list, each with what prevents mails to it. */
export function AddressLines({ addresses }: Pick<Subscription, 'addresses'>) {
  const { t } = useTranslation(['pages']);
  return addresses.map((address) => (
    <div key={address.email}>
      {address.email}
      {address.state !== 'confirmed' && (
        <Text span size="xs" c={chooseColour(address)}>
          {' '}
          {t(`pages:sending.addresses.${address.state}`)}
        </Text>
      )}
    </div>
  ));
}

/** Each recipient's answer; those who haven't answered can be asked again. */
export function AddressAnswers({ subscription: { id, addresses, timezone }, shown }: { subscription: Subscription; shown: string[] }) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat({ timezone });
  const [requested, setRequested] = useState<readonly string[]>([]);
  const ask = async (email: string) => {
    try {
      await api.post(`${subscriptions.path}/${id}/ask/`, { body: { email } });
      setRequested((before) => [...before, email]);
      toast.success(t('pages:sending.addresses.asked_again'));
      await refresh(subscriptions);
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };
  const kept = addresses.filter(({ email }) => shown.includes(email));
  if (kept.length === 0) return null;
  return (
    <Stack gap={4} role="list" aria-label={t('pages:sending.addresses.label')}>
      {kept.map((address) => (
        <Group key={address.email} role="listitem" gap="xs" justify="space-between">
          <Text size="sm">
            {address.email}:{' '}
            <Text span size="sm" c={chooseColour(address)}>
              {addressText(address, t, format)}
            </Text>
          </Text>
          {address.state === 'waiting' && !requested.includes(address.email) && (
            <Button size="compact-xs" variant="subtle" onClick={() => void ask(address.email)}>
              {t('pages:sending.addresses.ask_again')}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}
