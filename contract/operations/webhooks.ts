import { z } from 'zod';
import { Id } from '#contract/kinds.ts';
import { defineResource, IdList, ListQuery, listOf, named, Version } from '#contract/resource.ts';

/** Events that other programs may subscribe to, in the order of the screen. */
export const WEBHOOK_EVENTS = [
  'feeding.loaded',
  'feeding.unloaded',
  'delivery.created',
  'delivery.updated',
  'delivery.deleted',
  'month.closed',
  'signal.raised',
] as const;
const WebhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Each event once, in the order of the screen. */
const listEvents = (events: readonly WebhookEvent[]) => WEBHOOK_EVENTS.filter((event) => events.includes(event));

export const WEBHOOK_STATES = ['waiting', 'sent', 'failed'] as const;
/** Errors of an attempt. With `status`, the answer's HTTP status is known. */
export const WEBHOOK_ERRORS = [
  '',
  'status',
  'redirect',
  'gone',
  'refused_address',
  'unreachable',
  'too_slow',
  'interrupted',
  'secret',
] as const;
export type WebhookError = (typeof WEBHOOK_ERRORS)[number];

/** `whsec_` and 24 to 64 bytes as base64: the form of Standard Webhooks. */
const Secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/)
  .meta({ description: 'whsec_ and 24 to 64 bytes as base64' });

/**
 * Addresses that get a POST for each event, signed by the convention Standard Webhooks 1.0 (headers `webhook-id`, `webhook-timestamp`,
 * `webhook-signature`). The body is `{type, timestamp, data: {resource, id, farm}}`. An event is repeated until the address answers 2xx, at
 * most eight times in a day, always with the same id. `disabled_at` is set if the address kept failing; `active: true` clears it.
 */
export const webhooks = defineResource({
  id: 'webhooks',
  path: 'manager/webhooks',
  permission: 'farm',
  final: true,
  row: z
    .object({
      id: Id,
      ...named('farm'),
      all_farms: z.boolean(),
      url: z.string(),
      events: z.array(WebhookEvent),
      active: z.boolean(),
      disabled_at: z.string().nullable(),
      disabled_reason: z.enum(WEBHOOK_ERRORS),
      created_at: z.string(),
      waiting: z.int(),
      failed: z.int(),
      version: Version,
    })
    .meta({ id: 'Webhook' }),
  create: z.object({
    farm: Id,
    url: z.url({ protocol: /^https?$/ }).max(2000),
    events: z.array(WebhookEvent).min(1).max(WEBHOOK_EVENTS.length).transform(listEvents),
    /** The secret of the signatures. By default the server makes one. */
    secret: Secret.optional(),
    all_farms: z.boolean().default(false),
    active: z.boolean().default(true),
  }),
  filters: { farm: IdList },
  ordering: ['url', 'farm_name', 'created_at'],
});

/** A new webhook with its secret, which is shown only once. */
export const NewWebhook = webhooks.row.extend({ secret: z.string() }).meta({ id: 'NewWebhook' });

/** An event for one address, with its latest attempt. `event_id` is the header `webhook-id`. */
export const WebhookEventRow = z
  .object({
    id: Id,
    event_id: z.string(),
    type: WebhookEvent,
    farm: Id.nullable(),
    data: z.record(z.string(), z.unknown()),
    created_at: z.string(),
    state: z.enum(WEBHOOK_STATES),
    attempts: z.int(),
    attempted_at: z.string().nullable(),
    next_attempt_at: z.string().nullable(),
    status: z.int().nullable(),
    error: z.enum(WEBHOOK_ERRORS),
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEventRow = z.infer<typeof WebhookEventRow>;

export const WebhookEventsQuery = ListQuery.pick({ page: true, page_size: true }).extend({ state: listOf(z.enum(WEBHOOK_STATES)) });

/** Events to send again, by id. */
export const WebhookReplay = z.object({ events: z.array(Id).min(1).max(1000) });
export const WebhookReplayed = z.object({ events: z.array(Id) }).meta({ id: 'WebhookReplayed' });
