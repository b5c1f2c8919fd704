import { sql } from 'kysely';
import { beforeEach, describe, expect } from 'vitest';
import { permissionsOf } from '#contract/access.ts';
import { reportsJobs } from '#server/reports/index.ts';
import type { TestApi } from '#tests/support/api.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { decoded, type MailServer } from '#tests/support/mail-server.ts';
import { putSignal } from '#tests/support/reports/signals.ts';
import { confirmAll } from '#tests/support/reports/subscriptions.ts';
import { test } from '#tests/support/test.ts';

const PATH = 'user/signalmail/';
let farm: ReadyFarm;
let api: TestApi;
let mail: MailServer;
test.beforeAll(({ farm: ready, api: started, mail: server }) => {
  farm = ready;
  api = started;
  mail = server;
  api.services.publicUrl = 'https://manger.test';
});
const owner = () => farm.client.owner;
const put = (body: object, caller = owner()) => caller.put(PATH, { mode: 'digest', ...body });
const refused = async (body: object) => {
  const { status, errors } = await put(body);
  return [status, Object.keys(errors ?? {})];
};

test('nothing comes until somebody chooses; each chooses for themselves, in each client', async () => {
  expect((await owner().get(PATH)).data).toMatchObject({ mode: 'none', rules: [], farms: [], address: null, available: true, version: 0 });
  const chosen = {
    hour: 7,
    rules: ['loading_bias'],
    farms: [farm.farm],
    money_from: 500,
    quiet_from: '21:00',
    quiet_to: '06:00',
    version: 0,
  };
  expect((await put(chosen)).data).toMatchObject({ ...chosen, mode: 'digest', address: 'waiting', version: 1 });
  expect((await put({ ...chosen, mode: 'at_once' })).status).toBe(409);
  expect((await put({ mode: 'at_once', version: 1 })).data).toMatchObject({ mode: 'at_once', rules: [], money_from: null, version: 2 });
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] });
  const inside = `dashboard/clients/${farm.client.id}/${PATH}`;
  expect((await consultant.caller.get(inside)).data).toMatchObject({ mode: 'none', email: consultant.email });
  expect(
    (await put({ mode: 'none' }, { ...consultant.caller, put: (_: string, body: object) => consultant.caller.put(inside, body) } as never))
      .status,
  ).toBe(200);
  expect((await owner().get(PATH)).data.mode).toBe('at_once');
  expect((await consultant.caller.get(PATH)).status).toBe(400);
});

test('an invalid setting is refused at its field', async () => {
  expect(await refused({ hour: 24 })).toEqual([400, ['hour']]);
  expect(await refused({ quiet_from: '22:00' })).toEqual([400, ['quiet_to']]);
  expect(await refused({ quiet_to: '22:00' })).toEqual([400, ['quiet_from']]);
  expect(await refused({ quiet_from: '22:00', quiet_to: '22:00' })).toEqual([400, ['quiet_to']]);
  expect(await refused({ hour: 5, quiet_from: '22:00', quiet_to: '06:00' })).toEqual([400, ['hour']]);
  expect(await refused({ money_from: 0 })).toEqual([400, ['money_from']]);
  expect(await refused({ rules: ['loading_bias', 'loading_bias'] })).toEqual([400, ['rules']]);
  expect(await refused({ farms: [999_999] })).toEqual([400, ['farms']]);
  const group = await make(owner(), 'perm/groups/', { name: 'Loads', permissions: permissionsOf({ 'manger.load': 'v' }) });
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id });
  expect((await put({ rules: ['days_left'] }, caller)).errors).toHaveProperty('rules');
  expect((await put({ rules: ['loading_bias'] }, caller)).status).toBe(200);
  const { mailer } = api.services;
  api.services.mailer = null;
  expect(await refused({})).toEqual([400, ['mode']]);
  expect((await put({ mode: 'none' })).data).toMatchObject({ mode: 'none', available: false });
  api.services.mailer = mailer;
});

describe('signals found for clients', () => {
  const NOW = '2026-03-10T12:00:00Z';
  let at: ReadyFarm;
  /** Runs the job that puts signals into the outbox once, and then the outbox. */
  const turn = async () => {
    for (const name of ['signal mails', 'report sendings']) await reportsJobs.find((job) => job.name === name)!.run(api.services);
    return mail.mails.splice(0).map(({ to, raw }) => ({ to, text: decoded(raw), subject: decodeSubject(raw) }));
  };
  const decodeSubject = (raw: string) =>
    raw
      .slice(raw.indexOf('Subject: ') + 9)
      .split(/\r\n(?=\S)/)[0]!
      .replace(/\?=\s+=\?/g, '?==?')
      .replace(/=\?UTF-8\?B\?(.*?)\?=/g, (_, word: string) => Buffer.from(word, 'base64').toString());
  const found = (values: Parameters<typeof putSignal>[2] = {}, now: string = api.services.now().toISOString()) =>
    putSignal(api, at, { subject_id: Math.floor(Math.random() * 1e9), found_at: now, ...values });
  const choose = async (body: object) => {
    const { status } = await at.client.owner.put(PATH, { mode: 'at_once', ...body });
    expect(status).toBe(200);
    await confirmAll(api);
  };

  beforeEach(async () => {
    mail.mails.length = 0;
    api.setNow(NOW);
    at = await makeReadyFarm(api);
  });

  test('comes once, in the words of who gets it, what costs most first', async () => {
    await found({}, '2026-03-10T11:59:59Z');
    await choose({});
    // Signals from before the choice are not sent.
    expect(await turn()).toEqual([]);
    await found({ subject_name: 'Cheap', money: 10, value: 2.5 }, '2026-03-10T12:00:01Z');
    await found(
      { subject_name: 'Dear', money: 123456.5, rule: 'mixer_drift', subject_kind: 'mixer', value: 3.25, bound: 1.5, target: 0.5 },
      '2026-03-10T12:00:01Z',
    );
    const [first, ...none] = await turn();
    expect(none).toEqual([]);
    const { email } = (await at.client.owner.get('auth/me/')).data;
    expect(first!.to).toBe(email);
    expect(first!.subject).toMatch(/^Сигнали · Client \d+ · 2$/);
    const lines = first!.text.split(/\r?\n/);
    expect(lines[0]).toMatch(/^• Дрейф міксера: Dear · Farm/);
    expect(lines[1]!.replaceAll('\u00a0', ' ')).toBe('  +3,25 % (межа +1,5 %, зазвичай +0,5 %) · 1 200 кг · 123 456,50 ₴ · з 09.03.2026');
    expect(lines[2]).toMatch(/^• Запасу менше ніж на 7 днів: Cheap/);
    expect(first!.text).toContain('https://manger.test');
    expect(await turn()).toEqual([]);
    await found({ subject_name: 'Next' }, '2026-03-10T12:00:02Z');
    expect(await turn()).toMatchObject([{ text: expect.stringContaining('Next') }]);
  });

  test('a mail arrives by the chosen rule, farm and money, and only while the signal is new', async () => {
    const other = (
      await make(at.client.owner, 'manager/farms/', { company: at.company, name: 'Beyond the river', timezone: 'Europe/Kyiv' })
    ).id;
    await choose({ rules: ['days_left', 'stock_below_zero'], farms: [at.farm], money_from: 100 });
    await found({ subject_name: 'of another rule', rule: 'incomplete', subject_kind: 'feeding' });
    await found({ subject_name: 'of another farm', farm_id: other });
    const grows = await found({ subject_name: 'grows', money: 99.99 });
    await found({ subject_name: 'unpriced', money: null });
    await found({ subject_name: 'closed', state: 'done', note: 'ordered' });
    await found({ subject_name: 'wanted', money: 100 });
    const [only, ...none] = await turn();
    expect(none).toEqual([]);
    expect(only!.text.match(/•/g)).toHaveLength(1);
    expect(only!.text).toContain('wanted');
    await sql`update signal set money = 250 where id = ${grows}`.execute(api.database.forClient(at.client.id));
    expect(await turn()).toMatchObject([{ text: expect.stringContaining('grows') }]);
  });

  test('waits for the end of quiet hours, and for the hour of the digest, by the clock of the farm', async () => {
    await moveTo(api, at, '2026-03-27T19:00:00Z');
    await choose({ quiet_from: '22:00', quiet_to: '06:00' });
    const day = async (now: string) => {
      api.setNow(now);
      return (await turn()).length;
    };
    api.setNow('2026-03-28T21:00:00Z');
    await found();
    // The night on which clocks go forward: six o'clock is three of UTC.
    expect(await day('2026-03-28T21:00:00Z')).toBe(0);
    expect(await day('2026-03-29T02:59:00Z')).toBe(0);
    expect(await day('2026-03-29T03:00:00Z')).toBe(1);
    expect(await day('2026-03-29T04:00:00Z')).toBe(0);
    await sql`delete from signal_mail`.execute(api.database.acrossClients());
    await moveTo(api, at, '2026-03-29T04:00:00Z');
    await choose({ mode: 'digest', hour: 18 });
    await found({ subject_name: 'Morning' });
    expect(await day('2026-03-29T14:59:00Z')).toBe(0);
    api.setNow('2026-03-29T14:59:30Z');
    await found({ subject_name: 'Afternoon' });
    expect(await day('2026-03-29T15:00:00Z')).toBe(1);
    await found({ subject_name: 'Too late' }, '2026-03-29T15:00:01Z');
    expect(await day('2026-03-29T22:00:00Z')).toBe(0);
    expect(await day('2026-03-31T09:00:00Z')).toBe(1);
  });

  test('nobody gets a mail without consent, without the right to see the signal, or of a locked client', async () => {
    expect((await at.client.owner.put(PATH, { mode: 'at_once' })).status).toBe(200);
    await found({ subject_name: 'Waits' });
    // The question alone.
    expect(await turn()).toMatchObject([{ subject: expect.not.stringContaining('Сигнали') }]);
    await confirmAll(api);
    expect(await turn()).toMatchObject([{ text: expect.stringContaining('Waits') }]);

    const group = await make(at.client.owner, 'perm/groups/', { name: 'Loads', permissions: permissionsOf({ 'manger.load': 'v' }) });
    const feeder = await makeAccount(api, { user_type: 'employee', client_id: at.client.id, access_group_id: group.id });
    expect((await put({ mode: 'at_once' }, feeder.caller)).status).toBe(200);
    await at.client.owner.put(PATH, { mode: 'none' });
    await confirmAll(api);
    await turn();
    await found({ subject_name: 'Stock' });
    await found({ subject_name: '', rule: 'loading_bias', subject_kind: 'operator', subject_id: feeder.id });
    const [own, ...none] = await turn();
    expect(none).toEqual([]);
    expect([own!.to, own!.text.includes('Test employee'), own!.text.includes('Stock')]).toEqual([feeder.email, true, false]);
    await at.client.owner.put(`perm/groups/${group.id}/`, { permissions: [] });
    await found({ subject_name: '', rule: 'loading_bias', subject_kind: 'operator', subject_id: feeder.id, ingredient_id: at.hay });
    expect(await turn()).toEqual([]);
    await at.client.owner.put(`perm/groups/${group.id}/`, { permissions: permissionsOf({ 'manger.load': 'v' }) });
    await sql`update client set locked = true where id = ${at.client.id}`.execute(api.database.acrossClients());
    expect(await turn()).toEqual([]);
  });

  test('the personal data of an account contains its mail settings, and erasing removes them', async () => {
    const feeder = await makeAccount(api, { user_type: 'client', client_id: at.client.id });
    expect((await put({ mode: 'at_once' }, feeder.caller)).status).toBe(200);
    await confirmAll(api);
    await found({ subject_name: 'Stock' });
    expect((await turn()).map(({ to }) => to)).toEqual([feeder.email]);
    expect((await feeder.caller.get('auth/me/export/')).data.signal_mails).toEqual([{ client: at.client.id, mode: 'at_once', sent: 1 }]);
    await found({ subject_name: 'After' });
    const root = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
    expect((await root.caller.delete(`dashboard/users/${feeder.id}/`)).status).toBe(204);
    expect(await turn()).toEqual([]);
    for (const table of ['signal_mail', 'signal_mailed']) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where account_id = ${feeder.id}`.execute(api.database.acrossClients());
      expect(rows).toEqual([]);
    }
  });
});
