import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { decryptFrom, encryptFor, seal } from '#server/domain/calibration.ts';
import type { Caller } from '#tests/support/api.ts';
import { make, makeAccount, makeClient, makeMixer } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const path = 'manager/mixers/';

const expiry = (caller: Caller) => decodeJwt(caller.token).exp as number;

test('a mixer keeps all of its fields', async ({ client, at }) => {
  const fields = {
    farm: at.farm,
    name: 'Wagon 1',
    model: 'V-12',
    max_weight: 8000,
    mix_time: 90,
    rounding: true,
    loading_admittance: 10,
    loading_sensitivity: 2,
    unloading_admittance: 20.5,
    unloading_sensitivity: 5,
    auger_rotations: 12.5,
    auger_coefficient: 1.25,
    auto_transition_time: 15,
  };
  const mixer = await make(client.owner, path, fields);
  expect(mixer).toMatchObject({ ...fields, calibration: null, version: 1 });
  expect((await client.owner.get(`${path}${mixer.id}/`)).data).toEqual(mixer);
  expect((await client.owner.get(`${path}list/?deleted=false&search=v-12`)).data).toEqual([
    { id: mixer.id, name: 'Wagon 1', farm: at.farm, model: 'V-12', max_weight: 8000, rounding: true },
  ]);
  const changed = await client.owner.put(`${path}${mixer.id}/`, { mix_time: 120, version: 1 });
  expect(changed.data).toMatchObject({ ...fields, mix_time: 120, version: 2 });
  expect((await client.owner.put(`${path}${mixer.id}/`, { mix_time: 1, version: 1 })).errors.version?.[0]?.code).toBe('stale_version');
  const history = (await client.owner.get(`history/mixers/?id=${mixer.id}`)).data;
  expect([history[0].before.mix_time, history[0].after.mix_time]).toEqual([90, 120]);
});

test.for([
  [{ max_weight: 0 }, 'max_weight', 'min_val'],
  [{ max_weight: undefined }, 'max_weight', 2],
  [{ name: '' }, 'name', 3],
  [{ name: 'x'.repeat(301) }, 'name', 6],
  [{ mix_time: 1.5 }, 'mix_time', 1],
  [{ auger_coefficient: -1 }, 'auger_coefficient', 9],
  [{ farm: 999_999 }, 'farm', 23],
] as const)('wrong values (%#) are refused at their field', async ([values, field, code], { client, at }) => {
  const answer = await client.owner.post(path, { farm: at.farm, name: 'Wrong', max_weight: 1000, ...values });
  expect([answer.status, answer.errors[field]?.[0]?.code]).toEqual([400, code]);
});

test('a calibration is sent encrypted for each token and stored encrypted in the database', async ({ api, client, at }) => {
  const { id } = await makeMixer(client.owner, at);
  const text = '{"zero":12,"scale":0.98}';
  const sent = await client.owner.put(`${path}${id}/calibration/`, { id, data: encryptFor(expiry(client.owner), text) });
  expect(sent.status).toBe(200);
  expect(decryptFrom(expiry(client.owner), sent.data.calibration, 'data')).toBe(text);
  // Another token, another key.
  api.setNow(new Date(Date.now() + 5000));
  const staff = await makeAccount(api, { user_type: 'staff', clients: [client.id] });
  const seen = (await staff.caller.get(`dashboard/clients/${client.id}/${path}${id}/`)).data.calibration;
  expect(decryptFrom(expiry(staff.caller), seen, 'data')).toBe(text);
  expect(() => decryptFrom(expiry(client.owner), seen, 'data')).toThrow();
  const { rows } = await sql<{ text: string }>`select encode(calibration, 'escape') as text from mixer where id = ${id}`.execute(
    api.database.forClient(client.id),
  );
  expect(rows[0]?.text).not.toContain('zero');
  const [update] = (await client.owner.get(`history/mixers/?id=${id}`)).data;
  expect(update.before.calibration).toBeNull();
  expect(update.after.calibration).toMatch(/^[0-9a-f]{12}$/);
  await client.owner.put(`${path}${id}/calibration/`, { id, data: encryptFor(expiry(client.owner), 'another') });
  const [second] = (await client.owner.get(`history/mixers/?id=${id}`)).data;
  expect(second.before).toEqual(update.after);
  expect(second.after).not.toEqual(update.after);
});

test('a calibration that the token cannot read, or of another mixer, is refused', async ({ api, client, at }) => {
  const { id } = await makeMixer(client.owner, at);
  const put = (body: object, caller = client.owner) => caller.put(`${path}${id}/calibration/`, body);
  const data = encryptFor(expiry(client.owner), 'x');
  expect((await put({ id, data: encryptFor(1, 'x') })).errors.data?.[0]?.code).toBe(23);
  expect((await put({ id, data: 'nonsense' })).errors.data?.[0]?.code).toBe(23);
  expect((await put({ id })).errors.data?.[0]?.code).toBe(2);
  expect((await put({ data })).errors.id?.[0]?.code).toBe(2);
  expect((await put({ id: id + 1, data })).errors.id?.[0]?.code).toBe(23);
  const other = await makeClient(api);
  expect((await put({ id, data: encryptFor(expiry(other.owner), 'x') }, other.owner)).status).toBe(404);
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [client.id] });
  expect((await consultant.caller.put(`dashboard/clients/${client.id}/${path}${id}/calibration/`, { id, data })).status).toBe(403);
  expect((await client.owner.get(`${path}${id}/`)).data.calibration).toBeNull();
});

test('a calibration sealed with another secret leaves the mixers readable', async ({ api, client, at }) => {
  const { id } = await makeMixer(client.owner, at);
  await sql`update mixer set calibration = ${seal('the secret of another server', 'x')} where id = ${id}`.execute(
    api.database.forClient(client.id),
  );
  expect((await client.owner.get(`${path}${id}/`)).data.calibration).toBe('');
  expect((await client.owner.put(`${path}${id}/calibration/`, { id, data: encryptFor(expiry(client.owner), 'y') })).status).toBe(200);
});

test('people who set up mixers choose from the mixer database, and can’t change it', async ({ api, client }) => {
  const root = (await makeAccount(api, { user_type: 'admin', is_superadmin: true })).caller;
  const brand = await make(root, 'dashboard/mixers/brands/', { name: 'Maker' });
  const model = await make(root, 'dashboard/mixers/models/', { brand: brand.id, name: 'V-12' });
  const item = await make(root, 'dashboard/mixers/items/', {
    model: model.id,
    name: 'Factory',
    value: encryptFor(expiry(root), '{"k":1}'),
  });
  const row = { id: item.id, brand_name: 'Maker', model_name: 'V-12', name: 'Factory' };
  expect((await client.owner.get(`${path}catalogue/`)).data).toEqual([row]);
  const { data } = await client.owner.get(`${path}catalogue/${item.id}/`);
  expect({ ...data, value: decryptFrom(expiry(client.owner), data.value, 'value') }).toEqual({ ...row, value: '{"k":1}' });
  expect((await client.owner.get(`${path}catalogue/999999/`)).status).toBe(404);
  expect((await client.owner.get('dashboard/mixers/items/')).status).toBe(403);
  const employee = await makeAccount(api, { user_type: 'employee', client_id: client.id });
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [client.id] });
  expect((await employee.caller.get(`${path}catalogue/`)).status).toBe(403);
  expect((await consultant.caller.get(`dashboard/clients/${client.id}/${path}catalogue/`)).status).toBe(403);
});
