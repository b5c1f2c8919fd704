import { expect } from 'vitest';
import { type ReadyFarm, scheduleOf } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
let farm: ReadyFarm;

test.override('now', `${TODAY}T10:00:00Z`);
test.beforeAll(({ farm: ready }) => {
  farm = ready;
});

const owner = () => farm.client.owner;
const put = async (path: string, body: object) => {
  const { status, data } = await owner().put(path, body);
  expect(status).toBe(200);
  return data;
};
// 5 000 kg of a mixer of 10 t.
const limits = async () => {
  const feeding = await owner().post('schedule/schedules/', scheduleOf(farm, TODAY));
  const jobs = [{ ration: farm.ration, mixer: farm.mixer, groups: scheduleOf(farm, TODAY).groups }];
  const period = await owner().post('manager/loadings/', { farm: farm.farm, name: `P ${Math.random()}`, jobs });
  const of = (answer: typeof feeding, field: string) => [
    answer.status,
    answer.errors?.[field]?.[0]?.code,
    answer.errors?.[field]?.[0]?.limit,
  ];
  return [of(feeding, 'groups'), of(period, 'jobs.0.mixer')];
};
const FITS = [201, undefined, undefined];

test('a mixer is full by its volume, too, by the density of the ration or the usual one; without a volume the weight alone counts', async () => {
  const mixer = `manager/mixers/${farm.mixer}/`;
  const ration = `manager/rations/${farm.ration}/`;
  expect(await limits()).toEqual([FITS, FITS]);
  expect((await put(mixer, { volume: 14.2 })).volume).toBe(14.2);
  expect(await limits()).toEqual([
    [400, 'mixer_weight', 4970],
    [400, 'mixer_weight', 4970],
  ]);
  expect((await put(ration, { density: 360 })).density).toBe(360);
  expect(await limits()).toEqual([FITS, FITS]);
  // However large, it bears no more than it bears.
  await put(mixer, { volume: 100, max_weight: 4000 });
  expect((await limits())[0]).toEqual([400, 'mixer_weight', 4000]);
  await put(mixer, { volume: null, max_weight: 10_000 });
  expect(await limits()).toEqual([FITS, FITS]);
});

test('neither is nothing or negative', async () => {
  for (const volume of [0, -1, 1001])
    expect((await owner().put(`manager/mixers/${farm.mixer}/`, { volume })).errors).toHaveProperty('volume');
  for (const density of [0, -1, 5001])
    expect((await owner().put(`manager/rations/${farm.ration}/`, { density })).errors).toHaveProperty('density');
});
