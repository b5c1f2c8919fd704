import { expect } from 'vitest';
import { make, makeAccount, makeClient, makeFarm } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const RULES = 'manager/bonusrules/';
let farm: ReadyFarm;

test.beforeAll(({ farm: ready }) => {
  farm = ready;
});

const owner = () => farm.client.owner;
const STEP = { measure: 'bullseye', from: 50, factor: 1.2 };
const body = (values: object = {}) => ({ farm: farm.farm, name: 'Accuracy', base: 2000, steps: [STEP], ...values });
const fields = async (answer: ReturnType<ReadyFarm['client']['owner']['post']>) => {
  const { status, errors } = await answer;
  return [status, Object.fromEntries(Object.entries(errors ?? {}).map(([field, [first]]) => [field, [first?.code, first?.limit]]))];
};
const names = async () => (await owner().get(`${RULES}?farm=${farm.farm}`)).data.map(({ name }: { name: string }) => name);

test('a rule is stored with its steps, history contains its changes, and a deletion can be undone', async () => {
  const made = await make(owner(), RULES, body({ base: 1999.99, steps: [STEP, { measure: 'punctuality', from: -300, factor: 0.9375 }] }));
  expect(made).toMatchObject({ farm: farm.farm, name: 'Accuracy', base: 1999.99, version: 1 });
  expect(made.steps).toEqual([STEP, { measure: 'punctuality', from: -300, factor: 0.9375 }]);
  const changed = await owner().put(`${RULES}${made.id}/`, { base: 2100, version: 1 });
  expect(changed.data).toMatchObject({ base: 2100, version: 2, steps: made.steps });
  expect(await fields(owner().put(`${RULES}${made.id}/`, { base: 1, version: 1 }))).toEqual([
    409,
    { version: ['stale_version', undefined] },
  ]);
  expect((await owner().get(`history/bonusrules/?id=${made.id}`)).data[0]).toMatchObject({
    before: { base: 1999.99 },
    after: { base: 2100 },
  });
  expect((await owner().delete(`${RULES}${made.id}/`)).status).toBe(204);
  expect(await names()).toEqual([]);
  expect((await owner().post(`${RULES}${made.id}/restore/`, {})).data).toMatchObject({ base: 2100, steps: made.steps });
});

test('a rule that can’t pay is refused at its field, and nothing is written', async () => {
  await make(owner(), RULES, body({ name: 'Kept' }));
  const before = await names();
  const refused = (values: object) => fields(owner().post(RULES, body({ name: 'Wrong', ...values })));
  const refusedSteps = (...steps: object[]) => refused({ steps: steps.map((step) => ({ ...STEP, ...step })) });
  expect(await refused({ steps: [] })).toMatchObject([400, { steps: [expect.anything(), undefined] }]);
  expect(await refused({ steps: undefined })).toEqual([400, { steps: [2, undefined] }]);
  for (const base of [0, -1]) expect(await refused({ base })).toMatchObject([400, { base: [expect.anything(), 0] }]);
  expect(await refused({ base: 0.001 })).toMatchObject([400, { base: [1, undefined] }]);
  for (const measure of ['bullseye', 'completeness']) {
    expect(await refusedSteps({ measure, from: 100.001 })).toEqual([400, { 'steps.0.from': [8, 100] }]);
    expect(await refusedSteps({ measure, from: -0.001 })).toMatchObject([400, { 'steps.0.from': expect.anything() }]);
  }
  for (const measure of ['loading_bias', 'deviation', 'loading_cost_of_error'])
    expect(await refusedSteps({}, { measure, from: -1 })).toMatchObject([400, { 'steps.1.from': expect.anything() }]);
  expect(await refusedSteps({}, { from: 60 }, { from: 50, factor: 1.5 })).toEqual([400, { 'steps.2.from': [5, undefined] }]);
  for (const factor of [0, -1]) expect(await refusedSteps({ factor })).toMatchObject([400, { 'steps.0.factor': [expect.anything(), 0] }]);
  expect(await refusedSteps({}, { from: 60, factor: 1 })).toMatchObject([400, { 'steps.1.factor': expect.anything() }]);
  expect(await refusedSteps({ measure: 'speed' })).toMatchObject([400, { 'steps.0.measure': expect.anything() }]);
  expect(await refused({ name: ' ' })).toEqual([400, { name: [3, undefined] }]);
  expect(await refused({ name: 'KEPT' })).toEqual([400, { name: [5, undefined] }]);
  expect(await names()).toEqual(before);
  // The same step of another measure is another step, and a step at the very edge can be reached.
  const edge = { measure: 'completeness', from: 100, factor: 1.1 };
  expect((await owner().post(RULES, body({ name: 'Edge', steps: [{ ...edge, measure: 'bullseye' }, edge] }))).status).toBe(201);
  const [{ id }] = (await owner().get(`${RULES}?search=Edge`)).data;
  expect(await fields(owner().put(`${RULES}${id}/`, { steps: [edge, edge] }))).toEqual([400, { 'steps.1.from': [5, undefined] }]);
  expect((await owner().get(`${RULES}${id}/`)).data.steps).toHaveLength(2);
  const second = (await makeFarm(owner())).farm;
  expect(await fields(owner().put(`${RULES}${id}/`, { farm: second }))).toEqual([400, { farm: [23, undefined] }]);
});

test('rules are of those who keep the farm’s papers', async ({ api }) => {
  const { id } = await make(owner(), RULES, body({ name: 'Ours' }));
  const stranger = await makeReadyFarm(api);
  expect((await stranger.client.owner.get(`${RULES}${id}/`)).status).toBe(404);
  expect(await fields(stranger.client.owner.post(RULES, body({ name: 'Theirs' })))).toEqual([400, { farm: [23, undefined] }]);
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id });
  expect((await caller.get(RULES)).status).toBe(403);
  const other = await makeClient(api);
  expect((await other.owner.get(RULES)).count).toBe(0);
});
