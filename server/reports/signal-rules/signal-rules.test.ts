import { expect } from 'vitest';
import { make, makeAccount } from '#tests/support/factories.ts';
import type { ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const PATH = 'manager/signalrules/';
let farm: ReadyFarm;
test.beforeAll(({ farm: ready }) => {
  farm = ready;
});

const owner = () => farm.client.owner;
const refused = async (body: object) => {
  const { status, errors } = await owner().post(PATH, { farm: farm.farm, rule: 'loading_bias', ...body });
  return [status, Object.fromEntries(Object.entries(errors ?? {}).map(([field, [first]]) => [field, first?.code]))];
};

test('a farm has one set of settings per rule; deleting restores the server’s defaults', async () => {
  const made = await make(owner(), PATH, { farm: farm.farm, rule: 'dry_matter_intake', lambda: 0.25, width: 3, target: 21.5 });
  expect(made).toMatchObject({ active: true, lambda: 0.25, width: 3, target: 21.5, farm: farm.farm });
  expect((await owner().put(`${PATH}${made.id}/`, { active: false, target: null, version: 1 })).data).toMatchObject({
    active: false,
    lambda: 0.25,
    target: null,
    version: 2,
  });
  expect((await owner().get(`history/signalrules/?id=${made.id}`)).data[0]).toMatchObject({ before: { target: 21.5 } });
  expect(await refused({ rule: 'dry_matter_intake' })).toEqual([400, { rule: 5 }]);
  expect((await owner().put(`${PATH}${made.id}/`, { rule: 'dry_matter' })).errors).toHaveProperty('rule');
  expect((await owner().get(`${PATH}?farm=${farm.farm}&rule=dry_matter_intake`)).count).toBe(1);
  expect((await owner().delete(`${PATH}${made.id}/`)).status).toBe(204);
  expect((await owner().get(`${PATH}?farm=${farm.farm}`)).count).toBe(0);
});

test('a rule that can’t fire is refused at its field, and nothing is written', async ({ api }) => {
  for (const lambda of [0, -0.1, 1.1, 0.333]) expect(await refused({ lambda })).toMatchObject([400, { lambda: expect.anything() }]);
  for (const width of [0, -3, 6.5, 40]) expect(await refused({ width })).toMatchObject([400, { width: expect.anything() }]);
  // A single value counts for 2.5 s at most: neither a value nor the mean of many can exceed such limits.
  expect(await refused({ lambda: 1, width: 3 })).toEqual([400, { width: 8 }]);
  expect(await refused({ lambda: 1 })).toEqual([400, { lambda: 8 }]);
  expect(await refused({ rule: 'dry_matter', target: 100.5 })).toEqual([400, { target: 8 }]);
  expect(await refused({ rule: 'dry_matter', target: 0 })).toEqual([400, { target: 'min_val' }]);
  // A rule without a chart has no fields of charts.
  for (const field of ['lambda', 'width', 'target'])
    expect(await refused({ rule: 'days_left', [field]: 1 })).toEqual([400, { [field]: 23 }]);
  expect(await refused({ rule: 'nothing' })).toMatchObject([400, { rule: expect.anything() }]);
  expect(await refused({ farm: 999_999 })).toEqual([400, { farm: 23 }]);
  // No load of this farm was weighed when it was unloaded, none was mixed, no mixer has a tolerance or a plan of services.
  for (const rule of ['mixer_drift', 'mixing_time', 'beyond_tolerance', 'service_due', 'nutrient_norm', 'analysis_age'])
    expect(await refused({ rule })).toEqual([400, { rule: 23 }]);
  expect((await owner().get(PATH)).count).toBe(0);
  // A farm may switch a rule off at any time.
  await make(owner(), PATH, { farm: farm.farm, rule: 'mixer_drift', active: false });
  await make(owner(), 'manager/serviceplans/', { mixer: farm.mixer, what: 'Knives', every: { loads: 800 } });
  await make(owner(), PATH, { farm: farm.farm, rule: 'service_due' });
  const { caller } = await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] });
  const inside = `dashboard/clients/${farm.client.id}/${PATH}`;
  expect((await caller.get(inside)).count).toBe(2);
  expect((await caller.post(inside, { farm: farm.farm, rule: 'dry_matter' })).status).toBe(403);
});

test('come from a file, each farm’s rule once', async () => {
  for (const { id } of (await owner().get(PATH)).data) await owner().delete(`${PATH}${id}/`);
  const rows = [
    { farm: farm.farm, rule: 'loading_bias', active: true, lambda: 0.3, width: 4, target: null },
    { farm: farm.farm, rule: 'dry_matter', active: false },
  ];
  expect((await owner().post(`${PATH}import/`, { rows })).data).toMatchObject({ created: 2 });
  const again = await owner().post(`${PATH}import/`, { rows: [{ ...rows[0], lambda: 0.25 }, rows[1]] });
  expect(again.data).toMatchObject({ created: 0, updated: 1, same: 1 });
  const wrong = await owner().post(`${PATH}import/`, {
    rows: [
      { ...rows[0], lambda: 0.2 },
      { ...rows[1], lambda: 1, width: 7 },
    ],
  });
  expect([wrong.status, Object.keys(wrong.errors)]).toEqual([400, ['rows.1.width']]);
  expect((await owner().get(`${PATH}?rule=loading_bias`)).data).toMatchObject([{ lambda: 0.25, width: 4 }]);
});
