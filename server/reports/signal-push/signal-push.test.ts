import { sql } from 'kysely';
import { beforeEach, expect } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { describeSignal } from '#common/format/signal-line.ts';
import { permissionsOf } from '#contract/access.ts';
import { addressList } from '#server/platform/http/address.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { type Caller, serverOn, type TestApi } from '#tests/support/api.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { type PushService, startPushService } from '#tests/support/push-service.ts';
import { putSignal } from '#tests/support/reports/signals.ts';
import { test as base } from '#tests/support/test.ts';
import { pushSignals } from './send.ts';

const NOW = '2026-03-10T12:00:00Z';
const PATH = 'user/signalpush/';
const test = base.override({ now: NOW });

let api: TestApi;
let farm: ReadyFarm;
let service: PushService;
test.beforeAll(async ({ api: started }) => {
  api = started;
  service = await startPushService();
});
test.afterAll(() => service.close());
beforeEach(async () => {
  api.services.pushNetworks = addressList(['127.0.0.0/8']);
  service.status = 201;
  service.messages.length = 0;
  api.setNow(NOW);
  farm = await makeReadyFarm(api);
});

const turnOn = async (caller: Caller = farm.client.owner) => {
  const browser = service.addBrowser();
  const { status, data, errors } = await caller.post(PATH, browser.subscription);
  expect([errors, status]).toEqual([undefined, 200]);
  return { browser, devices: data.devices };
};
const found = (values: Parameters<typeof putSignal>[2] = {}) =>
  putSignal(api, farm, { subject_id: Math.floor(Math.random() * 1e9), found_at: api.services.now().toISOString(), ...values });
/** Runs the job once. Returns the notifications that the browsers showed. */
const run = async () => {
  await pushSignals(api.services);
  return service.messages.splice(0);
};

test('a browser shows a new signal once, in its person’s language and in the words of the screen', async () => {
  await found({ subject_name: 'Before', found_at: '2026-03-10T11:59:59Z' });
  const { browser } = await turnOn();
  expect(await run()).toEqual([]);
  const id = await found({ subject_name: 'Силос' });
  const [message, ...none] = await run();
  expect(none).toEqual([]);
  const row = (await farm.client.owner.get(`manager/signals/${id}/`)).data;
  const t = await textsOf('uk');
  const format = createFormatter({ language: 'uk', units: 'kg', clock: '24', timezone: 'UTC', currency: 'UAH' });
  const { name, detail, money } = describeSignal(row, t, format);
  expect(message).toEqual({
    browser: browser.id,
    title: expect.stringMatching(/^Сигнали · Client \d+ · 1$/),
    body: `${name}: ${detail} · ${money}`,
    url: '/app/reports/signals?over=false',
    // Signed for this push service by the key that the browser subscribed with.
    signedBy: (await farm.client.owner.get(PATH)).data.key,
  });
  expect(message?.body).toContain('Силос: Запасу менше ніж на 7 днів · 3');
  expect(await run()).toEqual([]);
});

test('several signals are one notification with the most expensive first', async () => {
  await turnOn();
  for (const money of [10, 40, 20, 30, null]) await found({ subject_name: `Feed ${money}`, money });
  const [message, ...none] = await run();
  expect(none).toEqual([]);
  const lines = message?.body.split('\n') ?? [];
  expect(lines.map((line) => line.split(':')[0])).toEqual(['Feed 40', 'Feed 30', 'Feed 20', expect.stringContaining('2')]);
  expect(message?.title).toMatch(/· 5$/);
});

test('each person gets only the visible signals, by the rules, money and quiet hours of the mails', async () => {
  const group = await make(farm.client.owner, 'perm/groups/', { name: 'Loads', permissions: permissionsOf({ 'manger.load': 'v' }) });
  const feeder = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id });
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] });
  const { browser } = await turnOn(feeder.caller);
  const inside = `dashboard/clients/${farm.client.id}/${PATH}`;
  const ofConsultant = service.addBrowser();
  expect((await consultant.caller.post(inside, ofConsultant.subscription)).status).toBe(200);
  await found({ subject_name: 'Stock' });
  await found({ subject_name: '', rule: 'loading_bias', subject_kind: 'operator', subject_id: feeder.id });
  const messages = await run();
  expect(messages.find((one) => one.browser === browser.id)?.title).toMatch(/· 1$/);
  expect(messages.find((one) => one.browser === ofConsultant.id)).toMatchObject({
    title: expect.stringMatching(/· 2$/),
    url: `/app/clients/${farm.client.id}/reports/signals?over=false`,
  });
  await farm.client.owner.put(`perm/groups/${group.id}/`, { permissions: [] });
  await sql`delete from push_device where account_id = ${consultant.id}`.execute(api.database.forClient(farm.client.id));
  await found({ subject_name: '', rule: 'loading_bias', subject_kind: 'operator', subject_id: feeder.id, ingredient_id: farm.hay });
  expect(await run()).toEqual([]);

  api.setNow('2026-03-10T12:00:01Z');
  await turnOn();
  await farm.client.owner.put('user/signalmail/', {
    mode: 'none',
    rules: ['days_left'],
    money_from: 100,
    quiet_from: '22:00',
    quiet_to: '06:00',
  });
  await found({ subject_name: 'Cheap', money: 99 });
  await found({ subject_name: 'Other rule', rule: 'incomplete', subject_kind: 'feeding' });
  expect(await run()).toEqual([]);
  // Quiet hours go by the farm's clock.
  await moveTo(api, farm, '2026-03-10T20:30:00Z');
  await found({ subject_name: 'Night' });
  expect(await run()).toEqual([]);
  api.setNow('2026-03-11T04:00:00Z');
  expect(await run()).toMatchObject([{ body: expect.stringMatching(/^Night: /) }]);
});

test.for([404, 410])(
  'an address that is gone (%i) gets nothing more, and the person sees it until the browser is turned on again',
  async (gone) => {
    const { browser } = await turnOn();
    const { browser: other } = await turnOn();
    service.answers.set(browser.id, gone);
    await found();
    expect((await run()).map((one) => one.browser)).toEqual([other.id]);
    await found();
    const before = service.requests;
    expect((await run()).map((one) => one.browser)).toEqual([other.id]);
    expect(service.requests - before).toBe(1);
    const read = async () => (await farm.client.owner.get(PATH)).data.devices;
    expect((await read()).map((device: { gone_at: string | null }) => device.gone_at)).toEqual([null, NOW]);

    service.answers.clear();
    expect((await farm.client.owner.post(PATH, browser.subscription)).data.devices[1]).toMatchObject({ gone_at: null });
    await found();
    expect((await run()).map((one) => one.browser).toSorted()).toEqual([browser.id, other.id].toSorted());
  },
);

test('a push service that fails is tried again later, and two servers send once', async () => {
  await turnOn();
  service.status = 503;
  await found();
  expect(await run()).toEqual([]);
  service.status = 201;
  expect(await run()).toEqual([]);
  const later = '2026-03-10T12:01:00Z';
  api.setNow(later);
  const second = await serverOn(api.url);
  second.services.pushNetworks = api.services.pushNetworks;
  second.setNow(later);
  await Promise.all([pushSignals(api.services), pushSignals(second.services)]);
  expect(service.messages.length).toBe(1);
  await second.close();
});

test.for([
  ['endpoint', { endpoint: 'https://10.0.0.1/push' }],
  ['endpoint', { endpoint: 'https://[::1]/push' }],
  ['endpoint', { endpoint: 'ftp://push.test/' }],
  ['keys.p256dh', { keys: { p256dh: 'short', auth: 'A'.repeat(22) } }],
  ['keys', { keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }],
] as const)('a wrong %s is refused at its field', async ([field, values]) => {
  // Networks of webhooks aren't open to notifications.
  api.services.webhookNetworks = addressList(['10.0.0.0/8', '::1']);
  api.services.pushNetworks = addressList([]);
  const { subscription } = service.addBrowser();
  const { status, errors } = await farm.client.owner.post(PATH, { ...subscription, endpoint: 'https://push.test/1', ...values });
  expect([status, Object.keys(errors)]).toEqual([400, [field]]);
});

test('a name that resolves to a private address gets no connection', async () => {
  const { browser } = await turnOn();
  api.services.webhookNetworks = addressList(['127.0.0.0/8']);
  api.services.pushNetworks = addressList([]);
  const endpoint = browser.subscription.endpoint.replace('http://127.0.0.1', 'https://push.test');
  await sql`update push_device set endpoint = ${endpoint}`.execute(api.database.forClient(farm.client.id));
  await found();
  await pushSignals(api.services, (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]));
  expect(service.messages).toEqual([]);
  expect((await farm.client.owner.get(PATH)).data.devices[0].gone_at).toBeNull();
});

test('a browser belongs to one person: others neither see nor remove it, and the next account takes it over', async () => {
  const { browser, devices } = await turnOn();
  const colleague = await makeAccount(api, { user_type: 'client', client_id: farm.client.id });
  const stranger = await makeReadyFarm(api);
  for (const caller of [colleague.caller, stranger.client.owner]) {
    expect((await caller.get(PATH)).data.devices).toEqual([]);
    expect((await caller.delete(`${PATH}${devices[0].id}/`)).status).toBe(404);
  }
  expect((await stranger.client.owner.post(PATH, browser.subscription)).status).toBe(200);
  expect((await farm.client.owner.get(PATH)).data.devices).toEqual([]);
  const own = (await stranger.client.owner.get(PATH)).data.devices[0];
  expect((await stranger.client.owner.delete(`${PATH}${own.id}/`)).status).toBe(204);
  expect((await stranger.client.owner.get(PATH)).data.devices).toEqual([]);
});

test('personal data contain the browsers, and erasing removes them', async () => {
  const feeder = await makeAccount(api, { user_type: 'client', client_id: farm.client.id });
  await turnOn(feeder.caller);
  await found();
  expect((await run()).length).toBe(1);
  expect((await feeder.caller.get('auth/me/export/')).data.signal_pushes).toEqual([
    { client: farm.client.id, agent: '', since: NOW, sent: 1 },
  ]);
  const root = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
  expect((await root.caller.delete(`dashboard/users/${feeder.id}/`)).status).toBe(204);
  await found();
  expect(await run()).toEqual([]);
  for (const table of ['push_device', 'pushed_signal'])
    expect(
      (await sql`select from ${sql.table(table)} where client_id = ${farm.client.id}`.execute(api.database.acrossClients())).rows,
    ).toEqual([]);
});
