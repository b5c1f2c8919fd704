import { expect } from 'vitest';
import { permissionsOf } from '#contract/access.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import type { ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const PATH = 'user/signalmail/';
let farm: ReadyFarm;
test.beforeAll(({ farm: ready, api, mail: _ }) => {
  farm = ready;
  api.services.publicUrl = 'https://manger.test';
});
const owner = () => farm.client.owner;
const put = (body: object, caller = owner()) => caller.put(PATH, { mode: 'digest', ...body });
const refused = async (body: object) => {
  const { status, errors } = await put(body);
  return [status, Object.keys(errors ?? {})];
};

test('nothing comes until somebody chooses; each chooses for themselves, in each client', async ({ api }) => {
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

test('what can’t be is refused at its field', async ({ api }) => {
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
