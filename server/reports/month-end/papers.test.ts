import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { cellWords } from '#common/files/cell-words.ts';
import type { Form, FormSource } from '#common/files/forms/form.ts';
import { forms } from '#common/files/forms/forms.ts';
import { monthNumbers } from '#common/files/forms/month-numbers.ts';
import { makeStatements, makeTable } from '#common/files/make.ts';
import { createFormatter } from '#common/format/formatter.ts';
import { codeKey } from '#common/texts/keys.ts';
import { FORM_TYPES, type FormType } from '#contract/operations/blanks.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { IN_LINES } from '#contract/progress.ts';
import type { MonthCheck, MonthEndFarm, MonthPaper, PapersMailWays } from '#contract/reports/month-end.ts';
import { firstConventions } from '#contract/words.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { ACCOUNT_CODES } from '#tests/support/account-codes.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { workbookText } from '#tests/support/golden.ts';
import type { MailServer } from '#tests/support/mail-server.ts';
import { makeOwner } from '#tests/support/papers.ts';
import { dice } from '#tests/support/reports/facts.ts';
import { confirmAll, turn } from '#tests/support/reports/subscriptions.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, reportOf } from '#tests/support/reports/world.ts';

const path = 'report/month-end/';
const ASKED = 'month=2026-10&language=uk';
let world: DiceWorld;
let mail: MailServer;
let farms: number[];
const blanks = new Map<number, FormSource['blank'] & { id: number; farm: number; type: FormType; name: string }>();

test.beforeAll(async ({ world: thrown, mail: server }) => {
  [world, mail] = [thrown, server];
  world.api.services.publicUrl = 'https://manger.test';
  farms = [world.kyiv.id, world.newYork.id];
  for (const farm of farms) {
    const steps = [{ measure: 'bullseye', from: 10, factor: 1.1 }];
    await make(owner(), 'manager/bonusrules/', { farm, name: 'Accuracy', base: 1000, steps });
    await makeOwner(owner(), farm);
    for (const type of FORM_TYPES) {
      const template = { headings: {}, order: [], accounts: forms[type].kind === 'file' ? ACCOUNT_CODES : {} };
      // Names that a file system wouldn't take, and the same one at both farms.
      const row = await make(owner(), 'report/additional/', { farm, kind: 'blank', name: `${type}: our/own`, report_type: type, template });
      blanks.set(row.id, { ...row, type } as never);
    }
  }
});

const owner = () => world.client.owner;
const confirmAddress = (email: string) =>
  sql`insert into mail_address (client_id, email, language, state) values (${world.client.id}, ${email}, 'uk', 'confirmed') on conflict do nothing`.execute(
    world.api.database.acrossClients(),
  );
const ofFarms = () => farms.map((farm) => `&farm=${farm}`).join('');
async function get(query: string, accept = '*/*'): Promise<Response> {
  const headers = { authorization: `JWT ${owner().token}`, accept };
  return world.api.app.fetch(new Request(`http://localhost/api/${path}${query}`, { headers }));
}
async function archive(query = ''): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const answer = await get(`archive/?${ASKED}${query || ofFarms()}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return unzipSync(new Uint8Array(await answer.arrayBuffer())) as Record<string, Uint8Array<ArrayBuffer>>;
}
const timeless = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .replace(/\/CreationDate \(.*?\)/g, '')
    .replace(/\/ID \[.*?\]/g, '');

/** The file that the form's own screen saves. */
async function onScreen(farm: number, type: FormType, blank: FormSource['blank'] & { id: number }): Promise<Uint8Array> {
  const t = await textsOf('uk');
  const days = 'planned_on_after=2026-10-01&planned_on_before=2026-10-31';
  const form: Form = forms[type];
  const data = await reportOf(owner(), `${type}/make/?language=uk&farm=${farm}&${days}${form.kind === 'file' ? `&blank=${blank.id}` : ''}`);
  const { data: closings } = await owner().get(`manager/months/?farm=${farm}`);
  const { timezone, currency } = data;
  const source: FormSource = {
    data,
    blank,
    farm: (await owner().get<FarmCard[]>('manager/farms/dashboard/')).data.find(({ id }) => id === farm)!,
    ...monthNumbers(closings),
    t,
    format: createFormatter({ language: 'uk', ...firstConventions('uk'), timezone, currency, labels: cellWords(t) }),
  };
  return form.kind === 'file' ? makeTable('xlsx', form.make(source)) : makeStatements('pdf', form.make(source));
}

test('the archive has a folder for each farm, and every document in it is the one that its screen saves', async () => {
  const files = await archive();
  const names = Object.keys(files);
  expect(names).toHaveLength(12);
  expect(new Set(names.map((name) => name.split('/')[0]))).toEqual(new Set(['Kyiv', 'New York']));
  for (const [farm, folder] of [
    [farms[0]!, 'Kyiv'],
    [farms[1]!, 'New York'],
  ] as const) {
    for (const type of FORM_TYPES) {
      const blank = [...blanks.values()].find((one) => one.farm === farm && one.type === type)!;
      const ext = forms[type].kind === 'printed' ? 'pdf' : 'xlsx';
      const file = files[`${folder}/${type} our own 2026-10-01 – 2026-10-31.${ext}`];
      const single = await onScreen(farm, type, blank);
      expect(file, `${folder} ${type}`).toBeDefined();
      if (ext === 'pdf') expect(timeless(file!) === timeless(single), `${folder} ${type}`).toBe(true);
      else expect(await workbookText(new Uint8Array(file!))).toEqual(await workbookText(single as Uint8Array<ArrayBuffer>));
    }
  }
});

test('a document is a draft with the number that it would get, and has that number once the month is closed', async () => {
  const papers = async () => (await owner().get<MonthPaper[]>(`${path}papers/?${ASKED}${ofFarms()}`)).data;
  expect(await papers()).toHaveLength(12);
  expect(new Set((await papers()).map(({ number, draft }) => `${draft} ${number}`))).toEqual(new Set(['true 1/1']));
  const text = async () => {
    const files = await archive(`&farm=${farms[0]}`);
    return workbookText(new Uint8Array(files[Object.keys(files).find((name) => name.includes('writeoff'))!]!));
  };
  expect(JSON.stringify(await text())).toContain('чернетка 1/1');
  expect((await owner().post('manager/months/close/', { farms, month: '2026-10' })).status).toBe(201);
  expect(new Set((await papers()).map(({ number, draft }) => `${draft} ${number}`))).toEqual(new Set(['false 1/1']));
  const closed = JSON.stringify(await text());
  expect(closed).toContain('1/1');
  expect(closed).not.toContain('чернетка');
  for (const farm of farms) await owner().post('manager/months/reopen/', { farm, month: '2026-10', reason: 'Late' });
  expect(new Set((await papers()).map(({ number, draft }) => `${draft} ${number}`))).toEqual(new Set(['true 1/2']));
});

test('the archive streams its progress, and ends with the connection', async () => {
  // Two documents are enough for this and for mail.
  const dropped: FormType[] = ['form8', 'accounting_movement', 'bonus', 'owner_statement'];
  for (const { id, farm, type } of blanks.values())
    if (farm === farms[1] && dropped.includes(type)) await owner().delete(`report/additional/${id}/`);
  const answer = await get(`archive/?${ASKED}&farm=${farms[1]}`, IN_LINES);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const lines = new TextDecoder('latin1')
    .decode(bytes)
    .split('\n')
    .filter((line) => /^\{"(done|status)/.test(line));
  expect(lines.slice(0, -1).map((line) => JSON.parse(line).done)).toEqual([0, 0.5, 1]);
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ status: 200 });
  const stopped = (await get(`archive/?${ASKED}&farm=${farms[1]}`, IN_LINES)).body!.getReader();
  await stopped.read();
  await stopped.cancel();
  // The place in the queue is free: the next request doesn't wait for a file that nobody wants.
  expect(Object.keys(await archive(`&farm=${farms[1]}`))).toHaveLength(2);
});

test('a form without a template is reported and left out; without any document there is no archive', async () => {
  const { data } = await owner().get<MonthPaper[]>(`${path}papers/?${ASKED}&farm=${world.empty}`);
  // A client that pays no bonuses, or feeds only its own animals, needs no form for them.
  const types = FORM_TYPES.filter((type) => type !== 'bonus' && type !== 'owner_statement');
  expect(data.map(({ type, blank }) => [type, blank])).toEqual(types.map((type) => [type, null]));
  const { status, errors } = await owner().get(`${path}archive/?${ASKED}&farm=${world.empty}`);
  expect([status, Object.keys(errors)]).toEqual([404, ['papers']]);
  // The files for the books exist in Ukrainian alone.
  const { data: german } = await owner().get<MonthPaper[]>(`${path}papers/?month=2026-10&language=de&farm=${farms[0]}`);
  expect(german.map(({ type }) => type)).toEqual(['form8', 'form9', 'bonus', 'owner_statement']);
});

test('a template that lacks a code is named, with the missing accounts', async () => {
  const [lacking] = [...blanks.values()].filter(({ farm, type }) => farm === farms[0] && type === 'accounting_writeoff');
  const row = (await owner().get(`report/additional/${lacking!.id}/`)).data;
  const saved = await owner().put(`report/additional/${row.id}/`, {
    template: { headings: {}, order: [], accounts: { credit: '208' } },
    version: row.version,
  });
  expect(saved.status).toBe(200);
  const { status, errors } = await owner().get(`${path}archive/?${ASKED}&farm=${farms[0]}`);
  expect([status, Object.keys(errors)]).toEqual([400, [`papers.${row.id}.blank.accounts.debit`]]);
  expect(Object.values(errors)[0]![0]).toMatchObject({ code: 'account_missing' });
  expect(Object.values(errors)[0]![0]!.values![0]).toBe(`Kyiv · ${row.name}`);
  // The check reports it before, with a link to correct it; mail and archive are refused alike.
  const checks = async () =>
    (await owner().get<MonthCheck[]>(`${path}checks/?month=2026-10${ofFarms()}`)).data.filter(({ code }) => code === 'no_account');
  const [check, another] = await checks();
  expect(another).toBeUndefined();
  expect(check).toMatchObject({ farm: farms[0], count: 1, address: `settings/blanks?open=${row.id}`, items: [{ id: row.id }] });
  const t = await textsOf('uk');
  expect(check!.items[0]!.name).toContain(`${row.name} · ${t('pages:blanks.codes.debit')} (`);
  const states = async () =>
    (await owner().get<MonthEndFarm[]>(`${path}matrix/?farm=${farms[0]}`)).data[0]!.months.find(({ month }) => month === '2026-10')!;
  const before = await states();
  expect(before.state).toBe('findings');
  await confirmAddress('lacking@farm.test');
  const unsent = await owner().post(`${path}mail/`, { month: '2026-10', farms: [farms[0]], email: 'lacking@farm.test', language: 'uk' });
  expect([unsent.status, Object.keys(unsent.errors)]).toEqual([400, [`papers.${row.id}.blank.accounts.debit`]]);
  await sql`delete from mail_address where email = 'lacking@farm.test'`.execute(world.api.database.acrossClients());
  await owner().put(`report/additional/${row.id}/`, {
    template: { headings: {}, order: [], accounts: ACCOUNT_CODES },
    version: saved.data.version,
  });
  expect(await checks()).toEqual([]);
  expect((await states()).findings).toBe(before.findings - 1);
});

test.each(['accounting_writeoff', 'accounting_movement'] as const)(
  '%s: the check finds a code exactly where the document is refused for it',
  async (type) => {
    const row = [...blanks.values()].find((one) => one.farm === farms[0] && one.type === type)!;
    const throwing = dice(7);
    for (let turnOf = 0; turnOf < 5; turnOf += 1) {
      const accounts = Object.fromEntries(Object.entries(ACCOUNT_CODES).filter(() => throwing.chance(0.7)));
      const { version } = (await owner().get(`report/additional/${row.id}/`)).data;
      await owner().put(`report/additional/${row.id}/`, { template: { headings: {}, order: [], accounts }, version });
      const days = 'planned_on_after=2026-10-01&planned_on_before=2026-10-31';
      const { errors = {} } = await owner().get(`report/${type}/make/?language=uk&farm=${farms[0]}&${days}&blank=${row.id}`);
      const { data } = await owner().get<MonthCheck[]>(`${path}checks/?month=2026-10&farm=${farms[0]}`);
      const found = data.find(({ code }) => code === 'no_account');
      const t = await textsOf('uk');
      const notedNames = (found?.items ?? []).map(({ name }) => name.slice(`${row.name} · `.length).replace(/ \(.*$/, ''));
      const refused = Object.keys(errors).map((field) => t(codeKey('pages:blanks.codes', field.slice('blank.accounts.'.length))));
      expect([JSON.stringify(accounts), notedNames.toSorted()]).toEqual([JSON.stringify(accounts), refused.toSorted()]);
    }
    const { version } = (await owner().get(`report/additional/${row.id}/`)).data;
    await owner().put(`report/additional/${row.id}/`, { template: { headings: {}, order: [], accounts: ACCOUNT_CODES }, version });
  },
  60_000,
);

const sendings = async () => (await owner().get<PapersMailWays>(`${path}mail/`)).data.mails;
const parseZip = (raw: string) => {
  const part = raw.split(/^--.*$/m).find((one) => /Content-Disposition: attachment/i.test(one))!;
  const bytes = Buffer.from(part.slice(part.indexOf('\r\n\r\n')).replace(/\s/g, ''), 'base64');
  return Object.keys(unzipSync(new Uint8Array(bytes)));
};
const findMessageId = (raw: string) => /^Message-ID: (.*)$/m.exec(raw)?.[1];

test('they go by mail to an address whose owner has confirmed it, and to no other, once', async () => {
  const body = { month: '2026-10', farms: [farms[1]], email: 'books@farm.test', language: 'uk' };
  const send = (values: object = {}) => owner().post(`${path}mail/`, { ...body, ...values });
  const refused = await send();
  expect([refused.status, Object.keys(refused.errors), refused.errors.email![0]!.code]).toEqual([409, ['email'], 'none_confirmed']);
  expect((await owner().post(`${path}address/`, { email: body.email, language: 'uk' })).status).toBe(204);
  expect((await owner().post(`${path}address/`, { email: body.email, language: 'uk' })).status).toBe(429);
  expect((await send()).status).toBe(409);
  expect((await owner().get(`${path}mail/`)).data).toMatchObject({ addresses: [], mails: [] });
  await confirmAll(world.api);
  expect((await owner().get(`${path}mail/`)).data.addresses).toEqual([body.email]);
  const put = await send();
  expect([put.status, put.data?.papers]).toEqual([200, 2]);
  // A second request while the mail waits puts no second mail.
  expect((await send()).data.id).toBe(put.data.id);
  expect(mail.mails).toHaveLength(0);
  expect(await sendings()).toMatchObject([{ recipient: body.email, month: '2026-10', state: 'waiting' }]);
  await Promise.all([turn(world.api), turn(world.api), turn(world.api)]);
  expect(mail.mails.map(({ to }) => to)).toEqual([body.email]);
  expect(parseZip(mail.mails[0]!.raw)).toEqual(Object.keys(await archive(`&farm=${farms[1]}`)));
  expect(await sendings()).toMatchObject([{ state: 'sent', error: '', next_attempt_at: null }]);
  const { rows } = await sql<{ reports: number }>`select reports from mail_day where client_id = ${world.client.id}`.execute(
    world.api.database.acrossClients(),
  );
  expect(rows[0]?.reports).toBe(1);

  // The row as it is when its server dies between the mail server's answer and the commit: another server sends it under the same id.
  const now = world.api.services.now();
  const later = (minutes: number) => world.api.setNow(new Date(now.getTime() + minutes * 60_000).toISOString());
  await sql`update report_sending set state = 'waiting', sent_at = null where id = ${put.data.id} and client_id = ${world.client.id}`.execute(
    world.api.database.acrossClients(),
  );
  later(9);
  await turn(world.api);
  expect(mail.mails).toHaveLength(1);
  later(11);
  await turn(world.api);
  expect(mail.mails).toHaveLength(2);
  expect(findMessageId(mail.mails[0]!.raw)).toBe(findMessageId(mail.mails[1]!.raw));
  world.api.setNow(now.toISOString());
});

test("the mail server's answer is shown, and a refused mail can be sent once more", async () => {
  const body = { month: '2026-10', farms: [farms[1]], email: 'books@farm.test', language: 'uk' };
  mail.mails.length = 0;
  mail.answer = () => 550;
  await owner().post(`${path}mail/`, body);
  await turn(world.api);
  const [refused] = await sendings();
  expect(refused).toMatchObject({ state: 'failed', error: '550 no room for books@farm.test' });
  mail.answer = () => 451;
  expect((await owner().post(`${path}mail/`, body)).status).toBe(200);
  await turn(world.api);
  expect((await sendings())[0]).toMatchObject({ state: 'waiting', error: expect.stringContaining('no room') });
  mail.answer = () => undefined;
  const now = world.api.services.now();
  world.api.setNow(new Date(now.getTime() + 61_000).toISOString());
  await turn(world.api);
  world.api.setNow(now.toISOString());
  expect((await sendings()).map(({ state }) => state)).toEqual(['sent', 'failed', 'sent']);
  expect(mail.mails).toHaveLength(1);
});

test("a mail requested by a person who lost the right since isn't sent", async () => {
  const body = { month: '2026-10', farms: [farms[1]], email: 'books@farm.test', language: 'uk' };
  const staff = await makeAccount(world.api, { user_type: 'staff', clients: [world.client.id] });
  mail.mails.length = 0;
  expect((await staff.caller.post(`dashboard/clients/${world.client.id}/${path}mail/`, body)).status).toBe(200);
  await sql`update account set locked = true where id = ${staff.id}`.execute(world.api.database.acrossClients());
  world.api.services.principals.forget();
  await turn(world.api);
  expect(mail.mails).toEqual([]);
  expect((await sendings())[0]).toMatchObject({ state: 'failed', error: 'locked' });
});

test.each([
  ['no address', { email: undefined }, ['email']],
  ['what is no address', { email: 'nobody' }, ['email']],
  ['no month', { month: undefined }, ['month']],
  ['a farm of nobody’s', { farms: [999_999] }, ['farms.0']],
])('mail with %s is refused at its field', async (_, values, fields) => {
  const { status, errors } = await owner().post(`${path}mail/`, {
    month: '2026-10',
    farms: [farms[0]],
    email: 'books@farm.test',
    ...values,
  });
  expect([status, Object.keys(errors)]).toEqual([400, fields]);
});
