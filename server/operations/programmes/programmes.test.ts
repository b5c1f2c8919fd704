import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { make, makeRation } from '#tests/support/factories.ts';
import { makePeriod, makeReadyFarm, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const PROGRAMMES = 'manager/programmes/';
const SCHEDULES = 'schedule/schedules/';

let farm: ReadyFarm;
let finisher: number;

test.beforeEach(async ({ api }) => {
  api.setNow(`${TODAY}T03:00:00Z`);
  farm = await makeReadyFarm(api);
  finisher = (
    await makeRation(owner(), farm, [
      { ingredient: farm.silage, percent: 20 },
      { ingredient: farm.meal, percent: 80 },
    ])
  ).id;
});

const owner = () => farm.client.owner;
const codes = (errors: Record<string, { code: number | string }[]>) =>
  Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first?.code]));
const step = (day: number, ration: number, weight_per_head: number) => ({ day, ration, weight_per_head });
const stepUp = (values: object = {}) => ({
  farm: farm.farm,
  name: 'Step-up',
  blend_days: 1,
  steps: [step(1, farm.ration, 8), step(3, finisher, 10)],
  ...values,
});
const follow = async (programme: number | null, started_on: string | null = TODAY, group = farm.heifers) =>
  owner().put(`manager/groups/${group}/`, { programme, started_on });
/** The plan of a group for a day: ration and kilograms by feeding. */
async function fed(group: number, day: string): Promise<[number, number][]> {
  const { data } = await owner().get(`${SCHEDULES}?farm=${farm.farm}&planned_on=${day}&ordering=position`);
  return data.flatMap(({ ration, groups }: { ration: number; groups: { group: number; weight_plan: number }[] }) =>
    groups.filter((one) => one.group === group).map((one) => [ration, one.weight_plan] as [number, number]),
  );
}
const week = (group: number) => Promise.all([0, 1, 2, 3, 4].map((ahead) => fed(group, addDays(TODAY, ahead))));

test('a group on a programme gets its ration and its kilograms of the day; a ration that comes in is a feeding of its own', async () => {
  const programme = await make(owner(), PROGRAMMES, stepUp());
  await makePeriod(farm, { active: true });
  expect(await fed(farm.heifers, TODAY)).toEqual([[farm.ration, 1000]]);
  expect((await follow(programme.id)).status).toBe(200);
  expect(await week(farm.heifers)).toEqual([
    [[farm.ration, 400]],
    [[farm.ration, 450]],
    [
      [farm.ration, 250],
      [finisher, 250],
    ],
    [[finisher, 500]],
    [[finisher, 500]],
  ]);
  // The cows share the load and are fed by their period.
  expect(await week(farm.cowsGroup)).toEqual([0, 1, 2, 3, 4].map(() => [[farm.ration, 4000]]));
  const row = (await owner().get(`${PROGRAMMES}${programme.id}/`)).data;
  expect(row.groups).toMatchObject([{ group: farm.heifers, started_on: TODAY }]);
  expect((await owner().get(`manager/groups/${farm.heifers}/`)).data).toMatchObject({
    programme: programme.id,
    programme_name: 'Step-up',
    started_on: TODAY,
  });
  // More heads, a step that changes, another first day: what waits is planned by values.
  await owner().put(`manager/groups/${farm.heifers}/`, { animal_count: 60 });
  expect(await fed(farm.heifers, addDays(TODAY, 2))).toEqual([
    [farm.ration, 300],
    [finisher, 300],
  ]);
  await owner().put(`${PROGRAMMES}${programme.id}/`, { blend_days: 0, steps: [step(1, farm.ration, 8), step(3, finisher, 12)] });
  expect(await fed(farm.heifers, addDays(TODAY, 2))).toEqual([[finisher, 720]]);
  await follow(programme.id, addDays(TODAY, 1));
  expect(await week(farm.heifers)).toEqual([
    [[farm.ration, 1200]],
    [[farm.ration, 480]],
    [[farm.ration, 600]],
    [[finisher, 720]],
    [[finisher, 720]],
  ]);
  expect((await owner().put(`manager/groups/${farm.heifers}/`, { programme: null })).data).toMatchObject({
    programme: null,
    started_on: null,
  });
  expect(await week(farm.heifers)).toEqual([0, 1, 2, 3, 4].map(() => [[farm.ration, 1200]]));
});

test('the periods share its day as they share it without a programme, and a daily call changes that', async () => {
  const programme = await make(owner(), PROGRAMMES, stepUp({ blend_days: 0 }));
  const job = { ration: farm.ration, mixer: farm.mixer };
  await makePeriod(farm, { active: true, start_time: '06:00', jobs: [{ ...job, groups: [{ group: farm.heifers, weight_per_head: 15 }] }] });
  await makePeriod(farm, {
    active: true,
    start_time: '15:00',
    end_time: '18:00',
    jobs: [{ ...job, groups: [{ group: farm.heifers, weight_per_head: 5 }] }],
  });
  await follow(programme.id);
  expect(await fed(farm.heifers, TODAY)).toEqual([
    [farm.ration, 300],
    [farm.ration, 100],
  ]);
  expect(await fed(farm.heifers, addDays(TODAY, 2))).toEqual([
    [finisher, 375],
    [finisher, 125],
  ]);
  await owner().post('manager/calls/', { group: farm.heifers, day: TODAY, percent: 10 });
  expect(await fed(farm.heifers, TODAY)).toEqual([
    [farm.ration, 330],
    [farm.ration, 110],
  ]);
});

test('a begun or edited feeding stays, and the programme adds no feeding to it', async ({ api }) => {
  const programme = await make(owner(), PROGRAMMES, stepUp({ steps: [step(1, finisher, 8)], blend_days: 0 }));
  await makePeriod(farm, { active: true });
  const [today] = (await owner().get(`${SCHEDULES}?farm=${farm.farm}&planned_on=${TODAY}`)).data;
  await owner().put(`${SCHEDULES}${today.id}/load/`, { status: 'in_process' });
  const [tomorrow] = (await owner().get(`${SCHEDULES}?farm=${farm.farm}&planned_on=${addDays(TODAY, 1)}`)).data;
  await owner().put(`${SCHEDULES}${tomorrow.id}/`, { groups: [{ group: farm.heifers, weight_per_head: 30 }] });
  await follow(programme.id);
  expect(await fed(farm.heifers, TODAY)).toEqual([[farm.ration, 1000]]);
  expect(await fed(farm.heifers, addDays(TODAY, 1))).toEqual([[farm.ration, 1500]]);
  expect(await fed(farm.heifers, addDays(TODAY, 2))).toEqual([[finisher, 400]]);
  // Days that come are made by the day on feed that they are.
  await moveTo(api, farm, `${addDays(TODAY, 3)}T03:00:00Z`);
  await owner().put(`${PROGRAMMES}${programme.id}/`, { steps: [step(1, finisher, 8), step(11, finisher, 18)] });
  expect(await fed(farm.heifers, addDays(TODAY, 10))).toEqual([[finisher, 900]]);
});

test('a programme begins on day 1, its days rise, its blends end before the next step, and its rations are the farm’s', async ({ api }) => {
  const other = await makeReadyFarm(api, 'Europe/Kyiv', farm.client);
  const refused = async (values: object) => codes((await owner().post(PROGRAMMES, stepUp(values))).errors);
  expect(await refused({ steps: [step(2, farm.ration, 8)] })).toEqual({ 'steps.0.day': 8 });
  expect(await refused({ steps: [] })).toHaveProperty('steps');
  expect(await refused({ steps: [step(1, farm.ration, 8), step(5, finisher, 9), step(5, finisher, 10)] })).toEqual({
    'steps.2.day': 'min_val',
  });
  expect(await refused({ steps: [step(1, farm.ration, 8), step(5, other.ration, 9)] })).toEqual({ 'steps.1.ration': 23 });
  expect(await refused({ steps: [step(1, farm.ration, 0)] })).toHaveProperty(['steps.0.weight_per_head']);
  expect(await refused({ blend_days: 3, steps: [step(1, farm.ration, 8), step(5, finisher, 9), step(7, farm.ration, 9)] })).toEqual({
    blend_days: 8,
  });
  const { id } = await make(owner(), PROGRAMMES, stepUp());
  expect(await refused({})).toEqual({ name: 5 });
  expect(codes((await follow(id, null)).errors)).toEqual({ started_on: 2 });
  expect(codes((await owner().put(`manager/groups/${other.heifers}/`, { programme: id, started_on: TODAY })).errors)).toEqual({
    programme: 23,
  });
  expect(codes((await owner().put(`manager/groups/${farm.heifers}/`, { started_on: TODAY })).errors)).toEqual({ programme: 2 });
});

test('a programme that feeds a group and a ration that a programme feeds aren’t deleted, and another can take their place', async () => {
  const programme = await make(owner(), PROGRAMMES, stepUp());
  await follow(programme.id);
  const busy = await owner().delete(`${PROGRAMMES}${programme.id}/`);
  expect([busy.status, busy.errors.detail]).toMatchObject([409, [{ uses: [{ resource: 'groups', id: farm.heifers }] }]]);
  const used = await owner().delete(`manager/rations/${finisher}/`);
  expect(used.errors.detail).toMatchObject([{ uses: [{ resource: 'programmes', id: programme.id }] }]);
  await follow(null, null);
  expect((await owner().delete(`${PROGRAMMES}${programme.id}/`)).status).toBe(204);
  expect((await owner().delete(`manager/rations/${finisher}/`)).status).toBe(204);
});

test('programmes come in files, a line a step, with rations by name, and go on from there', async () => {
  const name = (id: number) =>
    owner()
      .get(`manager/rations/${id}/`)
      .then(({ data }) => data.name);
  const steps = [
    { day: 1, ration_name: await name(farm.ration), weight_per_head: 8 },
    { day: 15, ration_name: await name(finisher), weight_per_head: 11 },
  ];
  const send = (rows: object[]) => owner().post(`${PROGRAMMES}import/`, { farm: farm.farm, rows });
  const sent = await send([{ name: 'Finish', blend_days: 2, steps }]);
  expect([sent.errors, sent.data?.created]).toEqual([undefined, 1]);
  const [made] = (await owner().get(`${PROGRAMMES}?farm=${farm.farm}`)).data;
  expect(made).toMatchObject({ name: 'Finish', blend_days: 2, steps: [step(1, farm.ration, 8), step(15, finisher, 11)] });
  expect((await send([{ name: 'Finish', blend_days: 3, steps }])).data).toMatchObject({ updated: 1 });
  const wrong = await send([{ name: 'Odd', steps: [{ ...steps[0], day: 2 }] }]);
  expect(codes(wrong.errors)).toEqual({ 'rows.0.steps.0.day': 8 });
  // So do the groups that follow them.
  const { name: group_name } = (await owner().get(`manager/groups/${farm.heifers}/`)).data;
  const groups = [{ name: group_name, programme_name: 'Finish', started_on: TODAY }];
  expect((await owner().post('manager/groups/import/', { farm: farm.farm, rows: groups })).data).toMatchObject({ updated: 1 });
  expect((await owner().get(`manager/groups/${farm.heifers}/`)).data).toMatchObject({ programme: made.id, started_on: TODAY });
});
