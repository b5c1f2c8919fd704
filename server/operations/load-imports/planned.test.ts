import { expect } from 'vitest';
import { callerOf } from '#tests/support/api.ts';
import { makeClient, makeIngredient } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const IMPORT = 'schedule/schedules/import/';
const DAY = '2026-11-19';
const test = base.override({ now: '2026-11-20T09:00:00Z' });

/** The results of an indicator for the load of the plan: silage 60 %, hay 30 %, meal 10 % of 5,000 kg, for cows and heifers. */
function toResults(farm: ReadyFarm, schedule: number) {
  const load = { load: String(schedule), schedule };
  return {
    farm: farm.farm,
    source: 'Indicator',
    items: [
      { ...load, at: `${DAY}T06:00`, ingredient: farm.silage, actual: 3012 },
      { ...load, at: `${DAY}T06:10`, ingredient: farm.hay, actual: 1494 },
      { ...load, at: `${DAY}T06:20`, ingredient: farm.meal, actual: 500 },
    ],
    groups: [
      { ...load, at: `${DAY}T06:40`, group: farm.cowsGroup, actual: 4001 },
      { ...load, at: `${DAY}T06:50`, group: farm.heifers, actual: 1000 },
    ],
  };
}
const read = async (farm: ReadyFarm, id: number) => (await farm.client.owner.get(`schedule/schedules/${id}/`)).data;
const count = async (farm: ReadyFarm) => (await farm.client.owner.get(`schedule/schedules/?farm=${farm.farm}`)).count;

test('results of an indicator finish the planned feeding once, and a dry run changes nothing', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const { id } = await makeSchedule(farm, DAY);
  const before = await read(farm, id);
  const results = toResults(farm, id);
  const tried = await owner.post(IMPORT, { ...results, dry_run: true });
  expect([tried.status, tried.errors, tried.data]).toMatchObject([200, undefined, { created: 1, planned: 1, wrong: 0, loaded: 5006 }]);
  expect(await read(farm, id)).toEqual(before);
  expect((await owner.post(IMPORT, results)).data).toMatchObject({ created: 1, planned: 1, same: 0 });
  const stored = await read(farm, id);
  expect(stored).toMatchObject({ status: 'uploaded', weight_fact: 5006, weight_unloaded: 5001, started_at: `${DAY}T04:00:00Z` });
  expect(stored.items.map(({ weight_plan, weight_fact }: Record<string, number>) => [weight_plan, weight_fact])).toEqual([
    [3000, 3012],
    [1500, 1494],
    [500, 500],
  ]);
  expect((await owner.post(IMPORT, results)).data).toMatchObject({ created: 0, planned: 0, same: 1 });
  expect([await read(farm, id), await count(farm)]).toEqual([stored, 1]);
});

test('results equal the same weights reported by a terminal', async ({ api }) => {
  const worlds = [];
  for (const way of ['import', 'terminal']) {
    const farm = await makeReadyFarm(api);
    const { owner } = farm.client;
    const { id } = await makeSchedule(farm, DAY);
    const { items, groups, ...rest } = toResults(farm, id);
    if (way === 'import') expect((await owner.post(IMPORT, { items, groups, ...rest })).status).toBe(200);
    else {
      const at = (time: string) => `${DAY}T${time}:00Z`;
      const loaded = items.map(({ ingredient, actual }, n) => ({ ingredient, weight_fact: actual, started_at: at(`04:${n}0`) }));
      const fed = groups.map(({ group, actual }, n) => ({ group, weight_fact: actual, started_at: at(`04:${n + 4}0`) }));
      const times = { started_at: at('04:00'), finished_at: at('04:20') };
      for (const status of ['in_process', 'loaded']) await owner.put(`schedule/schedules/${id}/load/`, { status, ...times, items: loaded });
      const ends = { started_at: at('04:40'), finished_at: at('04:50') };
      for (const status of ['out_process', 'uploaded'])
        await owner.put(`schedule/schedules/${id}/upload/`, { status, ...ends, groups: fed });
    }
    const { id: _, items: stored, groups: given, ...row } = await read(farm, id);
    const range = `farm=${farm.farm}&planned_on_after=${DAY}&planned_on_before=${DAY}`;
    const report = (await owner.get(`report/schedule_load/make/?${range}`)).data;
    worlds.push([
      [row.status, row.weight_fact, row.weight_unloaded, row.seconds, row.upload_seconds, row.started_at],
      stored.map((one: Record<string, unknown>) => [one.weight_fact, one.price, one.dry_matter, one.started_at]),
      given.map((one: Record<string, unknown>) => [one.weight_fact, one.heads, one.started_at]),
      report.totals,
    ]);
  }
  expect(worlds[0]).toEqual(worlds[1]);
});

test('a group that the plan lacks was added at the wagon', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const plan = { groups: [{ group: farm.cowsGroup, weight_per_head: 50 }] };
  const { id } = await makeSchedule(farm, DAY, plan);
  expect((await owner.post(IMPORT, toResults(farm, id))).data).toMatchObject({ planned: 1 });
  expect((await read(farm, id)).groups).toMatchObject([
    { group: farm.cowsGroup, weight_fact: 4001 },
    { group: farm.heifers, added: true, weight_plan: 0, weight_fact: 1000 },
  ]);
});

test('results of another day, farm, feed or client, and of a feeding that has facts already, are refused at their row', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const { id } = await makeSchedule(farm, DAY);
  const results = toResults(farm, id);
  const refuse = async (body: object) => {
    const dry = (await owner.post(IMPORT, { ...body, dry_run: true })).data;
    const { status, errors } = await owner.post(IMPORT, body);
    expect([status, Object.keys(errors ?? {})]).toEqual([400, Object.keys(dry.errors)]);
    return Object.entries(errors ?? {}).map(([path, [first]]) => [path, first?.code]);
  };
  const later = await makeSchedule(farm, '2026-11-18');
  expect(await refuse(toResults(farm, later.id))).toEqual([['items.0.at', expect.anything()]]);
  const foreign = await makeReadyFarm(api, undefined, await makeClient(api));
  const theirs = await makeSchedule(foreign, DAY);
  expect(await refuse(toResults(farm, theirs.id))).toEqual([['items.0.schedule', 'not_found']]);
  const [first, second, third] = results.items;
  const straw = (await makeIngredient(owner, farm)).id;
  expect(await refuse({ ...results, items: [first, second, { ...third, ingredient: straw }] })).toEqual([
    ['items.2.ingredient', expect.anything()],
  ]);
  expect(await refuse({ ...results, items: [first, second, { ...third, schedule: later.id }] })).toEqual([
    ['items.2.schedule', 'other_in_load'],
  ]);
  await owner.put(`schedule/schedules/${id}/load/`, { status: 'in_process', items: [] });
  await owner.put(`schedule/schedules/${id}/load/`, { status: 'loaded', items: [{ ingredient: farm.hay, weight_fact: 5 }] });
  expect(await refuse(results)).toEqual([['items.0.schedule', 'illegal_status']]);
});

test('a device’s implausible result waits on the planned feeding', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const { id } = await makeSchedule(farm, DAY);
  const { secret } = (await owner.post('manager/keys/', { name: 'Indicator', farm: farm.farm })).data;
  const results = toResults(farm, id);
  results.items[2]!.actual = 5;
  const device = callerOf(api.app, secret, 'Key');
  expect((await device.post(IMPORT, results)).data).toMatchObject({ planned: 1, implausible: 1 });
  expect(await read(farm, id)).toMatchObject({ status: 'uploaded', implausible: true, weight_fact: null });
});
