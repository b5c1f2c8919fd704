import fc from 'fast-check';
import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { BUNK_SCORES, proposeCall } from '#contract/operations/daily-call.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { make, makeIngredient, makeMixer } from '#tests/support/factories.ts';
import { makePeriod, makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const CALLS = 'manager/calls/';
const SCHEDULES = 'schedule/schedules/';
let farm: ReadyFarm;

test.beforeEach(async ({ api }) => {
  api.setNow(`${TODAY}T03:00:00Z`);
  farm = await makeReadyFarm(api);
});

const owner = () => farm.client.owner;
const codes = (errors: Record<string, { code: number | string }[]>) =>
  Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first?.code]));
const cows = (weight_per_head: number) => ({ groups: [{ group: farm.cowsGroup, weight_per_head }] });
const weights = async (day = TODAY) =>
  (await owner().get(`${SCHEDULES}?farm=${farm.farm}&planned_on=${day}&ordering=position`)).data.map(
    ({ weight_plan }: { weight_plan: number }) => weight_plan,
  );
const call = (percent: number, values: object = {}) => owner().post(CALLS, { group: farm.cowsGroup, day: TODAY, percent, ...values });
const beginLoading = async (id: number) => {
  await owner().put(`${SCHEDULES}${id}/load/`, { status: 'in_process' });
};

test('a locked feeding keeps its 2 000 kg: a call from 40 to 42 kg for 100 heads is all the second’s', async () => {
  const period = { active: true, jobs: [{ ...cows(20), ration: farm.ration, mixer: farm.mixer, locked: true }] };
  await makePeriod(farm, { ...period, start_time: '06:00' });
  await makePeriod(farm, { ...period, start_time: '15:00', end_time: '18:00', jobs: [{ ...period.jobs[0], locked: false }] });
  const { status, data } = await call(5, { reason: 'clean bunks' });
  expect(status).toBe(201);
  expect(data).toMatchObject({ percent: 5, reason: 'clean bunks', weight_base: 4000, weight_plan: 4200 });
  expect(data.feedings).toMatchObject([
    { locked: true, follows: false, weight_base: 2000, weight_plan: 2000 },
    { locked: false, follows: true, weight_base: 2000, weight_plan: 2200 },
  ]);
  expect(await weights()).toEqual([2000, 2200]);
  expect(await weights('2026-03-11')).toEqual([2000, 2000]);
  // The quantity to load follows the groups, and a call covers added animals too.
  const { items } = (await owner().get(`${SCHEDULES}${data.feedings[1].schedule}/`)).data;
  expect(items.map((item: { weight_plan: number }) => item.weight_plan)).toEqual([1320, 660, 220]);
  await owner().put(`manager/groups/${farm.cowsGroup}/`, { animal_count: 110 });
  expect(await weights()).toEqual([2200, 2420]);
  await owner().put(`${CALLS}${data.id}/`, { percent: 0 });
  expect(await weights()).toEqual([2200, 2200]);
  await owner().put(`${CALLS}${data.id}/`, { percent: -10 });
  expect((await owner().delete(`${CALLS}${data.id}/`)).status).toBe(204);
  expect(await weights()).toEqual([2200, 2200]);
});

test('once loading has begun a call changes only the next feeding and reports this; without a further feeding it is refused', async () => {
  const first = await makeSchedule(farm, TODAY, cows(20));
  const second = await makeSchedule(farm, TODAY, cows(20));
  await beginLoading(first.id);
  const { data } = await call(5);
  expect(data.feedings).toMatchObject([
    { schedule: first.id, status: 'in_process', follows: false, weight_plan: 2000 },
    { schedule: second.id, status: 'waited', follows: true, weight_plan: 2200 },
  ]);
  await beginLoading(second.id);
  const late = await owner().put(`${CALLS}${data.id}/`, { percent: 10 });
  expect([late.status, codes(late.errors)]).toEqual([409, { day: 'illegal_status' }]);
  expect((await owner().get(`${CALLS}${data.id}/`)).data).toMatchObject({ percent: 5, version: 1 });
  expect(await weights()).toEqual([2000, 2200]);
  // After the reset the feeding is waiting again, and the change is undone.
  await owner().put(`${SCHEDULES}${first.id}/reset/`, { reason: 'wrong ration' });
  expect(await weights()).toEqual([2000, 2200]);
});

test('feedings that are added, edited or deleted share the change of the day', async () => {
  const first = await makeSchedule(farm, TODAY, cows(20));
  await call(10);
  expect(await weights()).toEqual([2200]);
  const second = await makeSchedule(farm, TODAY, { ...cows(20), locked: true });
  expect(await weights()).toEqual([2400, 2000]);
  await owner().put(`${SCHEDULES}${second.id}/`, { locked: false });
  expect(await weights()).toEqual([2200, 2200]);
  await owner().put(`${SCHEDULES}${second.id}/`, { ...cows(10), locked: true });
  expect(await weights()).toEqual([2300, 1000]);
  await owner().delete(`${SCHEDULES}${second.id}/`);
  expect(await weights()).toEqual([2200]);
  await owner().post(`${SCHEDULES}${second.id}/restore/`, {});
  expect(await weights()).toEqual([2300, 1000]);
  await owner().put(`${SCHEDULES}${second.id}/`, { planned_on: '2026-03-11' });
  expect(await weights()).toEqual([2200]);
  expect((await owner().get(`${SCHEDULES}${first.id}/`)).data.groups).toMatchObject([{ weight_per_head: 20, weight_plan: 2200 }]);
});

test('a silage that turns out wetter after a called feeding has begun changes the plan of the others alone', async () => {
  const silage = await makeIngredient(owner(), farm, { dry_matter: 30 });
  const items = [{ ingredient: silage.id, amount: 100, hold: 'dry' }];
  const ration = await make(owner(), 'manager/rations/', { farm: farm.farm, name: 'Silage', rounding: 0, basis: 'load_fresh', items });
  const first = await makeSchedule(farm, TODAY, { ...cows(20), ration: ration.id });
  await makeSchedule(farm, TODAY, { ...cows(20), ration: ration.id });
  const { data } = await call(10);
  await beginLoading(first.id);
  await owner().post('manager/drymatter/', { ingredient: silage.id, percent: 25 });
  // 2 000 kg at 30 % are 2 400 at 25 %; a tenth more of each.
  expect(await weights()).toEqual([2200, 2640]);
  expect((await owner().get(`${CALLS}${data.id}/`)).data).toMatchObject({ weight_base: 4400, weight_plan: 4840 });
  const proposals = await owner().get(`${CALLS}proposals/?farm=${farm.farm}&day=${TODAY}`);
  expect(proposals.data).toMatchObject([{ weight_base: 4400, weight_plan: 4840, weight_kept: 2200 }]);
});

test('a call is refused by field, and nothing of it stays', async () => {
  const small = await makeMixer(owner(), farm, { max_weight: 2050 });
  await makeSchedule(farm, TODAY, { ...cows(20), mixer: small.id });
  await makeSchedule(farm, TODAY, { ...cows(20), mixer: farm.mixer, locked: true });
  const refused = async (percent: number, values: object = {}) => {
    const answer = await call(percent, values);
    return [answer.status, codes(answer.errors)];
  };
  expect(await refused(5)).toEqual([400, { percent: 'mixer_weight' }]);
  expect(await refused(-60)).toEqual([400, { percent: 'min_val' }]);
  expect((await call(-60)).errors.percent?.[0]?.limit).toBe(-50);
  expect(await refused(101)).toEqual([400, { percent: 8 }]);
  expect(await refused(1, { day: '2026-03-09' })).toEqual([400, { day: 'min_val' }]);
  expect(await refused(1, { day: '2026-03-12' })).toEqual([409, { day: 'illegal_status' }]);
  expect(await refused(1, { group: farm.heifers })).toEqual([409, { day: 'illegal_status' }]);
  expect(await weights()).toEqual([2000, 2000]);
  expect((await owner().get(`${CALLS}?farm=${farm.farm}`)).data).toEqual([]);
});

test('the call is not raised on two days in a row unless confirmed', async () => {
  await makePeriod(farm, { active: true });
  expect((await call(3)).status).toBe(201);
  const again = await call(6, { day: '2026-03-11' });
  expect([again.status, codes(again.errors)]).toEqual([400, { rise_again: 2 }]);
  expect((await call(3, { day: '2026-03-11' })).status).toBe(201);
  expect((await call(6, { day: '2026-03-12' })).status).toBe(201);
  expect((await call(9, { day: '2026-03-13', rise_again: true })).status).toBe(201);
  // A phone that sends the call twice records it once.
  const twice = await owner().put(CALLS, { group: farm.cowsGroup, day: '2026-03-13', percent: 9, rise_again: true });
  expect(twice.data).toMatchObject({ percent: 9, version: 1 });
});

test('the day’s weight equals the call to the gram, with any feedings locked and called', async () => {
  const plan = fc.array(fc.record({ perHead: fc.integer({ min: 1, max: 9999 }), locked: fc.boolean() }), { minLength: 1, maxLength: 4 });
  let day = TODAY;
  await fc.assert(
    fc.asyncProperty(plan, fc.integer({ min: -3000, max: 3000 }), async (feedings, hundredths) => {
      day = addDays(day, 3);
      for (const { perHead, locked } of feedings) await makeSchedule(farm, day, { ...cows(perHead / 1000), locked });
      const base = feedings.reduce((sum, { perHead }) => sum + perHead * 100, 0);
      const kept = feedings.reduce((sum, { perHead, locked }) => sum + (locked ? perHead * 100 : 0), 0);
      const { status } = await call(hundredths / 100, { day });
      const target = Math.floor((base * (10_000 + hundredths) + 5_000) / 10_000);
      const stands = feedings.some(({ locked }) => !locked) && kept <= target;
      expect(status === 201).toBe(stands);
      const grams = (await weights(day)).map((kg: number) => Math.round(kg * 1000));
      expect(grams.reduce((sum: number, weight: number) => sum + weight, 0)).toBe(stands ? target : base);
      feedings.forEach(({ perHead, locked }, index) => {
        if (locked) expect(grams[index]).toBe(perHead * 100);
      });
    }),
    { numRuns: countRuns(12) },
  );
});

test('rules propose a call from the score and the days before, and the list shows the feed given and eaten', async ({ api }) => {
  const rows = [
    { score: 0, percent: 5 },
    { score: 3, percent: -20 },
  ];
  await make(owner(), 'manager/callrules/', { farm: farm.farm, rows, max_percent: 8 });
  const { id } = await makeSchedule(farm, TODAY, cows(40));
  await call(5);
  for (const path of ['load', 'upload']) {
    const stages = path === 'load' ? ['in_process', 'loaded'] : ['out_process', 'uploaded'];
    const facts =
      path === 'load'
        ? { items: [farm.silage, farm.hay, farm.meal].map((ingredient, i) => ({ ingredient, weight_fact: [2520, 1260, 420][i] })) }
        : { groups: [{ group: farm.cowsGroup, weight_fact: 4200 }] };
    for (const status of stages) expect((await owner().put(`${SCHEDULES}${id}/${path}/`, { status, ...facts })).status).toBe(200);
  }
  await moveTo(api, farm, '2026-03-11T03:00:00Z');
  await make(owner(), 'leftovers/leftovers/', { farm: farm.farm, group: farm.cowsGroup, date: '2026-03-11', weight: 200 });
  await makeSchedule(farm, '2026-03-11', cows(40));
  const proposals = async () => (await owner().get(`${CALLS}proposals/?farm=${farm.farm}&day=2026-03-11`)).data;
  const [before] = await proposals();
  expect(before).toMatchObject({
    group: farm.cowsGroup,
    heads: 100,
    score: null,
    percent: null,
    percent_before: 5,
    weight_base: 4000,
    call: null,
  });
  expect(before.days).toHaveLength(14);
  expect(before.days.at(-1)).toEqual({ day: TODAY, score: null, percent: 5, delivered: 4200, left: 200, eaten: 4000 });
  await make(owner(), 'manager/bunkscores/', { group: farm.cowsGroup, day: '2026-03-11', score: 0 });
  expect(await proposals()).toMatchObject([{ score: 0, percent: 5, held: 'rose' }]);
  await owner().put('manager/bunkscores/', { group: farm.cowsGroup, day: '2026-03-11', score: 3 });
  // 105 % less 8 %.
  expect(await proposals()).toMatchObject([{ score: 3, percent: -3.4, held: 'most', follows: true, weight_kept: 0 }]);
  expect((await owner().get(`${CALLS}proposals/?farm=999999&day=2026-03-11`)).status).toBe(400);
});

test('a proposal never changes a day by more than the most, nor lets it rise twice', () => {
  const percent = fc.integer({ min: -3000, max: 3000 }).map((hundredths) => hundredths / 100);
  const judged = fc.record({ score: fc.constantFrom(...BUNK_SCORES), percent_before: percent, percent_two_before: percent });
  const rules = fc.record({
    rows: fc.uniqueArray(fc.record({ score: fc.constantFrom(...BUNK_SCORES), percent }), { selector: ({ score }) => score }),
    max_percent: percent.map(Math.abs),
  });
  fc.assert(
    fc.property(judged, rules, (days, farmRules) => {
      const proposal = proposeCall(days, farmRules).percent;
      if (proposal === null) return !farmRules.rows.some(({ score }) => score === days.score);
      const change = (100 + proposal) / (100 + days.percent_before) - 1;
      return (
        Math.abs(change) * 100 <= farmRules.max_percent + 0.02 &&
        !(days.percent_before > days.percent_two_before && proposal > days.percent_before)
      );
    }),
  );
});
