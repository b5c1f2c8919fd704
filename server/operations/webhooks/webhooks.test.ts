import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { permissionsOf } from '#contract/access.ts';
import { WEBHOOK_EVENTS, type WebhookEventRow } from '#contract/operations/webhooks.ts';
import { addressList } from '#server/platform/http/address.ts';
import type { Mail } from '#server/platform/runtime/mailer.ts';
import { keep } from '#server/reports/signals/keep.ts';
import { type Caller, serverOn, type TestApi } from '#tests/support/api.ts';
import { make, makeAccount, makeClient } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';
import { deleteOldEvents, sendWebhookEvents } from './outbox.ts';
import { reportDisabledWebhooks } from './report-disabled.ts';
import { signWebhook } from './signature.ts';

const DAY = '2026-03-10';
const NOW = `${DAY}T09:00:00Z`;
const path = 'manager/webhooks/';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const test = base.override({ now: NOW });

interface Received {
  id: string;
  type: string;
  data: Record<string, unknown>;
  /** True if id, time and body have the signature of `SECRET`. */
  isSigned: boolean;
}
let server: Server;
let address: string;
let status = 200;
let received: Received[] = [];
const byType = (type: string) => received.filter((event) => event.type === type);

test.beforeAll(async ({ api }) => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers as Record<string, string>;
    const isSigned = signature === signWebhook(SECRET, { id: id ?? '', timestamp: Number(timestamp), body });
    received.push({ id: id ?? '', isSigned, ...JSON.parse(body) });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  api.services.webhookNetworks = addressList(['127.0.0.0/8']);
});
test.afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));
test.beforeEach(async ({ api }) => {
  api.setNow(NOW);
  status = 200;
  await sendWebhookEvents(api.services);
  received = [];
});

const owner = (farm: ReadyFarm) => farm.client.owner;
let serial = 0;
async function makeWebhook(farm: ReadyFarm, values: object = {}): Promise<number> {
  serial += 1;
  const created = await owner(farm).post(path, {
    farm: farm.farm,
    url: `${address}/${serial}`,
    events: WEBHOOK_EVENTS,
    secret: SECRET,
    ...values,
  });
  expect([created.errors, created.status]).toEqual([undefined, 201]);
  return created.data.id;
}
const listEvents = async (farm: ReadyFarm, id: number): Promise<WebhookEventRow[]> => (await owner(farm).get(`${path}${id}/events/`)).data;
const deliver = (caller: Caller, farm: ReadyFarm) =>
  caller.post('manager/deliveries/', { farm: farm.farm, delivery_type: 'delivery', ingredient: farm.silage, value: 1000, price: 2 });

test('a secret is shown once and stored sealed; a new one is made by default', async ({ api, farm }) => {
  const { data } = await owner(farm).post(path, { farm: farm.farm, url: `${address}/secret`, events: ['delivery.created'] });
  expect(data.secret).toMatch(/^whsec_/);
  const [row] = (await owner(farm).get(`${path}?search=secret`)).data;
  expect(row).toMatchObject({ id: data.id, events: ['delivery.created'], active: true, disabled_at: null, waiting: 0, failed: 0 });
  expect(JSON.stringify(row)).not.toContain(data.secret);
  const { rows } = await sql<{ all: string }>`
    select (select string_agg(h::text, '') from history h) || (select string_agg(encode(w.secret, 'escape'), '') from webhook w) as all`.execute(
    api.database.forClient(farm.client.id),
  );
  expect(rows[0]?.all).not.toContain(data.secret.slice(6));
  expect((await owner(farm).delete(`${path}${data.id}/`)).status).toBe(204);
});

test('deliveries, loads, unloads, closed months and signals arrive once, signed', async ({ api, farm }) => {
  const id = await makeWebhook(farm);
  const { data: delivery } = await deliver(owner(farm), farm);
  await owner(farm).put(`manager/deliveries/${delivery.id}/`, { price: 3 });
  await owner(farm).delete(`manager/deliveries/${delivery.id}/`);
  const { id: schedule } = await makeSchedule(farm, DAY);
  const at = `schedule/schedules/${schedule}`;
  await owner(farm).put(`${at}/load/`, { status: 'in_process' });
  await owner(farm).put(`${at}/load/`, { status: 'loaded', items: [{ ingredient: farm.silage, weight_fact: 3000 }] });
  await owner(farm).put(`${at}/upload/`, { status: 'out_process' });
  await owner(farm).put(`${at}/upload/`, { status: 'uploaded', groups: [{ group: farm.heifers, weight_fact: 900 }] });
  await owner(farm).post('manager/months/', { farm: farm.farm, month: '2026-02' });
  const found = {
    id: null,
    farm: farm.farm,
    rule: 'refusals',
    subject_kind: 'farm',
    subject: farm.farm,
    name: null,
    ingredient: 0,
  } as const;
  const figures = { value: 1, bound: 1, target: 1, kg: null, money: null, since: DAY, last: DAY, over: false };
  await keep(api.database.forClient(farm.client.id), farm.client.id, [{ ...found, ...figures } as never], [], NOW);

  await sendWebhookEvents(api.services);
  await sendWebhookEvents(api.services);
  expect(received.map(({ type }) => type).toSorted()).toEqual(WEBHOOK_EVENTS.toSorted());
  expect(received.every(({ isSigned }) => isSigned)).toBe(true);
  expect(byType('delivery.created')[0]?.data).toEqual({ resource: 'deliveries', id: delivery.id, farm: farm.farm });
  expect(byType('feeding.loaded')[0]?.data).toEqual({ resource: 'schedules', id: schedule, farm: farm.farm });
  expect(byType('month.closed')[0]?.data).toMatchObject({ resource: 'month_closes', month: '2026-02' });
  expect(byType('signal.raised')[0]?.data).toMatchObject({ resource: 'signals', rule: 'refusals' });
  expect(new Set(received.map((event) => event.id)).size).toBe(WEBHOOK_EVENTS.length);
  const events = await listEvents(farm, id);
  expect(events.every(({ state, attempts, status: answer }) => state === 'sent' && attempts === 1 && answer === 200)).toBe(true);
  expect(new Set(events.map((event) => event.event_id))).toEqual(new Set(received.map((event) => event.id)));
  await owner(farm).delete(`${path}${id}/`);
});

test('an altered body, time or id breaks the signature, and a repeated event has its id', async ({ api, farm }) => {
  const id = await makeWebhook(farm, { events: ['delivery.created'] });
  await deliver(owner(farm), farm);
  await sendWebhookEvents(api.services);
  const signed = { id: 'evt_1_1', timestamp: 1, body: '{"kg":1}' };
  const signature = signWebhook(SECRET, signed);
  for (const altered of [{ id: 'evt_1_2' }, { timestamp: 2 }, { body: '{"kg":10}' }]) {
    expect(signWebhook(SECRET, { ...signed, ...altered })).not.toBe(signature);
  }
  expect(signWebhook(`${SECRET.slice(0, -2)}AA`, signed)).not.toBe(signature);
  const [event] = await listEvents(farm, id);
  const { data } = await owner(farm).post(`${path}${id}/replay/`, { events: [event?.id, 999_999] });
  expect(data.events).toEqual([event?.id]);
  await sendWebhookEvents(api.services);
  expect(received.map((one) => one.id)).toEqual([event?.event_id, event?.event_id]);
  await owner(farm).delete(`${path}${id}/`);
});

test('an event is tried eight times over a day, then its address is disabled until a person activates it', async ({ api, farm }) => {
  const id = await makeWebhook(farm, { events: ['delivery.created'] });
  status = 500;
  await deliver(owner(farm), farm);
  let now = Date.parse(NOW);
  for (const minutes of [0, 1, 5, 15, 60, 180, 360, 720]) {
    now += minutes * 60_000 - 1;
    await moveTo(api, farm, new Date(now).toISOString());
    const before = received.length;
    if (minutes > 0) await sendWebhookEvents(api.services);
    expect([minutes, received.length]).toEqual([minutes, before]);
    now += 1;
    api.setNow(new Date(now));
    await sendWebhookEvents(api.services);
    expect([minutes, received.length]).toEqual([minutes, before + 1]);
  }
  await moveTo(api, farm, new Date(now).toISOString());
  expect(new Set(received.map((event) => event.id)).size).toBe(1);
  const read = async () => (await owner(farm).get(`${path}${id}/`)).data;
  expect(await read()).toMatchObject({
    active: false,
    disabled_at: new Date(now).toISOString().replace('.000Z', 'Z'),
    disabled_reason: 'status',
    failed: 1,
  });
  // A disabled address gets no further events.
  await deliver(owner(farm), farm);
  await sendWebhookEvents(api.services);
  expect(received.length).toBe(8);

  status = 200;
  expect((await owner(farm).put(`${path}${id}/`, { active: true })).data).toMatchObject({
    active: true,
    disabled_at: null,
    disabled_reason: '',
  });
  await owner(farm).post(`${path}${id}/replay/`, { events: (await listEvents(farm, id)).map((event) => event.id) });
  await sendWebhookEvents(api.services);
  expect([received.length, await read()]).toEqual([9, expect.objectContaining({ waiting: 0, failed: 0 })]);
  await moveTo(api, farm, NOW);
  await owner(farm).delete(`${path}${id}/`);
});

test('an address that answers 410 is disabled at once, and its owner with a confirmed address gets one mail', async ({ api, farm }) => {
  const id = await makeWebhook(farm, { events: ['delivery.created'] });
  status = 410;
  await deliver(owner(farm), farm);
  await sendWebhookEvents(api.services);
  expect((await owner(farm).get(`${path}${id}/`)).data).toMatchObject({ active: false, disabled_reason: 'gone', failed: 1 });
  const mails: Mail[] = [];
  api.services.mailer = { from: 'manger@x.test', send: async (mail) => void mails.push(mail) };
  await reportDisabledWebhooks(api.services);
  expect(mails).toEqual([]);
  await sql`
    insert into mail_address (client_id, email, state, language)
    select client_id, lower(email), 'confirmed', language from account where client_id = ${farm.client.id} and user_type = 'client'`.execute(
    api.database.acrossClients(),
  );
  await reportDisabledWebhooks(api.services);
  const sent = mails.length;
  expect(mails[0]?.subject).toBe('Вебхуки · Вимкнено');
  await reportDisabledWebhooks(api.services);
  expect([sent > 0, mails.length, new Set(mails.map((mail) => mail.id)).size]).toEqual([true, sent, sent]);
  expect(mails[0]?.text).toContain(address);
  api.services.mailer = null;
  await owner(farm).delete(`${path}${id}/`);
});

test('home reports the disabled webhooks of the list to people who may activate them', async ({ api, farm }) => {
  const neighbour = await makeReadyFarm(api, 'Europe/Kyiv', farm.client);
  const [first, second, ofNeighbour] = [await makeWebhook(farm), await makeWebhook(farm), await makeWebhook(neighbour)];
  const onHome = async (caller: Caller, at = '') => (await caller.get(`${at}report/home/wrong/`)).data.webhooks;
  const onList = async (at = '') =>
    (await owner(farm).get(`${at}${path}?page_size=1000`)).data.filter((row: { disabled_at: string | null }) => row.disabled_at !== null);
  const group = await make(owner(farm), 'perm/groups/', { name: 'Readers', permissions: permissionsOf({ 'manger.dashboard': 'v' }) });
  const reader = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id });
  expect(await onHome(owner(farm))).toBeNull();

  status = 410;
  await deliver(owner(farm), farm);
  await deliver(owner(farm), neighbour);
  await sendWebhookEvents(api.services);
  const disabled = await onList();
  expect(disabled.map((row: { id: number }) => row.id).toSorted()).toEqual([first, second, ofNeighbour].toSorted());
  expect(await onHome(owner(farm))).toMatchObject({ count: disabled.length });
  const ofFarm = `dashboard/clients/${farm.client.id}/farms/${neighbour.farm}/`;
  const [row] = await onList(ofFarm);
  expect(await onHome(owner(farm), ofFarm)).toEqual({ count: 1, url: row.url, farm: neighbour.farm, company: neighbour.company });
  expect(await onHome(reader.caller)).toBeNull();

  await owner(farm).put(`${path}${first}/`, { active: true });
  await owner(farm).delete(`${path}${ofNeighbour}/`);
  expect((await onHome(owner(farm))).count).toBe(1);
  await owner(farm).put(`${path}${second}/`, { active: true });
  expect(await onHome(owner(farm))).toBeNull();
  for (const id of [first, second]) await owner(farm).delete(`${path}${id}/`);
});

test('an event survives a server that dies in its attempt, and arrives with one id', async ({ api, farm }) => {
  const id = await makeWebhook(farm, { events: ['delivery.created'] });
  await deliver(owner(farm), farm);
  const second: TestApi = await serverOn(api.url);
  second.services.webhookNetworks = api.services.webhookNetworks;
  second.setNow(NOW);
  // The first server takes the event and never records an outcome.
  await sql`update webhook_event set attempts = 1, next_attempt_at = ${`${DAY}T09:10:00Z`} where webhook_id = ${id}`.execute(
    api.database.forClient(farm.client.id),
  );
  await sendWebhookEvents(second.services);
  expect(received).toEqual([]);
  second.setNow(`${DAY}T09:10:00Z`);
  // Both servers send at the same moment, and one of them takes the event.
  api.setNow(`${DAY}T09:10:00Z`);
  await Promise.all([sendWebhookEvents(second.services), sendWebhookEvents(api.services)]);
  expect(received.map((event) => event.id)).toEqual([(await listEvents(farm, id))[0]?.event_id]);
  await second.close();
  await owner(farm).delete(`${path}${id}/`);
});

test('a change that is rolled back queues no event', async ({ api, farm }) => {
  const id = await makeWebhook(farm, { events: ['delivery.created'] });
  const refused = await owner(farm).post('manager/deliveries/', {
    farm: farm.farm,
    delivery_type: 'sale',
    ingredient: farm.silage,
    value: -1,
    price: 1,
  });
  expect(refused.status).toBe(400);
  await sendWebhookEvents(api.services);
  expect([received, await listEvents(farm, id)]).toEqual([[], []]);
  await owner(farm).delete(`${path}${id}/`);
});

test('events stay within their farm and client, and webhooks are hidden from others', async ({ api, farm }) => {
  const neighbour = await makeReadyFarm(api, 'Europe/Kyiv', farm.client);
  const foreign = await makeReadyFarm(api);
  const ofFarm = await makeWebhook(farm, { events: ['delivery.created'] });
  const ofAll = await makeWebhook(farm, { events: ['delivery.created'], all_farms: true });
  await deliver(owner(farm), neighbour);
  await deliver(owner(foreign), foreign);
  await sendWebhookEvents(api.services);
  expect(received.map(({ data }) => data.farm)).toEqual([neighbour.farm]);
  const [event] = await listEvents(farm, ofAll);
  for (const at of [`${path}${ofAll}/`, `${path}${ofAll}/events/`]) expect((await owner(foreign).get(at)).status).toBe(404);
  expect((await owner(foreign).put(`${path}${ofAll}/`, { active: false })).status).toBe(404);
  expect((await owner(foreign).post(`${path}${ofAll}/replay/`, { events: [event?.id] })).status).toBe(404);
  expect((await owner(foreign).delete(`${path}${ofAll}/`)).status).toBe(404);
  expect((await owner(foreign).get(path)).count).toBe(0);
  // Ids of another webhook's events are ignored.
  expect((await owner(farm).post(`${path}${ofFarm}/replay/`, { events: [event?.id] })).data.events).toEqual([]);
  const staff = await makeAccount(api, { user_type: 'staff', clients: [farm.client.id] });
  expect((await staff.caller.get(`dashboard/clients/${farm.client.id}/${path}`)).status).toBe(403);
  for (const id of [ofFarm, ofAll]) await owner(farm).delete(`${path}${id}/`);
});

test.for([
  ['url', { url: 'ftp://x.test/' }],
  ['url', { url: 'https://user:password@x.test/' }],
  ['url', { url: 'https://10.0.0.1/' }],
  ['url', { url: 'http://169.254.169.254/latest' }],
  ['events', { events: [] }],
  ['events.0', { events: ['everything'] }],
  ['secret', { secret: 'short' }],
] as const)('a wrong %s is refused at its field', async ([field, values], { farm }) => {
  const { status: answer, errors } = await owner(farm).post(path, {
    farm: farm.farm,
    url: `${address}/wrong`,
    events: ['month.closed'],
    ...values,
  });
  expect([answer, Object.keys(errors)]).toEqual([400, [field]]);
});

test('events of a month ago are deleted, except waiting ones', async ({ api }) => {
  const client = await makeClient(api);
  expect((await client.owner.get(path)).count).toBe(0);
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::integer as n from webhook_event`.execute(api.database.acrossClients())).rows[0]?.n ?? 0;
  expect(await count()).toBeGreaterThan(0);
  api.setNow(new Date(Date.now() + 40 * 86_400_000));
  await deleteOldEvents(api.services);
  const { rows } = await sql<{ state: string }>`select distinct state from webhook_event`.execute(api.database.acrossClients());
  expect(rows.every(({ state }) => state === 'waiting')).toBe(true);
});
