import { Checkbox, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type NewWebhook, WEBHOOK_EVENTS, type WebhookEvent, webhooks } from '#contract/operations/webhooks.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { nameEvent } from './columns.ts';

export type MadeWebhook = z.infer<typeof NewWebhook>;

interface Values {
  farm: number;
  url: string;
  events: WebhookEvent[];
  all_farms: boolean;
}

interface WebhookModalProps {
  farm: number;
  onMade: (webhook: MadeWebhook) => void;
  onClose: () => void;
}

/** The form of a new webhook. By default, it gets all events of the farm. */
export function WebhookModal({ farm, onMade, onClose }: WebhookModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const form = useForm<Values>({ initialValues: { farm, url: '', events: [...WEBHOOK_EVENTS], all_farms: false } });
  const save = useSave<typeof webhooks, MadeWebhook>(webhooks, { farm });
  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={t('pages:webhooks.create')}
      submitLabel={t('pages:webhooks.make')}
      save={async (values) => onMade(await save.mutateAsync({ values }))}
    >
      <TextInput
        label={t('pages:webhooks.url')}
        description={t('pages:webhooks.url_hint')}
        placeholder="https://"
        maxLength={2000}
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label={t('pages:webhooks.events')} {...form.getInputProps('events')}>
        <Stack gap="xs" mt={4} mb={4}>
          {WEBHOOK_EVENTS.map((event) => (
            <Checkbox key={event} value={event} label={nameEvent(t, event)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch
        label={t('pages:access_keys.all_farms')}
        description={t('pages:webhooks.all_farms_hint')}
        {...form.getInputProps('all_farms', { type: 'checkbox' })}
      />
    </FormModal>
  );
}
