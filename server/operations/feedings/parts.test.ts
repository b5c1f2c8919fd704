import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { equalLoads } from '#server/domain/equal-loads.ts';
import { materialiseAll } from '#server/operations/jobs.ts';
import { make, makeMixer } from '#tests/support/factories.ts';
import { jobOf, makePeriod, makeReadyFarm, makeSchedule, type ReadyFarm, scheduleOf } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const SCHEDULES = 'schedule/schedules/';
let farm: ReadyFarm;
let small: number;

test.beforeEach(async ({ api }) => {
  api.setNow(`${TODAY}T03:00:00Z`);
  farm = await makeReadyFarm(api);
  // 5 000 kg in loads of 2 000.
  small = (await makeMixer(farm.client.owner, farm, { max_weight: 2000 })).id;
});

interface Row {
  id: number;
  part: number;
  parts: number;
  part_of: number | null;
  split: boolean;
  weight_plan: number;
  fresh_weight: number;
  status: string;
  version: number;
  groups: { group: number; weight_plan: number; weight_per_head: number }[];
  items: { ingredient: number; weight_plan: number }[];
  abilities: { delete: boolean };
}
const owner = () => farm.client.owner;
const grams = (kg: number) => Math.round(kg * 1000);
const sumGrams = (rows: readonly { weight_plan: number }[]) => rows.reduce((sum, row) => sum + grams(row.weight_plan), 0) / 1000;
const day = async (on = TODAY): Promise<Row[]> =>
  (await owner().get(`${SCHEDULES}?farm=${farm.farm}&planned_on=${on}&ordering=position`)).data;
const put = async (id: number, body: object) => {
  const { status, data, errors } = await owner().put(`${SCHEDULES}${id}/`, body);
  expect(errors ?? {}).toEqual({});
  expect(status).toBe(200);
  return data;
};
const codes = (errors: Record<string, { code: number | string }[]>) =>
  Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first?.code]));
const ofGroup = (rows: readonly Row[], group: number) =>
  rows.reduce((sum, { groups }) => sum + grams(groups.find((one) => one.group === group)?.weight_plan ?? 0), 0) / 1000;
const load = async (row: Row) => {
  expect((await owner().put(`${SCHEDULES}${row.id}/load/`, { status: 'in_process' })).status).toBe(200);
  const items = row.items.map(({ ingredient, weight_plan }) => ({ ingredient, weight_fact: weight_plan }));
  expect((await owner().put(`${SCHEDULES}${row.id}/load/`, { status: 'loaded', items })).status).toBe(200);
};

test('a feeding has as many loads as the mixer needs, equal to a gram, and their sum is the plan', () => {
  const weight = fc.integer({ min: 0, max: 9_000_000 });
  fc.assert(
    fc.property(fc.array(weight, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 20 }), (weights, count) => {
      const kg = weights.map((one) => one / 1000);
      const loads = equalLoads(kg, count).map((one) => one.map(grams));
      expect(loads.every((one) => one.every((part) => part >= 0))).toBe(true);
      expect(weights.map((_, index) => loads.reduce((sum, one) => sum + (one[index] ?? 0), 0))).toEqual(weights);
      // A group of less than two grams per load is part of a single load.
      if (weights.some((one) => one > 0 && one < 2 * count)) return;
      const sums = loads.map((one) => one.reduce((sum, part) => sum + part, 0));
      expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(1);
      expect(sums.at(-1)).toBe(Math.max(...sums));
    }),
  );
});

test('a feeding that its mixer doesn’t take is refused, and split it is as many equal loads as it needs', async () => {
  const body = { ...scheduleOf(farm, TODAY), mixer: small };
  const refused = await owner().post(SCHEDULES, body);
  expect(refused).toMatchObject({ status: 400, errors: { groups: [{ code: 'mixer_weight', limit: 2000 }] } });
  const { status, data } = await owner().post(SCHEDULES, { ...body, split: true });
  expect(status).toBe(201);
  expect(data).toMatchObject({ split: true, part: 1, parts: 3, part_of: null });
  const loads = await day();
  expect(loads).toMatchObject([
    { id: data.id, part: 1, parts: 3, part_of: null },
    { part: 2, parts: 3, part_of: data.id, split: true },
    { part: 3, parts: 3, part_of: data.id },
  ]);
  expect(loads.map((row) => row.weight_plan)).toEqual([1666.666, 1666.667, 1666.667]);
  expect([ofGroup(loads, farm.cowsGroup), ofGroup(loads, farm.heifers)]).toEqual([4000, 1000]);
  for (const row of loads) expect(sumGrams(row.items)).toBe(row.weight_plan);
  // The weight per head is that of the whole feeding.
  expect(loads.map(({ groups }) => groups.map((group) => group.weight_per_head))).toEqual(Array(3).fill([40, 20]));
  // Exactly full loads are no more than they must be.
  await put(data.id, { groups: [{ group: farm.cowsGroup, weight_per_head: 60 }] });
  expect((await day()).map((row) => row.weight_plan)).toEqual([2000, 2000, 2000]);
  // More loads than anybody makes are refused, and nothing changes by it.
  const tiny = (await makeMixer(owner(), farm, { max_weight: 100 })).id;
  expect(codes((await owner().put(`${SCHEDULES}${data.id}/`, { mixer: tiny })).errors)).toEqual({ groups: 'mixer_weight' });
  expect((await day()).map((row) => row.weight_plan)).toEqual([2000, 2000, 2000]);
  // Without the split the feeding must fit into one load again.
  expect(codes((await owner().put(`${SCHEDULES}${data.id}/`, { split: false })).errors)).toEqual({ groups: 'mixer_weight' });
  const whole = await put(data.id, { split: false, mixer: farm.mixer });
  expect(whole).toMatchObject({ split: false, part: 1, parts: 1, weight_plan: 6000 });
  expect(await day()).toHaveLength(1);
});

test('waiting loads follow heads, ration and mixer in number and weight; begun loads stay', async () => {
  const { id } = await makeSchedule(farm, TODAY, { mixer: small, split: true });
  const [first] = await day();
  await load(first!);
  await owner().put(`manager/groups/${farm.cowsGroup}/`, { animal_count: 160 });
  // 160 × 40 + 1 000 are 7 400 kg; 1 666.666 of them are loaded.
  const grown = await day();
  expect(grown).toMatchObject([{ id, part: 1, parts: 4, status: 'loaded' }, { part: 2 }, { part: 3 }, { part: 4, parts: 4 }]);
  expect([grown[0]!.weight_plan, sumGrams(grown)]).toEqual([1666.666, 7400]);
  expect(grown.slice(1).every((row) => row.weight_plan <= 2000)).toBe(true);
  expect([ofGroup(grown, farm.cowsGroup), ofGroup(grown, farm.heifers)]).toEqual([6400, 1000]);
  // The first waiting load represents all waiting loads, the others none.
  const [, second, third] = grown;
  const refused = await owner().put(`${SCHEDULES}${third!.id}/`, { skip_time: true });
  expect([refused.status, codes(refused.errors)]).toEqual([409, { skip_time: 'first_of_loads' }]);
  expect((await owner().delete(`${SCHEDULES}${third!.id}/`)).status).toBe(409);
  expect(grown.map(({ abilities }) => abilities.delete)).toEqual([false, true, false, false]);
  await put(third!.id, { operator: farm.client.ownerId });
  await put(second!.id, { mixer: farm.mixer });
  const larger = await day();
  expect(larger.map((row) => [row.part, row.parts, row.weight_plan])).toEqual([
    [1, 2, 1666.666],
    [2, 2, 5733.334],
  ]);
  // Reset, the first waits with the other, and both are planned as one feeding again.
  expect((await owner().post(`${SCHEDULES}${id}/reset/`, { reason: 'wrong mixer' })).status).toBe(200);
  expect((await day()).map((row) => [row.id, row.part, row.parts, row.weight_plan])).toEqual([[id, 1, 1, 7400]]);
});

test('a call is of the whole feeding: its loads that wait take the change together', async () => {
  await makeSchedule(farm, TODAY, { mixer: small, split: true });
  await load((await day())[0]!);
  const { status, data } = await owner().post('manager/calls/', { group: farm.cowsGroup, day: TODAY, percent: 5 });
  expect(status).toBe(201);
  expect(data).toMatchObject({ weight_base: 4000, weight_plan: 4200 });
  expect(data.feedings.map((one: { follows: boolean }) => one.follows)).toEqual([false, true, true]);
  const loads = await day();
  expect([loads[0]!.weight_plan, ofGroup(loads, farm.cowsGroup), sumGrams(loads)]).toEqual([1666.666, 4200, 5200]);
  expect((await owner().delete(`manager/calls/${data.id}/`)).status).toBe(204);
  expect([ofGroup(await day(), farm.cowsGroup), sumGrams(await day())]).toEqual([4000, 5000]);
  // Another feeding of the day shares a call by its own plan, and not once a load.
  await make(owner(), SCHEDULES, { ...scheduleOf(farm, TODAY), groups: [{ group: farm.cowsGroup, weight_per_head: 20 }] });
  await owner().post('manager/calls/', { group: farm.cowsGroup, day: TODAY, percent: -10 });
  expect(ofGroup(await day(), farm.cowsGroup)).toBe(5400);
});

test('deleted, a feeding takes its loads that wait along, and restored it has them again; copied it is split by its own mixer', async () => {
  const { id } = await makeSchedule(farm, TODAY, { mixer: small, split: true });
  expect((await owner().delete(`${SCHEDULES}${id}/`)).status).toBe(204);
  expect(await day()).toEqual([]);
  expect((await owner().post(`${SCHEDULES}${id}/restore/`, {})).status).toBe(200);
  expect((await day()).map((row) => [row.part, row.parts])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  const copied = await owner().post(`${SCHEDULES}copy/`, { farm: farm.farm, from: TODAY, to: '2026-03-12' });
  expect(copied.status).toBe(201);
  expect((await day('2026-03-12')).map((row) => [row.part, row.parts, row.weight_plan])).toEqual([
    [1, 3, 1666.666],
    [2, 3, 1666.667],
    [3, 3, 1666.667],
  ]);
  expect((await owner().post(`${SCHEDULES}copy/`, { farm: farm.farm, from: TODAY, to: '2026-03-12' })).data).toEqual([]);
  // With one load done, the rest is given up by the first that waits.
  const [first, second] = await day();
  await load(first!);
  expect((await owner().delete(`${SCHEDULES}${second!.id}/`)).status).toBe(204);
  expect(await day()).toMatchObject([{ id, part: 1, parts: 1, status: 'loaded' }]);
  await owner().put(`manager/groups/${farm.cowsGroup}/`, { animal_count: 120 });
  expect(await day()).toMatchObject([{ id, parts: 1, weight_plan: 1666.666 }]);
});

test('a period’s job makes its loads every day, and takes them with it', async ({ api }) => {
  const job = { ...jobOf(farm), mixer: small };
  const body = { farm: farm.farm, name: 'Morning', jobs: [job], active: true };
  expect(codes((await owner().post('manager/loadings/', body)).errors)).toEqual({ 'jobs.0.mixer': 'mixer_weight' });
  const period = await makePeriod(farm, { active: true, jobs: [{ ...job, split: true }] });
  expect(period.jobs).toMatchObject([{ split: true, parts: 3, weight_plan: 5000 }]);
  const [made] = period.jobs as object[];
  expect((await day()).map((row) => row.parts)).toEqual([3, 3, 3]);
  expect(sumGrams(await day('2026-03-17'))).toBe(5000);
  await materialiseAll(api.services);
  const before = await day();
  await materialiseAll(api.services);
  expect(await day()).toEqual(before);
  // Sent back unchanged, the list of the period changes nothing; without the first load the feeding is deleted.
  const [loading] = (await owner().get(`schedule/loadings/?farm=${farm.farm}&planned_on=${TODAY}`)).data;
  const schedules = loading.schedules.map(({ id, split, skip_time }: Row & { skip_time: boolean }) => ({ id, split, skip_time }));
  expect((await owner().put(`schedule/loadings/${loading.id}/`, { schedules })).data.schedules).toHaveLength(3);
  expect((await owner().put(`schedule/loadings/${loading.id}/`, { schedules: [] })).data.schedules).toEqual([]);
  await owner().put(`manager/loadings/${period.id}/`, { jobs: [{ ...made, mixer: farm.mixer }] });
  expect((await day('2026-03-11')).map((row) => [row.parts, row.weight_plan])).toEqual([[1, 5000]]);
  await owner().put(`manager/loadings/${period.id}/`, { jobs: [{ ...made, mixer: small }] });
  expect(await day('2026-03-11')).toHaveLength(3);
  await owner().put(`manager/loadings/${period.id}/`, { active: false });
  expect(await day('2026-03-11')).toEqual([]);
  const { rows } = await sql`select from schedule where client_id = ${farm.client.id} and not deleted`.execute(
    api.database.acrossClients(),
  );
  expect(rows).toEqual([]);
});
