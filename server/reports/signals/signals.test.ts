import { expect } from 'vitest';
import { permissionsOf, type Rights } from '#contract/access.ts';
import { ACCESS_PRESETS } from '#contract/access-presets.ts';
import type { Caller } from '#tests/support/api.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { putSignal } from '#tests/support/reports/signals.ts';
import { test } from '#tests/support/test.ts';

const PATH = 'manager/signals/';
let farm: ReadyFarm;

test.override('now', '2026-03-10T12:00:00Z');
test.beforeAll(({ farm: ready }) => {
  farm = ready;
});

const owner = () => farm.client.owner;
const readIds = async (query: string, caller: Caller = owner()) => {
  const { status, data } = await caller.get<{ id: number }[]>(`${PATH}${query}`);
  expect(status).toBe(200);
  return data.map(({ id }) => id);
};

test('lists the most expensive signals first, and one signal by its number', async ({ api }) => {
  const dear = await putSignal(api, farm, { money: 9000, subject_id: 1 });
  const unpriced = await putSignal(api, farm, { rule: 'mixing_time', subject_kind: 'mixer', subject_id: farm.mixer, money: null });
  const cheap = await putSignal(api, farm, { money: 10, subject_id: 2, last_seen: '2026-03-03', since: '2026-03-01', over: true });
  const seen = await putSignal(api, farm, { money: 20, subject_id: 3, state: 'seen' });
  expect(await readIds('')).toEqual([dear, seen, cheap, unpriced]);
  expect(await readIds('?rule=mixing_time,mixer_drift')).toEqual([unpriced]);
  expect(await readIds('?state=new&over=false')).toEqual([dear, unpriced]);
  expect(await readIds('?days=7')).toEqual([dear, seen, unpriced]);
  expect(await readIds('?days=8')).toEqual([dear, seen, cheap, unpriced]);
  expect(await readIds(`?farm=${farm.farm}&ordering=money`)).toEqual([cheap, seen, dear, unpriced]);
  expect((await owner().get(`${PATH}?days=0`)).errors).toHaveProperty('days');
  expect((await owner().get(`${PATH}?rule=nothing`)).status).toBe(400);
});

test('closing several signals closes all or none; a signal closed before keeps its note', async ({ api }) => {
  const ids = [await putSignal(api, farm, { subject_id: 71 }), await putSignal(api, farm, { subject_id: 72, state: 'seen' })];
  const before = await putSignal(api, farm, { subject_id: 73, state: 'explained', note: 'sold' });
  const close = (body: object, caller: Caller = owner()) => caller.post<{ closed: number }>(`${PATH}close/`, body);
  const readStates = async () => Promise.all(ids.map(async (id) => (await owner().get(`${PATH}${id}/`)).data.state));
  for (const [body, field] of [
    [{ ids, state: 'done', note: ' ' }, 'note'],
    [{ ids, state: 'seen', note: 'x' }, 'state'],
    [{ ids: [], state: 'done', note: 'x' }, 'ids'],
    [{ ids: [...ids, 987_654], state: 'done', note: 'x' }, 'ids'],
  ] as const) {
    const refused = await close(body);
    expect([refused.status, Object.keys(refused.errors)]).toEqual([400, [field]]);
  }
  expect((await close({ ids, state: 'done', note: 'x' }, (await makeReadyFarm(api)).client.owner)).errors).toHaveProperty('ids');
  expect(await readStates()).toEqual(['new', 'seen']);
  // Two at once, in either order: each signal is closed by one of them.
  const both = await Promise.all([
    close({ ids: [...ids, before], state: 'done', note: 'ordered' }),
    close({ ids: ids.toReversed(), state: 'done', note: 'ordered' }),
  ]);
  expect(both.map(({ data }) => data.closed).sort()).toEqual([0, 2]);
  expect(await readStates()).toEqual(['done', 'done']);
  expect((await owner().get(`${PATH}${before}/`)).data).toMatchObject({ state: 'explained', note: 'sold', version: 1 });
  for (const id of ids) {
    const [latest, ...others] = (await owner().get(`history/signals/?id=${id}`)).data;
    expect([latest.after, others]).toMatchObject([{ state: 'done', note: 'ordered' }, []]);
  }
});

test('closing a signal requires a note; its author and the earlier notes are stored', async ({ api }) => {
  const id = await putSignal(api, farm, { subject_id: 11 });
  const path = `${PATH}${id}/`;
  const first = (await owner().get(path)).data;
  expect(first).toMatchObject({ state: 'new', note: '', author: null, changed_at: null, limit: 7, ingredient: null, version: 1 });
  for (const state of ['explained', 'done']) {
    const { status, errors } = await owner().put(path, { state });
    expect([status, errors.note?.[0]?.code]).toEqual([400, 2]);
    expect((await owner().put(path, { state, note: '  ' })).status).toBe(400);
  }
  expect((await owner().put(path, { state: 'new' })).errors).toHaveProperty('state');
  expect((await owner().put(path, { note: 'x'.repeat(301) })).errors).toHaveProperty('note');
  expect((await owner().get(path)).data).toEqual(first);

  const seen = (await owner().put(path, { state: 'seen', version: 1 })).data;
  expect(seen).toMatchObject({ state: 'seen', author: 'Test client', changed_at: '2026-03-10T12:00:00Z', version: 2 });
  expect((await owner().put(path, { state: 'done', note: 'ordered', version: 1 })).status).toBe(409);
  const done = (await owner().put(path, { state: 'done', note: 'ordered', version: 2 })).data;
  expect(done).toMatchObject({ state: 'done', note: 'ordered' });
  const [latest] = (await owner().get(`history/signals/?id=${id}`)).data;
  expect(latest).toMatchObject({ name: 'Silage', before: { state: 'seen' }, after: { state: 'done', note: 'ordered' } });
  expect(latest.after).not.toHaveProperty('kg');
  // The server alone finds them, and nobody deletes one.
  expect((await owner().post(PATH, { state: 'seen' })).status).toBe(404);
  expect((await owner().delete(path)).status).toBe(404);
});

test('each person sees the signals of the permitted reports and farms, and changes them with the right to write notes in reports', async ({
  api,
}) => {
  const other = (await make(owner(), 'manager/farms/', { company: farm.company, name: 'The other', timezone: 'Europe/Kyiv' })).id;
  const wrong = await putSignal(api, farm, { subject_id: 21 });
  const bias = await putSignal(api, farm, { rule: 'loading_bias', subject_kind: 'operator', subject_id: farm.client.ownerId });
  const drift = await putSignal(api, farm, { rule: 'mixer_drift', subject_kind: 'mixer', subject_id: farm.mixer });
  const elsewhere = await putSignal(api, farm, { subject_id: 22, farm_id: other });
  const employee = async (rights: Rights, farms: number[] = []) => {
    const group = await make(owner(), 'perm/groups/', { name: `Group ${Math.random()}`, permissions: permissionsOf(rights), farms });
    return (await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id })).caller;
  };
  const among = async (caller: Caller) => (await readIds('', caller)).filter((id) => [wrong, bias, drift, elsewhere].includes(id));
  const manager = await employee(ACCESS_PRESETS.manager, [farm.farm]);
  expect((await among(manager)).toSorted()).toEqual([wrong, bias, drift].toSorted());
  expect((await manager.get(`${PATH}${elsewhere}/`)).status).toBe(404);
  expect((await manager.put(`${PATH}${elsewhere}/`, { state: 'seen' })).status).toBe(404);
  expect((await manager.put(`${PATH}${wrong}/`, { state: 'seen' })).status).toBe(200);
  const looker = await employee({ 'manger.load': 'v' });
  expect(await among(looker)).toEqual([bias]);
  expect((await looker.get(`${PATH}${wrong}/`)).status).toBe(404);
  expect((await looker.put(`${PATH}${bias}/`, { state: 'seen' })).status).toBe(403);
  // The right to write notes in reports opens no report.
  const keeper = await employee({ 'manger.load': 'v', 'manger.filters': 'vc' });
  expect((await keeper.put(`${PATH}${wrong}/`, { state: 'seen' })).status).toBe(404);
  expect((await keeper.put(`${PATH}${bias}/`, { state: 'seen' })).data.author).toBe('Test employee');
  expect((await (await employee({ 'manger.mixer': 'v' })).get(PATH)).status).toBe(403);

  const stranger = (await makeReadyFarm(api)).client.owner;
  expect((await stranger.get(`${PATH}${wrong}/`)).status).toBe(404);
  const consultant = (await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] })).caller;
  const inside = `dashboard/clients/${farm.client.id}/${PATH}`;
  expect((await consultant.get(`${inside}${drift}/`)).data).toMatchObject({ subject: farm.mixer, rule: 'mixer_drift' });
  expect((await consultant.put(`${inside}${drift}/`, { state: 'seen' })).status).toBe(403);
});

test('a person is called as today, and as a deleted user once erased, in history too', async ({ api }) => {
  const feeder = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id });
  const id = await putSignal(api, farm, {
    rule: 'loading_bias',
    subject_kind: 'operator',
    subject_id: feeder.id,
    subject_name: '',
    ingredient_id: farm.hay,
    ingredient_name: 'Hay',
  });
  const read = async () => (await owner().get(`${PATH}${id}/`)).data;
  expect(await read()).toMatchObject({ subject_name: 'Test employee', ingredient: farm.hay, ingredient_name: 'Hay' });
  await owner().put(`${PATH}${id}/`, { state: 'explained', note: 'a new scale' });
  const history = async () => (await owner().get(`history/signals/?id=${id}`)).data[0];
  expect(await history()).toMatchObject({ name: 'Hay', after: { operator: feeder.id, operator_name: 'Test employee' } });
  expect((await owner().post(`perm/employees/${feeder.id}/erase/`, {})).status).toBe(204);
  expect((await read()).subject_name).toContain(String(feeder.id));
  expect((await history()).after.operator_name).toContain(String(feeder.id));
});
