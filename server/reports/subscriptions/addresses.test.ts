import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { expect } from 'vitest';
import { createApp } from '#server/app.ts';
import { openDatabase } from '#server/db/database.ts';
import { migrations } from '#server/db/migrate.ts';
import { transact } from '#server/platform/transact.ts';
import type { TestApi } from '#tests/support/api.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { decoded, type MailServer } from '#tests/support/mail-server.ts';
import { DAILY, type Made, makeSaved, turn } from '#tests/support/reports/subscriptions.ts';
import { test } from '#tests/support/test.ts';
import { takeFromDay } from './daily-bound.ts';

const path = 'report/subscriptions/';
const NOW = '2026-03-10T06:00:00Z';
let api: TestApi;
let mail: MailServer;
let farm: ReadyFarm;
let saved: { id: number };

test.beforeAll(({ api: server, mail: inbox }) => {
  [api, mail] = [server, inbox];
  api.services.publicUrl = 'https://manger.test';
});
test.beforeEach(async () => {
  mail.mails.length = 0;
  mail.answer = () => undefined;
  api.services.mailBounds = { reports: 500, requests: 50 };
  api.setNow(NOW);
  for (const table of ['report_subscription', 'mail_address'])
    await sql`delete from ${sql.table(table)}`.execute(api.database.acrossClients());
  farm = await makeReadyFarm(api);
  await makeSchedule(farm, '2026-03-10');
  saved = await makeSaved(farm.client.owner, farm.farm);
});

const owner = () => farm.client.owner;
const subscribe = (recipients: string[], values: object = {}) =>
  owner().post<Made>(path, { saved: saved.id, ...DAILY, recipients, ...values });
/** Runs the jobs at that time. The sessions of the test have expired by then. */
async function turnAt(time: string) {
  api.setNow(time);
  await turn(api);
  api.setNow(NOW);
}
const read = async (id: number): Promise<Made> => (await owner().get(`${path}${id}/`)).data;
const sendings = async (id: number) => (await owner().get(`${path}${id}/sendings/`)).data;
const sentTo = () => mail.mails.map(({ to }) => to).sort();
const secretIn = (raw: string) => /reports-by-mail\/([\w-]+)/.exec(decoded(raw))?.[1] ?? '';
const answer = (secret: string, wanted: boolean) => api.nobody.post('report/mail-consent/answer/', { secret, wanted });
/** The first mail to the address: the request for consent. */
async function questionTo(email: string): Promise<string> {
  await turn(api);
  const [asked] = mail.mails.filter(({ to }) => to === email);
  return asked?.raw ?? '';
}

test('a new address gets one mail with a link, and no report until its owner confirms; what fell due meanwhile comes then', async () => {
  const { data } = await subscribe(['boss@farm.test'], { language: 'de' });
  expect(data.addresses).toEqual([{ email: 'boss@farm.test', state: 'waiting', requested_at: NOW, error: '' }]);
  const raw = await questionTo('boss@farm.test');
  expect(raw).toMatch(/^Content-Language: de/m);
  expect(decoded(raw)).toMatch(/möchte Berichte an boss@farm.test schicken/);
  expect(raw).not.toContain('spreadsheetml');
  for (const day of ['11', '12', '13']) await turnAt(`2026-03-${day}T04:00:05Z`);
  expect(sentTo()).toEqual(['boss@farm.test']);
  expect(await sendings(data.id)).toMatchObject([{ state: 'held', due_at: '2026-03-13T04:00:00Z', from_day: '2026-03-12' }]);
  expect((await read(data.id)).last_state).toBe('held');

  const secret = secretIn(raw);
  const looked = await api.nobody.post('report/mail-consent/look/', { secret });
  expect(looked.data).toMatchObject({ email: 'boss@farm.test', language: 'de', state: 'waiting' });
  await turn(api);
  expect(sentTo()).toHaveLength(1);
  expect((await answer(secret, true)).data).toMatchObject({ state: 'confirmed' });
  expect((await read(data.id)).addresses).toMatchObject([{ state: 'confirmed' }]);
  await turn(api);
  expect(await sendings(data.id)).toMatchObject([{ state: 'sent', due_at: '2026-03-13T04:00:00Z' }]);
  await turnAt('2026-03-14T04:00:05Z');
  expect(sentTo()).toHaveLength(3);
  expect(secretIn(mail.mails[2]!.raw)).toBe(secret);
});

test('an owner who declined gets no mail, however often the client names the address, and may change this decision', async () => {
  const { data } = await subscribe(['boss@farm.test', 'else@farm.test']);
  await turnAt('2026-03-11T04:00:05Z');
  const secret = secretIn(mail.mails.find(({ to }) => to === 'boss@farm.test')!.raw);
  expect((await answer(secret, false)).data).toMatchObject({ state: 'declined' });
  expect(await sendings(data.id)).toMatchObject([
    { recipient: 'boss@farm.test', state: 'failed', error: 'declined' },
    { recipient: 'else@farm.test', state: 'held' },
  ]);
  mail.mails.length = 0;
  await owner().delete(`${path}${data.id}/`);
  const again = await subscribe(['BOSS@farm.test']);
  expect(again.data.addresses).toMatchObject([{ email: 'boss@farm.test', state: 'declined' }]);
  expect((await owner().post(`${path}${again.data.id}/ask/`, { email: 'boss@farm.test' })).status).toBe(204);
  expect((await owner().post(`${path}${again.data.id}/send/`, {})).errors.recipients?.[0]?.code).toBe('none_confirmed');
  await turnAt('2026-03-12T04:00:05Z');
  expect(mail.mails).toEqual([]);
  expect(await sendings(again.data.id)).toEqual([]);
  await answer(secret, true);
  await turnAt('2026-03-13T04:00:05Z');
  expect(sentTo()).toEqual(['boss@farm.test']);
});

test('a mail waiting for a removed recipient is never sent', async () => {
  const { data } = await subscribe(['boss@farm.test', 'else@farm.test']);
  await turnAt('2026-03-11T04:00:05Z');
  const secret = secretIn(mail.mails.find(({ to }) => to === 'boss@farm.test')!.raw);
  await owner().put(`${path}${data.id}/`, { recipients: ['else@farm.test'] });
  await answer(secret, true);
  mail.mails.length = 0;
  await turnAt('2026-03-11T04:01:00Z');
  expect(mail.mails).toEqual([]);
  expect(await sendings(data.id)).toMatchObject([{ recipient: 'else@farm.test', state: 'held' }]);
});

test('it is asked again on a wish alone, once a day at most, and only those whom the subscription names', async () => {
  const { data } = await subscribe(['boss@farm.test']);
  const ask = (email: string) => owner().post(`${path}${data.id}/ask/`, { email });
  await turn(api);
  await subscribe(['boss@farm.test'], { hour: 9 });
  await owner().put(`${path}${data.id}/`, { hour: 7 });
  const early = await ask('boss@farm.test');
  expect([early.status, early.errors.email?.[0]]).toMatchObject([429, { code: 'too_many_attempts', limit: 86_400 }]);
  expect((await ask('else@farm.test')).status).toBe(400);
  await turn(api);
  expect(sentTo()).toHaveLength(1);
  await sql`update mail_address set requested_at = requested_at - interval '1 day'`.execute(api.database.acrossClients());
  const both = await Promise.all([ask('boss@farm.test'), ask('boss@farm.test')]);
  expect(both.map(({ status }) => status).sort()).toEqual([204, 429]);
  await sql`delete from report_subscription where client_id = ${farm.client.id} and id <> ${data.id}`.execute(api.database.acrossClients());
  await turn(api);
  expect(sentTo()).toHaveLength(2);
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] });
  const inside = `dashboard/clients/${farm.client.id}/${path}${data.id}/ask/`;
  expect((await consultant.caller.post(inside, { email: 'boss@farm.test' })).status).toBe(403);
});

test('a refused address has a reason; the request is sent again at another time', async () => {
  mail.answer = (to) => ({ 'nobody@farm.test': 550, 'full@farm.test': 452 })[to];
  const { data } = await subscribe(['nobody@farm.test', 'full@farm.test']);
  await turn(api);
  expect((await read(data.id)).addresses).toMatchObject(
    [{ error: '550 no room for nobody@farm.test' }, { error: /452/ }].map((one) => ({ error: expect.stringMatching(one.error) })),
  );
  mail.answer = () => undefined;
  await turnAt('2026-03-10T06:01:00Z');
  expect(sentTo()).toEqual(['full@farm.test']);
});

test("another's link, a wrong link and a link of a locked client are unknown; a caller who guesses has to wait", async () => {
  await subscribe(['boss@farm.test']);
  const secret = secretIn(await questionTo('boss@farm.test'));
  const [client, id, seal] = /^(\d+)-(\d+)-(.*)$/.exec(secret)!.slice(1);
  for (const wrong of ['x', `${client}-${Number(id) + 1}-${seal}`, `${Number(client) + 1}-${id}-${seal}`, `9999999999-${id}-${seal}`]) {
    expect((await answer(wrong, true)).status).toBe(404);
  }
  const db = api.database.acrossClients();
  await db.updateTable('client').set({ locked: true }).where('id', '=', farm.client.id).execute();
  expect((await answer(secret, true)).status).toBe(404);
  await db.updateTable('client').set({ locked: false }).where('id', '=', farm.client.id).execute();
  const statuses = new Set<number>();
  for (let guess = 0; guess < 70; guess += 1) statuses.add((await answer(`guess-${guess}`, true)).status);
  expect(statuses).toEqual(new Set([404, 429]));
  api.setNow('2026-03-10T06:02:00Z');
  expect((await answer(secret, true)).status).toBe(200);
});

test('beyond the daily limit a manual request is refused at its field, a scheduled run fails with its reason, and the next day continues', async () => {
  api.services.mailBounds = { reports: 3, requests: 4 };
  const four = ['a', 'b', 'c', 'd'].map((name) => `${name}@farm.test`);
  const { data } = await subscribe(four);
  const fifth = await subscribe(['e@farm.test']);
  expect([fifth.status, fifth.errors.recipients?.[0]]).toMatchObject([429, { code: 'daily_mails', limit: 18 * 3600 }]);
  expect((await owner().get(path)).count).toBe(1);
  await turn(api);
  for (const { raw } of [...mail.mails]) await answer(secretIn(raw), true);
  const byHand = await owner().post(`${path}${data.id}/send/`, {});
  expect([byHand.status, byHand.errors.recipients?.[0]?.code]).toEqual([429, 'daily_mails']);
  mail.mails.length = 0;
  await turnAt('2026-03-11T04:00:05Z');
  expect(sentTo()).toEqual(['a@farm.test', 'b@farm.test', 'c@farm.test']);
  expect(await sendings(data.id)).toMatchObject([{}, {}, {}, { recipient: 'd@farm.test', state: 'failed', error: 'daily_bound' }]);
  expect((await read(data.id)).last_state).toBe('failed');
  await turnAt('2026-03-12T04:00:05Z');
  expect(sentTo()).toHaveLength(6);

  const neighbour = await makeReadyFarm(api);
  const theirs = await makeSaved(neighbour.client.owner, neighbour.farm);
  const other = await neighbour.client.owner.post(path, { saved: theirs.id, ...DAILY, recipients: ['a@farm.test'] });
  expect(other.data.addresses).toMatchObject([{ state: 'waiting' }]);
});

test('two servers side by side keep the bound', async () => {
  const { client } = farm;
  const services = { now: () => new Date(NOW), mailBounds: { reports: 100, requests: 20 } };
  const servers = [openDatabase({ url: api.url, max: 6 }), openDatabase({ url: api.url, max: 6 })];
  const taken = await Promise.all(
    Array.from({ length: 60 }, (_, turn) =>
      transact(servers[turn % 2]!.forClient(client.id), async (tx) => {
        const granted = await takeFromDay(tx, services, { kind: 'client', id: client.id }, 'reports', 7);
        // Stays open for a while, like a transaction that writes.
        await sql`select pg_sleep(0.005)`.execute(tx);
        return granted;
      }),
    ),
  );
  expect(taken.reduce((sum, granted) => sum + granted, 0)).toBe(100);
  await Promise.all(servers.map((server) => server.close()));

  api.services.mailBounds = { reports: 500, requests: 10 };
  const many = await Promise.all(Array.from({ length: 30 }, (_, n) => subscribe([`new-${n}@farm.test`])));
  expect(many.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(many.filter(({ status }) => status === 429)).toHaveLength(20);
  await turn(api);
  expect(mail.mails).toHaveLength(10);
});

test('a report that falls due while its recipient confirms is neither lost nor left behind', async () => {
  for (let round = 0; round < 4; round += 1) {
    const email = `round-${round}@farm.test`;
    const { data } = await subscribe([email]);
    await turn(api);
    const secret = secretIn(mail.mails.find(({ to }) => to === email)!.raw);
    api.setNow('2026-03-11T04:00:05Z');
    await Promise.all([turn(api), answer(secret, true)]);
    await turnAt('2026-03-11T04:00:10Z');
    expect(await sendings(data.id)).toMatchObject([{ state: 'sent' }]);
    await owner().delete(`${path}${data.id}/`);
  }
});

test('recipients from before keep getting reports, new ones are unproven, and their mails wait', async () => {
  const { data } = await subscribe(['old@farm.test', 'new@farm.test'], { language: 'pl' });
  const client = new pg.Client({ connectionString: api.url });
  await client.connect();
  try {
    await client.query("begin; select set_config('manger.all_clients', 'on', true)");
    await client.query('drop table mail_address, mail_day; drop index report_sending_recipient');
    const sending = `insert into report_sending (client_id, subscription_id, recipient, due_at, from_day, to_day, next_attempt_at, state)
      values (${farm.client.id}, ${data.id}, $1, $2, '2026-03-01', '2026-03-01', $2, $3)`;
    for (const [email, at, state] of [
      ['old@farm.test', '2026-03-01', 'sent'],
      ['old@farm.test', '2026-03-02', 'waiting'],
      ['new@farm.test', '2026-03-01', 'failed'],
      ['new@farm.test', '2026-03-02', 'waiting'],
    ]) {
      await client.query(sending, [email, at, state]);
    }
    await client.query("select set_config('manger.all_clients', 'off', true)");
    await client.query(migrations().find(({ name }) => name.startsWith('031'))?.sql ?? '');
    const { rows: addresses } = await client.query('select email, language, state, requested_at from mail_address order by email');
    expect(addresses).toEqual([
      { email: 'new@farm.test', language: 'pl', state: 'waiting', requested_at: null },
      { email: 'old@farm.test', language: 'pl', state: 'confirmed', requested_at: null },
    ]);
    const { rows: states } = await client.query('select state from report_sending order by recipient, due_at');
    expect(states.map(({ state }) => state)).toEqual(['failed', 'held', 'sent', 'waiting']);
  } finally {
    await client.query('rollback').finally(() => client.end());
  }
});

test('the secret of a mail’s link is in no line of the log', async () => {
  await subscribe(['boss@farm.test']);
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const before = api.services.log;
  api.services.log = log;
  const secret = secretIn(await questionTo('boss@farm.test'));
  api.services.log = before;
  const app = createApp({
    services: { ...api.services, log },
    events: { subscribe: () => () => {}, listening: () => 0, close: async () => {} },
    version: 'test',
  });
  const post = (path: string, body: object) =>
    app.fetch(
      new Request(`http://localhost/api/report/mail-consent/${path}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  expect((await post('look', { secret })).status).toBe(200);
  expect((await post('answer', { secret, wanted: 'perhaps' })).status).toBe(400);
  expect((await post('answer', { secret, wanted: true })).status).toBe(200);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join('')).not.toContain(secret.split('-').at(-1)!.slice(0, 12));
});
