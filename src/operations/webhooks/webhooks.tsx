import { Button, Group, Stack } from '@mantine/core';
import { IconListDetails, IconPlayerPause, IconPlayerPlay, IconTrash, IconWebhook } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { webhooks } from '#contract/operations/webhooks.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { CopyField } from '#src/core/ui/copy-field.tsx';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import { ask } from '#src/core/ui/question.ts';
import { toast } from '#src/core/ui/toast.ts';
import { useFarmCrumbs } from '#src/domain/farm/farm-header.tsx';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { type Webhook, webhookColumns } from './columns.ts';
import { EventsModal } from './events-modal.tsx';
import { type MadeWebhook, WebhookModal } from './webhook-modal.tsx';

/** A farm's webhooks: creates, pauses and deletes them, shows their events and sends events again. */
export function Webhooks({ views }: { views: ReactNode }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const farm = useFarmOfRoute();
  const screen = useResourceScreen(webhooks, { farm: farm.id, ordering: 'url', nameOf: ({ url }: Webhook) => url });
  const [made, setMade] = useState<MadeWebhook | null>(null);

  const change = async (work: Promise<unknown>, message: string) => {
    try {
      await work;
      toast.success(message);
    } catch (error) {
      toast.error(failureText(t, error));
    }
    await refresh(webhooks);
  };
  const setActive = ({ id, version }: Webhook, active: boolean) =>
    change(api.put(`${webhooks.path}/${id}/`, { body: { active, version }, farm: farm.id }), t('core:toast.saved'));
  const remove = async ({ id, url }: Webhook) => {
    const title = t('pages:webhooks.remove_title', { url });
    const agreed = await ask({ title, text: t('pages:webhooks.remove_text'), confirm: t('pages:webhooks.remove'), danger: true });
    if (agreed) await change(api.delete(`${webhooks.path}/${id}/`, { farm: farm.id }), t('pages:webhooks.removed'));
  };

  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconWebhook}
        crumbs={useFarmCrumbs(farm)}
        texts={{
          title: t('pages:webhooks.title'),
          detail: t('pages:webhooks.detail'),
          create: t('pages:webhooks.create'),
          empty: t('pages:webhooks.empty'),
          empty_text: t('pages:webhooks.empty_text'),
          details: t('pages:webhooks.events'),
        }}
        above={views}
        columns={webhookColumns(t)}
        files={[]}
        onAdd={() => screen.show({ as: 'form', row: null })}
        details={(webhook, onClose) => <EventsModal webhook={webhook} farm={farm.id} onClose={onClose} />}
        actions={(webhook) => [
          { label: t('pages:webhooks.events'), icon: IconListDetails, onClick: () => screen.show({ as: 'details', row: webhook }) },
          webhook.active
            ? { label: t('pages:webhooks.pause'), icon: IconPlayerPause, onClick: () => void setActive(webhook, false) }
            : { label: t('pages:webhooks.activate'), icon: IconPlayerPlay, onClick: () => void setActive(webhook, true) },
          { label: t('pages:webhooks.remove'), icon: IconTrash, danger: true, onClick: () => void remove(webhook) },
        ]}
        form={({ onClose }) => <WebhookModal farm={farm.id} onMade={setMade} onClose={onClose} />}
      />
      {made && (
        <PlainModal
          onClose={() => setMade(null)}
          closeOnClickOutside={false}
          closeOnEscape={false}
          size="lg"
          title={`${t('pages:webhooks.create')}: ${made.url}`}
        >
          <Stack>
            <CopyField label={t('pages:webhooks.secret')} description={t('pages:webhooks.secret_hint')} value={made.secret} />
            <Group justify="flex-end">
              <Button onClick={() => setMade(null)}>{t('pages:access_keys.kept')}</Button>
            </Group>
          </Stack>
        </PlainModal>
      )}
    </>
  );
}
