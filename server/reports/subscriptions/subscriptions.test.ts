import { sql } from 'kysely';
import { expect } from 'vitest';
import { createMailer } from '#server/platform/runtime/mailer.ts';
import type { TestApi } from '#tests/support/api.ts';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import type { MailServer, ReceivedMail } from '#tests/support/mail-server.ts';
import { confirmAll, DAILY, type Made, makeSaved, turn } from '#tests/support/reports/subscriptions.ts';
import { test } from '#tests/support/test.ts';

const path = 'report/subscriptions/';
/** 08:00 in Kyiv; who is signed in then isn't any more when something falls due. */
const NOW = '2026-03-10T06:00:00Z';
let api: TestApi;
let mail: MailServer;
let farm: ReadyFarm;
let saved: { id: number; name: string };

test.override('now', NOW);
test.beforeAll(async ({ api: server, mail: inbox, farm: ready }) => {
  [api, mail, farm] = [server, inbox, ready];
  await makeSchedule(farm, '2026-03-10');
  saved = await makeSaved(farm.client.owner, farm.farm);
});
test.beforeEach(() => {
  mail.mails.length = 0;
  mail.answer = () => undefined;
});

/** Runs the jobs at that time. */
async function turnAt(time: Date | string, servers = 1) {
  api.setNow(time);
  await Promise.all(Array.from({ length: servers }, () => turn(api)));
  api.setNow(NOW);
}
const owner = () => farm.client.owner;
async function subscribe(values: object = {}, caller = owner()): Promise<Made> {
  const { status, data, errors } = await caller.post(path, { saved: saved.id, ...DAILY, ...values });
  expect([status, errors]).toEqual([201, undefined]);
  await confirmAll(api);
  return data;
}
const read = async (id: number): Promise<Made> => (await owner().get(`${path}${id}/`)).data;
const sendings = async (id: number) => (await owner().get(`${path}${id}/sendings/`)).data;
const remove = (id: number) => owner().delete(`${path}${id}/`);
const findSubject = (raw: string) => /^Subject: (.*(?:\r\n .*)*)/m.exec(raw)?.[1] ?? '';

test('sends each recipient a separate mail at its hour, once, with the file of that day', async () => {
  const { id, next_at } = await subscribe({ recipients: ['boss@farm.test', 'BOOKS@farm.test', 'boss@farm.test'] });
  expect(next_at).toBe('2026-03-11T04:00:00Z');
  await turnAt(NOW);
  expect(mail.mails).toEqual([]);
  await turnAt('2026-03-11T04:00:05Z');
  await turnAt('2026-03-11T04:00:20Z');
  expect(mail.mails.map(({ to }) => to).sort()).toEqual(['books@farm.test', 'boss@farm.test']);
  const [{ raw }] = mail.mails as [ReceivedMail];
  expect(raw).toMatch(/^From: Manger <reports@manger.test>/m);
  expect(raw).toMatch(/^Message-ID: <report-[\d-]+@manger.test>/m);
  expect(raw).toMatch(/^Content-Language: uk/m);
  const name = Array.from(raw.matchAll(/filename\*\d+\*=(?:utf-8'')?([^;\s]*)/g), ([, part]) => part).join('');
  expect(decodeURIComponent(name)).toBe('Групи за тиждень 2026-03-10.xlsx');
  expect(raw).toContain('spreadsheetml');
  expect(findSubject(raw)).toContain('=?UTF-8?');
  expect(raw.match(/^To: .*$/m)?.[0]).not.toMatch(/,/);
  const found = await sendings(id);
  expect(found).toHaveLength(2);
  expect(found[0]).toMatchObject({
    recipient: 'books@farm.test',
    due_at: '2026-03-11T04:00:00Z',
    from_day: '2026-03-10',
    to_day: '2026-03-10',
    state: 'sent',
    attempts: 1,
    next_attempt_at: null,
    error: '',
  });
  expect(await read(id)).toMatchObject({ last_state: 'sent', last_at: '2026-03-11T04:00:00Z', next_at: '2026-03-12T04:00:00Z' });
  await remove(id);
});

test('two servers send it once', async () => {
  const { id } = await subscribe();
  await turnAt('2026-03-11T04:00:05Z', 3);
  expect(mail.mails).toHaveLength(1);
  await remove(id);
});

test('an address that is refused for a while is tried again later, one refused for good is not', async () => {
  const { id } = await subscribe({ recipients: ['full@farm.test', 'nobody@farm.test', 'boss@farm.test'] });
  mail.answer = (to) => ({ 'full@farm.test': 452, 'nobody@farm.test': 550 })[to];
  await turnAt('2026-03-11T04:00:00Z');
  expect(mail.mails.map(({ to }) => to)).toEqual(['boss@farm.test']);
  const [boss, full, nobody] = await sendings(id);
  expect([boss.state, full.state, nobody.state]).toEqual(['sent', 'waiting', 'failed']);
  expect(full).toMatchObject({ attempts: 1, next_attempt_at: '2026-03-11T04:01:00Z', error: expect.stringContaining('no room') });
  expect(nobody.error).toBe('550 no room for nobody@farm.test');
  expect((await read(id)).last_state).toBe('failed');

  await turnAt('2026-03-11T04:00:59Z');
  await turnAt('2026-03-11T04:01:00Z');
  expect((await sendings(id))[1]).toMatchObject({ state: 'waiting', attempts: 2, next_attempt_at: '2026-03-11T04:06:00Z' });
  mail.answer = () => undefined;
  await turnAt('2026-03-11T04:06:00Z');
  expect(mail.mails.map(({ to }) => to)).toEqual(['boss@farm.test', 'full@farm.test']);
  expect((await sendings(id))[1]).toMatchObject({ state: 'sent', attempts: 3, error: '' });
  await remove(id);
});

test('a mail server that is away or refuses the sign-in is reported in plain words, and tried again', async () => {
  const { id } = await subscribe();
  const { mailer } = api.services;
  api.services.mailer = createMailer('smtp://127.0.0.1:1', 'reports@manger.test');
  await turnAt('2026-03-11T04:00:00Z');
  expect(await sendings(id)).toMatchObject([{ state: 'waiting', attempts: 1, error: 'unreachable' }]);
  api.services.mailer = createMailer(mail.url.replace('//', '//reports:wrong@'), 'reports@manger.test');
  await turnAt('2026-03-11T04:01:00Z');
  expect(await sendings(id)).toMatchObject([{ state: 'waiting', attempts: 2, error: 'no_entry' }]);
  api.services.mailer = mailer;
  await turnAt('2026-03-11T04:06:00Z');
  expect(await sendings(id)).toMatchObject([{ state: 'sent', attempts: 3, error: '' }]);
  expect(mail.mails).toHaveLength(1);
  await remove(id);
});

test('after the last attempt it has failed', async () => {
  const { id } = await subscribe({ every: 'month' });
  mail.answer = () => 451;
  await turnAt('2026-04-01T03:00:00Z');
  const of = sql`update report_sending set attempts = 7, next_attempt_at = due_at where subscription_id = ${id}`;
  await of.execute(api.database.forClient(farm.client.id));
  await turnAt('2026-04-01T03:00:00Z');
  expect(await sendings(id)).toMatchObject([{ state: 'failed', attempts: 8 }]);
  expect((await sendings(id))[0].due_at).toBe('2026-04-01T03:00:00Z');
  await remove(id);
});

test('a mail of a server that died is sent by another under the same id', async () => {
  const { id } = await subscribe();
  await turnAt('2026-03-11T04:00:00Z');
  const findMessageId = (raw: string) => /^Message-ID: (.*)$/m.exec(raw)?.[1];
  // The row as it is when the server dies between the mail server's answer and the commit.
  await sql`update report_sending set state = 'waiting', sent_at = null where subscription_id = ${id}`.execute(
    api.database.forClient(farm.client.id),
  );
  await turnAt('2026-03-11T04:09:00Z');
  expect(mail.mails).toHaveLength(1);
  await turnAt('2026-03-11T04:10:01Z');
  expect(mail.mails).toHaveLength(2);
  expect(findMessageId(mail.mails[0]!.raw)).toBe(findMessageId(mail.mails[1]!.raw));
  await remove(id);
});

test('a missed run is sent once, as of the last time', async () => {
  const { id } = await subscribe({ period: 'days_7' });
  await turnAt('2026-03-20T12:00:00Z');
  expect(mail.mails).toHaveLength(1);
  expect(await sendings(id)).toMatchObject([{ due_at: '2026-03-20T04:00:00Z', from_day: '2026-03-13', to_day: '2026-03-19' }]);
  expect((await read(id)).next_at).toBe('2026-03-21T04:00:00Z');
  await remove(id);
});

test('it can be sent at once, not twice within a minute', async () => {
  const { id } = await subscribe();
  expect((await owner().post(`${path}${id}/send/`, {})).status).toBe(204);
  const again = await owner().post(`${path}${id}/send/`, {});
  expect([again.status, again.errors.detail?.[0]?.limit]).toEqual([429, 60]);
  await turnAt(NOW);
  expect(mail.mails).toHaveLength(1);
  await remove(id);
});

test('a subscription stops with a reason when its author may no longer see the report', async () => {
  const db = api.database.acrossClients();
  const { id: group } = await db
    .insertInto('access_group')
    .values({
      client_id: farm.client.id,
      name: 'Books',
      permissions: JSON.stringify(
        ['filters', 'additional', 'planfeed'].map((name) => ({
          module: 'manger',
          name,
          view: true,
          add: true,
          change: true,
          delete: true,
        })),
      ),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const employee = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group });
  const { id } = await subscribe({}, employee.caller);
  expect((await read(id)).author).toBe(employee.id);
  await db.updateTable('access_group').set({ permissions: '[]' }).where('id', '=', group).execute();
  await turnAt('2026-03-11T04:00:00Z');
  expect(mail.mails).toEqual([]);
  expect(await read(id)).toMatchObject({ stopped: 'no_rights', next_at: null, last_state: 'failed' });
  expect(await sendings(id)).toMatchObject([{ state: 'failed', error: 'no_rights' }]);

  // Saved by somebody who may, it goes out again, with that one's rights.
  const { data } = await owner().put(`${path}${id}/`, { hour: 7 });
  expect(data).toMatchObject({ stopped: null, author: farm.client.ownerId, next_at: '2026-03-11T05:00:00Z' });
  await remove(id);
});

test('it stops when its author or the client is locked', async () => {
  const db = api.database.acrossClients();
  const staff = await makeAccount(api, { user_type: 'staff', clients: [farm.client.id] });
  const inside = `dashboard/clients/${farm.client.id}/${path}`;
  const makeSubscription = async () => (await staff.caller.post(inside, { saved: saved.id, ...DAILY })).data.id as number;
  const [first, second] = [await makeSubscription(), await makeSubscription()];
  await db.updateTable('client').set({ locked: true }).where('id', '=', farm.client.id).execute();
  await sql`update report_subscription set next_at = null where id = ${second}`.execute(api.database.forClient(farm.client.id));
  await turnAt('2026-03-11T04:00:00Z');
  await db.updateTable('client').set({ locked: false }).where('id', '=', farm.client.id).execute();
  expect((await staff.caller.get(`${inside}${first}/`)).data.stopped).toBe('locked');
  await db.updateTable('account').set({ locked: true }).where('id', '=', staff.id).execute();
  await sql`update report_subscription set next_at = '2026-03-11T04:00:00Z' where id = ${second}`.execute(
    api.database.forClient(farm.client.id),
  );
  await turnAt('2026-03-11T04:00:00Z');
  expect(await read(second)).toMatchObject({ stopped: 'locked' });
  expect(mail.mails).toEqual([]);
  await remove(first);
  await remove(second);
});

test('a saved filter that was deleted sends nothing until it is back', async () => {
  const other = await makeSaved(owner(), farm.farm, { name: 'Short-lived' });
  const { id } = await subscribe({ saved: other.id });
  await owner().delete(`report/additional/${other.id}/`);
  await turnAt('2026-03-11T04:00:00Z');
  expect(mail.mails).toEqual([]);
  expect((await owner().get(`${path}${id}/`)).status).toBe(404);
  await owner().post(`report/additional/${other.id}/restore/`, {});
  await turnAt('2026-03-11T05:00:00Z');
  expect(mail.mails).toHaveLength(1);
  await remove(id);
});

test('a subscription stops if a file can’t be made with its filters', async () => {
  const odd = await makeSaved(owner(), farm.farm, { name: 'Odd', filters: { farm: ['999999'] } });
  const { id } = await subscribe({ saved: odd.id });
  await turnAt('2026-03-11T04:00:00Z');
  expect((await read(id)).stopped).toBe('cannot_be_made');
  await remove(id);
});

test('wrong fields are named', async () => {
  const wrong = async (values: object) => Object.keys((await owner().post(path, { saved: saved.id, ...DAILY, ...values })).errors);
  expect(await wrong({ recipients: [] })).toEqual(['recipients']);
  expect(await wrong({ recipients: ['no address'] })).toEqual(['recipients.0']);
  expect(await wrong({ recipients: Array.from({ length: 21 }, (_, i) => `a${i}@b.test`) })).toEqual(['recipients']);
  expect(await wrong({ hour: 24 })).toEqual(['hour']);
  expect(await wrong({ period: 'ever' })).toEqual(['period']);
  expect(await wrong({ saved: 999_999 })).toEqual(['saved']);
  const blank = await owner().post('report/additional/', { farm: farm.farm, kind: 'blank', name: 'Form', report_type: 'form9' });
  expect(await wrong({ saved: blank.data.id })).toEqual(['saved']);
  const { mailer } = api.services;
  api.services.mailer = null;
  expect(await wrong({})).toEqual(['way']);
  expect((await owner().get(`${path}ways/`)).data).toMatchObject({ email: false });
  api.services.mailer = mailer;
  expect((await owner().get(`${path}ways/`)).data).toEqual({
    email: true,
    owner: (await owner().get('auth/me/')).data.email,
    last: { sent_at: null, failed: null },
  });
});

test('other clients reach nothing of it, and who may only look changes nothing', async () => {
  const { id } = await subscribe();
  const other = await makeClient(api);
  for (const at of [`${path}${id}/`, `${path}${id}/sendings/`]) expect((await other.owner.get(at)).status).toBe(404);
  expect((await other.owner.post(`${path}${id}/send/`, {})).status).toBe(404);
  expect((await other.owner.post(`${path}${id}/link/`, {})).status).toBe(404);
  expect((await other.owner.get(path)).count).toBe(0);
  expect((await other.owner.post(path, { saved: saved.id, ...DAILY })).errors.saved?.[0]?.code).toBe(23);
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] });
  const inside = `dashboard/clients/${farm.client.id}/${path}`;
  expect((await consultant.caller.get(`${inside}${id}/`)).status).toBe(200);
  for (const call of ['send', 'link']) expect((await consultant.caller.post(`${inside}${id}/${call}/`, {})).status).toBe(403);
  expect((await consultant.caller.put(`${inside}${id}/`, { recipients: ['spy@else.test'] })).status).toBe(403);
  await remove(id);
});
