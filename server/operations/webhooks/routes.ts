import { sql } from 'kysely';
import { z } from 'zod';
import {
  NewWebhook,
  WebhookEventRow,
  WebhookEventsQuery,
  WebhookReplay,
  WebhookReplayed,
  webhooks,
} from '#contract/operations/webhooks.ts';
import { ListQuery, many, one } from '#contract/resource.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { create, get, remove, update } from '#server/platform/resource/crud.ts';
import { list } from '#server/platform/resource/list.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { notify } from '#server/platform/runtime/events.ts';
import { eventIdSql } from './outbox.ts';
import { newWebhookSecret } from './signature.ts';
import { webhookTable } from './table.ts';

const table = anyTable(webhookTable);
const path = `/${webhooks.path}`;
// The right to change a farm includes its webhooks, as it includes its access keys.
const common = { scope: 'client', need: { item: 'farm', action: 'change' }, people: true } as const;

const listEvents = async (context: ClientContext, webhook: number, { page, page_size, state }: z.output<typeof WebhookEventsQuery>) => {
  const isShown = sql`client_id = ${context.client} and webhook_id = ${webhook} and (${state.length === 0} or state = any(${state}::text[]))`;
  const { rows } = await sql<WebhookEventRow & { total: number }>`
    select id, ${eventIdSql} as event_id, type, farm_id as farm, data, created_at, state, attempts, attempted_at,
      case when state = 'waiting' then next_attempt_at end as next_attempt_at, status, error
    from webhook_event where ${isShown} order by id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(context.db);
  const { rows: counts } = await sql<{ count: number }>`select count(*)::integer as count from webhook_event where ${isShown}`.execute(
    context.db,
  );
  return { data: rows, count: counts[0]?.count ?? 0 };
};

/** Puts events back into the outbox, with their ids. Events of other webhooks are ignored. */
const replayEvents = (context: ClientContext, webhook: number, events: readonly number[]) =>
  context.write(async (tx) => {
    await get(tx, table, context, webhook);
    const { rows } = await sql<{ id: number }>`
      update webhook_event set state = 'waiting', attempts = 0, next_attempt_at = null, error = ''
      where client_id = ${context.client} and webhook_id = ${webhook} and id = any(${events}::bigint[]) returning id`.execute(tx);
    await notify(tx, context.client, 'webhooks', [webhook]);
    return rows.map(({ id }) => id).toSorted((a, b) => a - b);
  });

export const webhookEndpoints: Endpoint[] = [
  endpoint({
    ...common,
    method: 'get',
    path,
    summary: 'Webhooks: addresses that are notified of events',
    query: ListQuery.extend(webhooks.filters),
    response: many(webhooks.row),
    handle: (context, { query }) => list(table, context, query),
  }),
  endpoint({
    ...common,
    method: 'get',
    path: `${path}/{id}`,
    summary: 'One webhook',
    shows: 'webhooks',
    response: one(webhooks.row),
    handle: async (context, { id }) => ({ data: await get(context.db, table, context, id) }),
  }),
  endpoint({
    ...common,
    method: 'post',
    path,
    summary: 'Add a webhook; only this answer contains its secret',
    secret: true,
    body: webhooks.create,
    status: 201,
    response: one(NewWebhook),
    async handle(context, { body }) {
      const secret = body.secret ?? newWebhookSecret();
      return { data: { ...(await create(context, table, { ...body, secret })), secret } };
    },
  }),
  endpoint({
    ...common,
    method: 'put',
    path: `${path}/{id}`,
    summary: 'Change a webhook, or activate a disabled one',
    body: webhooks.update,
    response: one(webhooks.row),
    handle: async (context, { id, body }) => ({ data: await update(context, table, id, body) }),
  }),
  endpoint({
    ...common,
    method: 'delete',
    path: `${path}/{id}`,
    summary: 'Delete a webhook at once; its waiting events are not sent',
    status: 204,
    response: z.null(),
    handle: async (context, { id }) => remove(context, table, id).then(() => null),
  }),
  endpoint({
    ...common,
    method: 'get',
    path: `${path}/{id}/events`,
    summary: 'Events of a webhook with their latest attempts, newest first',
    query: WebhookEventsQuery,
    response: many(WebhookEventRow),
    async handle(context, { id, query }) {
      await get(context.db, table, context, id);
      return listEvents(context, id, query);
    },
  }),
  endpoint({
    ...common,
    method: 'post',
    path: `${path}/{id}/replay`,
    summary: 'Send events again, with the same ids',
    body: WebhookReplay,
    response: one(WebhookReplayed),
    handle: async (context, { id, body }) => ({ data: { events: await replayEvents(context, id, body.events) } }),
  }),
];
