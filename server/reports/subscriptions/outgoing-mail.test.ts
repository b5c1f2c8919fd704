import { sql } from 'kysely';
import { expect } from 'vitest';
import { createMailer } from '#server/platform/runtime/mailer.ts';
import { reportsJobs } from '#server/reports/index.ts';
import type { TestApi } from '#tests/support/api.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import type { MailServer } from '#tests/support/mail-server.ts';
import { putSignal } from '#tests/support/reports/signals.ts';
import { confirmAll, DAILY, makeSaved, turn } from '#tests/support/reports/subscriptions.ts';
import { test } from '#tests/support/test.ts';

const NOW = '2026-03-10T06:00:00Z';
const NOTHING = { sent_at: null, failed: null };
let api: TestApi;
let mail: MailServer;
let farm: ReadyFarm;

test.override('now', NOW);
test.beforeAll(async ({ api: server, mail: inbox, farm: ready }) => {
  [api, mail, farm] = [server, inbox, ready];
  api.services.publicUrl = 'https://manger.test';
  await makeSchedule(farm, '2026-03-10');
});

async function turnAt(time: string) {
  api.setNow(time);
  await turn(api);
  api.setNow(NOW);
}
const owner = () => farm.client.owner;
const ways = async (caller = owner()) => (await caller.get('report/subscriptions/ways/')).data.last;
const all = async (caller: TestApi['nobody']) => caller.get('dashboard/mail/');

test('reports when the last mail was sent, and why a later one failed, without addresses', async ({ root }) => {
  expect(await ways()).toEqual(NOTHING);
  expect((await all(root)).data).toEqual({
    available: true,
    sender: 'Manger <reports@manger.test>',
    last: NOTHING,
    waiting: 0,
    oldest_at: null,
  });
  const saved = await makeSaved(owner(), farm.farm);
  const { status } = await owner().post('report/subscriptions/', { saved: saved.id, ...DAILY, recipients: ['boss@farm.test'] });
  expect(status).toBe(201);
  await confirmAll(api);
  await turnAt('2026-03-11T04:00:00Z');
  expect(await ways()).toEqual({ sent_at: '2026-03-11T04:00:00Z', failed: null });

  mail.answer = () => 550;
  await turnAt('2026-03-12T04:00:00Z');
  const refused = { at: '2026-03-12T04:00:00Z', error: '550 no room for …', again_at: null };
  expect(await ways()).toEqual({ sent_at: '2026-03-11T04:00:00Z', failed: refused });

  // A mail that is tried again is listed with its reason until it is sent.
  const { mailer } = api.services;
  api.services.mailer = createMailer('smtp://reports:secret@127.0.0.1:1', 'Manger <reports@manger.test>');
  await turnAt('2026-03-13T04:00:00Z');
  const away = { at: '2026-03-13T04:00:00Z', error: 'unreachable', again_at: '2026-03-13T04:01:00Z' };
  expect((await ways()).failed).toEqual(away);
  const { data } = await all(root);
  expect(data).toMatchObject({ last: { failed: away }, waiting: 1, oldest_at: '2026-03-13T04:00:00Z' });
  expect(JSON.stringify(data)).not.toMatch(/secret|127\.0\.0\.1|farm\.test/);
  api.services.mailer = mailer;
  mail.answer = () => undefined;
  await turnAt('2026-03-13T04:01:00Z');
  expect(await ways()).toEqual({ sent_at: '2026-03-13T04:01:00Z', failed: null });
  expect((await all(root)).data).toMatchObject({ last: { failed: null }, waiting: 0, oldest_at: null });
});

test('each client sees its own failures; only the operator of the installation sees all', async ({ root }) => {
  const other = await makeReadyFarm(api);
  expect(await ways(other.client.owner)).toEqual(NOTHING);
  expect((await all(root)).data.last.sent_at).toBe('2026-03-13T04:01:00Z');
  for (const user_type of ['admin', 'staff', 'consultant'] as const) {
    const { caller } = await makeAccount(api, { user_type, clients: [farm.client.id] });
    expect((await all(caller)).status, user_type).toBe(403);
  }
  expect((await all(owner())).status).toBe(403);
  api.services.mailer = null;
  expect((await all(root)).data).toMatchObject({ available: false, sender: '' });
});

test('a person sees the failures of their own signal mails and of the request to their address', async ({ mail: inbox }) => {
  api.services.mailer = createMailer(inbox.url, 'Manger <reports@manger.test>');
  const at = await makeReadyFarm(api);
  const colleague = await makeAccount(api, { user_type: 'client', client_id: at.client.id });
  const last = async (caller = at.client.owner) => (await caller.get('user/signalmail/')).data.last;
  api.setNow(NOW);
  mail.answer = () => 550;
  expect((await at.client.owner.put('user/signalmail/', { mode: 'at_once' })).data.last).toEqual(NOTHING);
  await turn(api);
  expect((await last()).failed).toEqual({ at: NOW, error: '550 no room for …', again_at: null });
  mail.answer = () => undefined;
  await confirmAll(api);
  await sql`update mail_address set error = '', failed_at = null`.execute(api.database.acrossClients());
  await putSignal(api, at, { subject_id: 7, found_at: NOW });

  await reportsJobs.find(({ name }) => name === 'signal mails')!.run(api.services);
  await turn(api);
  expect(await last()).toEqual({ sent_at: NOW, failed: null });
  expect(await last(colleague.caller)).toEqual(NOTHING);
});
