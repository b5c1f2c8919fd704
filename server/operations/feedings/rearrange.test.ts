import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { callerOf } from '#tests/support/api.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { make, makeFarm, makeGroup } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { exact, minus, total, ZERO } from '#tests/support/reports/recompute.ts';
import { test as base } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const test = base.override({ now: `${TODAY}T10:00:00Z` });
const path = 'schedule/schedules/';
/** A feeding as history stores it. */
interface Written {
  groups: { group: number }[];
}

/** A feeding of 5 000 kg in the mixer: 4 000 for the cows, 1 000 for the heifers. */
async function loadFeeding(farm: ReadyFarm): Promise<number> {
  const { owner } = farm.client;
  const { id } = await makeSchedule(farm, TODAY);
  const items = [
    [farm.silage, 3000],
    [farm.hay, 1500],
    [farm.meal, 500],
  ].map(([ingredient, weight_fact]) => ({ ingredient, weight_fact }));
  await owner.put(`${path}${id}/load/`, { status: 'in_process' });
  expect((await owner.put(`${path}${id}/load/`, { status: 'loaded', items })).status).toBe(200);
  return id;
}
const report = (farm: ReadyFarm, id: number, body: object, caller = farm.client.owner) =>
  caller.put(`${path}${id}/upload/`, { status: 'out_process', ...body });
const list = (groups: { group: number }[]) => groups.map(({ group }) => group);

test('the wagon changes the order, skips a group and adds another, and history records it', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const id = await loadFeeding(farm);
  const calves = (await makeGroup(farm.client.owner, farm, 30)).id;
  const body = { added: [calves], order: [farm.heifers, calves], groups: [{ group: farm.heifers, weight_fact: 0 }] };
  const first = await report(farm, id, body);
  expect(first.status).toBe(200);
  expect(list(first.data.groups)).toEqual([farm.heifers, calves, farm.cowsGroup]);
  expect(first.data.groups[1]).toMatchObject({ added: true, heads: 30, weight_plan: 0, weight_fact: null });
  expect((await report(farm, id, body)).data).toEqual(first.data);
  const groups = [
    { group: calves, weight_fact: 700 },
    { group: farm.cowsGroup, weight_fact: 4300 },
  ];
  const end = await report(farm, id, { status: 'uploaded', groups });
  expect(end.data).toMatchObject({ weight_plan: 5000, weight_unloaded: 5000 });
  const { rows } = await sql<{ before: Written; after: Written }>`
    select before, after from history where resource = 'schedules' and resource_id = ${id} and (after->'groups') <> (before->'groups')
    order by id limit 1`.execute(api.database.forClient(farm.client.id));
  expect(rows.map(({ before, after }) => [list(before.groups), list(after.groups)])).toEqual([
    [
      [farm.cowsGroup, farm.heifers],
      [farm.heifers, calves, farm.cowsGroup],
    ],
  ]);
  const day = await farm.client.owner.get(`report/planfeed/?planned_on_after=${TODAY}&planned_on_before=${TODAY}&farm=${farm.farm}`);
  expect(day.data.totals).toMatchObject({ plan: 5000, fact: 5000 });
  await farm.client.owner.post(`${path}${id}/reset/`, { reason: 'again' });
  expect(list((await farm.client.owner.get(`${path}${id}/`)).data.groups).toSorted()).toEqual([farm.cowsGroup, farm.heifers].toSorted());
});

test('a group of another farm, of another feeding or named twice is refused at its field, and nothing is written', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const id = await loadFeeding(farm);
  const elsewhere = (await makeGroup(farm.client.owner, await makeFarm(farm.client.owner), 10)).id;
  const deleted = (await makeGroup(farm.client.owner, farm, 10)).id;
  await farm.client.owner.delete(`manager/groups/${deleted}/`);
  const refuse = async (body: object) => Object.keys((await report(farm, id, body)).errors ?? {});
  expect(await refuse({ added: [farm.cowsGroup, elsewhere] })).toEqual(['added.1']);
  expect(await refuse({ added: [deleted] })).toEqual(['added.0']);
  expect(await refuse({ order: [farm.heifers, elsewhere] })).toEqual(['order.1']);
  expect(await refuse({ order: [farm.heifers, farm.heifers] })).toEqual(['order.1']);
  expect(await refuse({ groups: [{ group: elsewhere, weight_fact: 1 }] })).toEqual(['groups.0.group']);
  expect((await farm.client.owner.get(`${path}${id}/`)).data).toMatchObject({ status: 'loaded' });
});

test('a terminal’s weight of an added group is plausible, because the group has no plan', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const id = await loadFeeding(farm);
  const calves = (
    await make(farm.client.owner, 'manager/groups/', { farm: farm.farm, name: 'Calves', animal_type: (await makeType(farm)).id })
  ).id;
  const { data: key } = await farm.client.owner.post('manager/keys/', { farm: farm.farm, name: 'Terminal' });
  const terminal = callerOf(api.app, key.secret, 'Key');
  const added = await report(farm, id, { added: [calves], groups: [{ group: calves, weight_fact: 900 }] }, terminal);
  expect(added.data).toMatchObject({ implausible: false });
  expect((await report(farm, id, { groups: [{ group: calves, weight_fact: 950 }] }, terminal)).data).toMatchObject({ implausible: false });
});
const makeType = (farm: ReadyFarm) => make(farm.client.owner, 'manager/animaltypes/', { name: `Type ${farm.farm}` });

test('the mixer’s contents equal the feed of all groups and the rest, in any order and with added groups', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const extra = await Promise.all([1, 2].map(async (heads) => (await makeGroup(farm.client.owner, farm, heads)).id));
  const all = [farm.cowsGroup, farm.heifers, ...extra];
  const walk = fc.record({
    order: fc.shuffledSubarray(all, { minLength: all.length }),
    weights: fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: all.length, maxLength: all.length }),
  });
  await fc.assert(
    fc.asyncProperty(walk, async ({ order, weights }) => {
      const id = await loadFeeding(farm);
      await report(farm, id, { added: extra, order });
      for (const [index, group] of order.slice(0, -1).entries()) {
        await report(farm, id, { groups: [{ group, weight_fact: (weights[index] ?? 0) / 1000 }] });
      }
      const { data } = await report(farm, id, { status: 'uploaded' });
      expect(list(data.groups)).toEqual(order);
      const given = total(data.groups.map(({ weight_fact }: { weight_fact: number }) => exact(String(weight_fact))));
      expect(minus(given, exact(String(data.weight_unloaded))).n).toBe(ZERO.n);
      const plans = total(data.groups.map(({ weight_plan }: { weight_plan: number }) => exact(String(weight_plan))));
      expect(minus(plans, exact(String(data.weight_plan))).n).toBe(ZERO.n);
    }),
    { numRuns: countRuns(8) },
  );
});
