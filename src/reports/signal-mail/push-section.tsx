import { Button, CloseButton, Divider, Group, Stack, Text } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceTimezone } from '#common/format/device-timezone.ts';
import type { PushDevice, SignalPush } from '#contract/reports/signal-push.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { describeDevice } from '#src/core/layout/device.ts';
import { toast } from '#src/core/ui/toast.ts';
import { canPush, PUSH_PATH, readOwnEndpoint, turnOff, turnOn } from './push.ts';

const loadDevices = async ({ signal }: { signal: AbortSignal }) => ({
  ...(await api.get<SignalPush>(`${PUSH_PATH}/`, { signal })).data,
  own: await readOwnEndpoint(),
});

/** The person's browsers with notifications of signals, and the button for this one. Each change is saved at once. */
export function PushSection() {
  const { t } = useTranslation(['pages', 'core']);
  const { data, refetch } = useQuery({ queryKey: ['signal-push'], queryFn: loadDevices, gcTime: 0 });
  const [isBusy, setBusy] = useState(false);
  const [isDenied, setDenied] = useState(false);
  if (!data) return null;
  const isOn = data.devices.some(({ endpoint, gone_at }) => endpoint === data.own && gone_at === null);

  const run = async (work: () => Promise<boolean>) => {
    setBusy(true);
    try {
      const isDone = await work();
      setDenied(!isDone);
      if (isDone) toast.success(t('core:toast.saved'));
    } catch (error) {
      toast.error(failureText(t, error));
    }
    setBusy(false);
    await refetch();
  };
  return (
    <Stack gap="xs">
      <Divider label={t('pages:signals.push.title')} labelPosition="left" />
      <Text size="sm" c="dimmed">
        {canPush() ? t('pages:signals.push.hint') : t('pages:signals.push.unavailable')}
      </Text>
      {data.devices.map((device) => (
        <DeviceLine
          key={device.id}
          device={device}
          isOwn={device.endpoint === data.own}
          onRemove={() => run(() => turnOff(device).then(() => true))}
        />
      ))}
      {canPush() && !isOn && (
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<IconBellRinging size={16} aria-hidden />}
          onClick={() => void run(() => turnOn(data.key))}
        >
          {t('pages:signals.push.turn_on')}
        </Button>
      )}
      {isDenied && (
        <Text size="sm" c="red" role="alert">
          {t('pages:signals.push.denied')}
        </Text>
      )}
    </Stack>
  );
}

function DeviceLine({ device: { agent, since, gone_at }, isOwn, onRemove }: { device: PushDevice; isOwn: boolean; onRemove: () => void }) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat({ timezone: deviceTimezone() });
  const name = describeDevice(agent) ?? t('pages:security.sessions.unknown');
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <div>
        <Text size="sm">{isOwn ? `${name} · ${t('pages:security.sessions.current')}` : name}</Text>
        <Text size="xs" c={gone_at === null ? 'dimmed' : 'red'}>
          {gone_at === null ? format.value('datetime', since) : t('pages:signals.push.gone')}
        </Text>
      </div>
      <CloseButton aria-label={t('pages:signals.push.turn_off', { device: name })} onClick={onRemove} />
    </Group>
  );
}
