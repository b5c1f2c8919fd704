import { sql } from 'kysely';
import { expect } from 'vitest';
import type { viewMails, viewShares, views } from '#contract/reports/views.ts';
import type { RowOf } from '#contract/resource.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { makeAccount, type TestClient } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule } from '#tests/support/feeding.ts';
import { decoded, type MailServer } from '#tests/support/mail-server.ts';
import { turn } from '#tests/support/reports/subscriptions.ts';
import { test } from '#tests/support/test.ts';

type View = RowOf<typeof views>;
type ViewMail = RowOf<typeof viewMails>;
type ViewShare = RowOf<typeof viewShares>;

/** A Tuesday; the Monday after it is the 16th. */
const NOW = '2026-03-10T06:00:00Z';
const MONDAY = '2026-03-16T06:00:05Z';
let api: TestApi;
let mail: MailServer;
let clients: TestClient[];
let person: { id: number; caller: Caller; email?: string };
let names: Map<number, string>;

test.override('now', NOW);
test.beforeAll(async ({ api: server, mail: inbox }) => {
  [api, mail] = [server, inbox];
  api.services.publicUrl = 'https://manger.test';
  clients = [];
  for (const day of ['2026-03-10', '2026-03-11']) {
    const farm = await makeReadyFarm(api);
    const { id } = await makeSchedule(farm, day);
    await sql`update schedule set status = 'uploaded' where id = ${id}`.execute(api.database.acrossClients());
    clients.push(farm.client);
  }
  const { rows } = await sql<{ id: number; name: string }>`select id, company_name as name from client`.execute(
    api.database.acrossClients(),
  );
  names = new Map(rows.map(({ id, name }) => [id, name]));
  person = await consultant();
});
test.beforeEach(() => {
  mail.mails.length = 0;
  mail.answer = () => undefined;
});

const ids = () => clients.map(({ id }) => id);
const consultant = () => makeAccount(api, { user_type: 'consultant', clients: ids() });
const filters = () => ({ client: ids().map(String), period: 'last_week' });
async function made<T>(path: string, values: object, caller = person.caller): Promise<T> {
  const { status, data, errors } = await caller.post<T>(`dashboard/${path}/`, values);
  expect([status, errors]).toEqual([201, undefined]);
  return data;
}
const view = (name: string, values: object = {}, caller = person.caller) =>
  made<View>('views', { name, report_type: 'compare_clients', filters: filters(), ...values }, caller);
const WEEKLY = { format: 'xlsx', every: 'week', weekday: 1, hour: 6, language: 'en', period: 'last_week' };
const send = (saved: number, values: object = {}, caller = person.caller) =>
  made<ViewMail>('view-mails', { saved, recipients: ['boss@farm.test'], ...WEEKLY, ...values }, caller);
async function turnAt(time: string) {
  api.setNow(time);
  await turn(api);
  api.setNow(NOW);
}
const confirm = () => sql`update person_address set state = 'confirmed', next_attempt_at = null`.execute(api.database.acrossClients());
const readMails = async (id: number) =>
  (
    await sql<{ state: string; error: string; recipient: string }>`
    select state, error, recipient from person_sending where subscription_id = ${id} order by due_at, id`.execute(
      api.database.acrossClients(),
    )
  ).rows;
const lose = (account: number, client: number) =>
  sql`delete from account_client where account_id = ${account} and client_id = ${client}`.execute(api.database.acrossClients());

test('a view is its owner’s, under a name that they have once, and nobody else’s', async () => {
  const kept = await view('My two');
  expect(kept).toMatchObject({ name: 'My two', filters: filters(), left_out: 0, version: 1 });
  const again = await person.caller.post('dashboard/views/', { name: 'my TWO', report_type: 'compare_clients', filters: filters() });
  expect([again.status, again.errors.name?.[0]?.code]).toEqual([400, 5]);
  const other = await consultant();
  expect((await other.caller.get('dashboard/views/')).count).toBe(0);
  for (const call of [
    other.caller.get(`dashboard/views/${kept.id}/`),
    other.caller.put(`dashboard/views/${kept.id}/`, { name: 'Mine' }),
    other.caller.delete(`dashboard/views/${kept.id}/`),
  ])
    expect((await call).status).toBe(404);
  await view('My two', {}, other.caller);
  expect(
    (await other.caller.post('dashboard/view-mails/', { saved: kept.id, recipients: ['a@b.test'], ...WEEKLY })).errors.saved?.[0]?.code,
  ).toBe(23);
  // A person who works at one client has no other client to compare.
  const ofClient = await clients[0]!.owner.post('dashboard/views/', { name: 'A', report_type: 'compare_clients', filters: {} });
  expect(ofClient.status).toBe(403);
  const changed = await person.caller.put<View>(`dashboard/views/${kept.id}/`, {
    filters: { period: 'last_month' },
    version: kept.version,
  });
  expect(changed.data).toMatchObject({ filters: { period: 'last_month' }, version: 2 });
  expect((await person.caller.delete(`dashboard/views/${kept.id}/`)).status).toBe(204);
});

test.each([
  ['a report of one client', { report_type: 'planfeed' }, 'report_type'],
  ['a client that isn’t theirs', { filters: { client: ['999999'] } }, 'client'],
  ['a period that nobody knows', { filters: { period: 'fortnight' } }, 'filters.period'],
  ['days that move and stand', { filters: { period: 'last_week', planned_on_after: '2026-03-01' } }, 'filters.planned_on_after'],
  ['prices that there are none of', { filters: { prices: 'mine' } }, 'prices'],
])('%s is refused at its field', async (_, values, field) => {
  const { status, errors } = await person.caller.post('dashboard/views/', {
    name: 'X',
    report_type: 'compare_clients',
    filters: {},
    ...values,
  });
  expect([status, Object.keys(errors).map((name) => name.split('.').slice(0, field.split('.').length).join('.'))]).toEqual([400, [field]]);
});

test('a page has days of its own, and an end', async () => {
  const share = (values: object) =>
    person.caller.post('dashboard/view-shares/', {
      report: 'compare_clients',
      filters: { planned_on_after: '2026-03-01', planned_on_before: '2026-03-07' },
      until: '2026-04-01',
      ...values,
    });
  expect(Object.keys((await share({ filters: { period: 'last_week' } })).errors)).toEqual(['planned_on_after', 'planned_on_before']);
  expect(Object.keys((await share({ until: '2026-03-09' })).errors)).toEqual(['until']);
  const { data } = await share({});
  expect((await person.caller.delete(`dashboard/view-shares/${data.id}/`)).status).toBe(204);
  expect((await api.nobody.post('report/shared/look/', { secret: data.url.split('/').at(-1), language: 'en' })).data).toMatchObject({
    until: null,
    report: null,
  });
});

test('it goes out each week to who has confirmed, once, with the figures that its owner sees', async () => {
  const { id } = await view('Weekly');
  const mailing = await send(id, { recipients: ['boss@farm.test', 'boss@farm.test', 'Two@farm.test'], timezone: 'Europe/Kyiv' });
  expect(mailing).toMatchObject({ saved_name: 'Weekly', recipients: ['boss@farm.test', 'two@farm.test'], next_at: '2026-03-16T04:00:00Z' });
  expect(mailing.addresses.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  await turnAt(NOW);
  // First its owner is asked, by the person's name.
  expect(mail.mails.map(({ to }) => to).sort()).toEqual(['boss@farm.test', 'two@farm.test']);
  const [asked] = mail.mails;
  const secret = /\/(p\d+-\d+-[\w-]{43})/.exec(decoded(asked!.raw))?.[1];
  const looked = await api.nobody.post('report/mail-consent/look/', { secret });
  expect(looked.data).toMatchObject({ email: asked!.to, state: 'waiting' });
  mail.mails.length = 0;
  await turnAt('2026-03-16T04:00:05Z');
  expect(mail.mails).toEqual([]);
  expect((await readMails(mailing.id)).map(({ state }) => state)).toEqual(['held', 'held']);
  expect((await api.nobody.post('report/mail-consent/answer/', { secret, wanted: true })).data.state).toBe('confirmed');
  await turnAt('2026-03-16T04:01:00Z');
  await turnAt('2026-03-16T04:02:00Z');
  expect(mail.mails).toHaveLength(1);
  const text = decoded(mail.mails[0]!.raw);
  expect(mail.mails[0]!.to).toBe(asked!.to);
  for (const name of ids().map((one) => names.get(one)!)) expect(text).toContain(name);
  expect(text).not.toContain('Clients left out');
  expect(mail.mails[0]!.raw).toMatch(/^Message-ID: <report-p[\d-]+@manger.test>/m);
  expect((await person.caller.get<ViewMail>(`dashboard/view-mails/${mailing.id}/`)).data).toMatchObject({
    next_at: '2026-03-23T04:00:00Z',
    stopped: null,
  });
  await person.caller.delete(`dashboard/views/${id}/`);
  expect((await person.caller.get('dashboard/view-mails/')).count).toBe(0);
});

test('a view leaves out and reports a client that its owner lost; without any client it stops with a reason', async () => {
  const leaver = await consultant();
  const { id } = await view('Leaving', {}, leaver.caller);
  const mailing = await send(id, {}, leaver.caller);
  const shared = await made<ViewShare>(
    'view-shares',
    {
      report: 'compare_clients',
      filters: { client: ids().map(String), planned_on_after: '2026-03-09', planned_on_before: '2026-03-12' },
      until: '2026-04-01',
    },
    leaver.caller,
  );
  await confirm();
  const [stays, goes] = ids() as [number, number];
  await lose(leaver.id, goes);
  api.services.principals.forget();
  await turnAt(MONDAY);
  expect(mail.mails).toHaveLength(1);
  const text = decoded(mail.mails[0]!.raw);
  expect(text).toContain(names.get(stays));
  expect(text).not.toContain(names.get(goes));
  expect(text).toMatch(/Left out: clients no longer accessible: 1/);
  // On its page, and in the list of views, too.
  const secret = shared.url.split('/').at(-1);
  const page = (await api.nobody.post('report/shared/look/', { secret, language: 'en' })).data;
  expect(JSON.stringify(page.report.lines)).toContain('no longer accessible: 1');
  expect(page.report.data.rows.map((row: { client_id: number }) => row.client_id)).toEqual([stays]);
  expect((await leaver.caller.get<View>(`dashboard/views/${id}/`)).data).toMatchObject({
    left_out: 1,
    filters: { client: [String(stays)] },
  });

  await lose(leaver.id, stays);
  api.services.principals.forget();
  mail.mails.length = 0;
  await turnAt('2026-03-23T06:00:05Z');
  expect(mail.mails).toEqual([]);
  expect(await readMails(mailing.id)).toMatchObject([{ state: 'sent' }, { state: 'failed', error: 'no_rights' }]);
  expect((await leaver.caller.get<ViewMail>(`dashboard/view-mails/${mailing.id}/`)).data).toMatchObject({
    stopped: 'no_rights',
    next_at: null,
  });
  expect((await api.nobody.post('report/shared/look/', { secret, language: 'en' })).data.report).toBeNull();
});

test('a temporary refusal of the mail server delays the mail; a permanent refusal is shown in the server’s words', async () => {
  const { id } = await view('Refused');
  const mailing = await send(id, { recipients: ['full@farm.test', 'nobody@farm.test'] });
  await confirm();
  mail.answer = (to) => ({ 'full@farm.test': 452, 'nobody@farm.test': 550 })[to];
  await turnAt(MONDAY);
  const states = async () =>
    Object.fromEntries((await readMails(mailing.id)).map(({ recipient, state, error }) => [recipient, `${state} ${error}`]));
  expect(await states()).toMatchObject({
    'full@farm.test': expect.stringMatching(/^waiting .*no room/),
    'nobody@farm.test': 'failed 550 no room for nobody@farm.test',
  });
  mail.answer = () => undefined;
  await turnAt('2026-03-16T06:02:00Z');
  expect(mail.mails.map(({ to }) => to)).toEqual(['full@farm.test']);
  expect((await states())['full@farm.test']).toBe('sent ');
});

test('connections of a client see none of the person’s views', async () => {
  for (const table of ['person_view', 'person_subscription', 'person_sending', 'person_address', 'person_share', 'person_mail_day']) {
    const rows = async (db: ReturnType<TestApi['database']['forClient']>) =>
      (await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(db)).rows[0]?.n;
    expect([table, await rows(api.database.forClient(ids()[0]!))]).toEqual([table, 0]);
    expect(await rows(api.database.acrossClients()), table).toBeGreaterThan(0);
  }
});

test('erasing a person deletes their views', async () => {
  const gone = await consultant();
  const { id } = await view('Gone', {}, gone.caller);
  await send(id, {}, gone.caller);
  const admin = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
  const held = (await admin.caller.get(`dashboard/users/${gone.id}/export/`)).data;
  expect(held.views).toMatchObject([{ id, name: 'Gone' }]);
  expect(held.subscriptions).toMatchObject([{ client: null, report: 'Gone', author: true }]);
  expect((await admin.caller.delete(`dashboard/users/${gone.id}/`)).status).toBe(204);
  for (const table of ['person_view', 'person_subscription', 'person_address']) {
    const { rows } = await sql`select id from ${sql.table(table)} where account_id = ${gone.id}`.execute(api.database.acrossClients());
    expect([table, rows]).toEqual([table, []]);
  }
});
