import type { TFunction } from 'i18next';
import type { WebhookError, WebhookEvent, WebhookEventRow, webhooks } from '#contract/operations/webhooks.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';

export type Webhook = RowOf<typeof webhooks>;

/** The texts' name of an event. A dot would separate keys. */
const toKey = <E extends WebhookEvent>(event: E) => event.replace('.', '_') as E extends `${infer A}.${infer B}` ? `${A}_${B}` : never;
export const nameEvent = (t: TFunction, event: WebhookEvent) => t(`pages:webhooks.event.${toKey(event)}`);

/** The sentence about a failed attempt; '' without an error. */
export const nameError = (t: TFunction, error: WebhookError, status: number | string | null) =>
  error === '' ? '' : t(`pages:webhooks.errors.${error}`, { status: status ?? '' });

const nameState = (t: TFunction, { active, disabled_at, disabled_reason }: Webhook) => {
  if (active) return t('pages:webhooks.states.active');
  if (disabled_at === null) return t('pages:webhooks.states.paused');
  return `${t('pages:webhooks.states.disabled')}: ${nameError(t, disabled_reason, null)}`;
};

export const webhookColumns = (t: TFunction): ListColumn<Webhook>[] => [
  { key: 'url', label: t('pages:webhooks.url'), sort: 'url' },
  {
    key: 'farm_name',
    label: t('pages:access_keys.farm'),
    render: (webhook) => (webhook.all_farms ? t('pages:access_keys.all_farms') : webhook.farm_name),
    secondary: true,
  },
  {
    key: 'events',
    label: t('pages:webhooks.events'),
    render: ({ events }) => events.map((event) => nameEvent(t, event)).join(' · '),
    secondary: true,
  },
  { key: 'active', label: t('pages:webhooks.state'), render: (webhook) => nameState(t, webhook) },
  { key: 'waiting', label: t('pages:webhooks.states.waiting'), kind: 'count' },
  { key: 'failed', label: t('pages:webhooks.states.failed'), kind: 'count' },
  { key: 'created_at', label: t('pages:webhooks.created'), kind: 'datetime', sort: 'created_at' },
];

/** The state of an event with the error of its latest attempt. */
export const describeEventState = (t: TFunction, { state, error, status }: WebhookEventRow) =>
  [t(`pages:webhooks.states.${state}`), nameError(t, error, status)].filter((text) => text !== '').join(': ');
