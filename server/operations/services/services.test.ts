import { sql } from 'kysely';
import { expect } from 'vitest';
import { make, makeAccount, makeMixer } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const PLANS = 'manager/serviceplans/';
const SERVICES = 'manager/services/';
let farm: ReadyFarm;
let foreign: ReadyFarm;

test.override('now', `${TODAY}T12:00:00Z`);
test.beforeAll(async ({ api, farm: ready }) => {
  farm = ready;
  foreign = await makeReadyFarm(api);
});

const owner = () => farm.client.owner;
const codes = ({ status, errors }: { status: number; errors?: Record<string, { code: number | string; limit?: unknown }[]> }) => [
  status,
  Object.fromEntries(
    Object.entries(errors ?? {}).map(([field, [first]]) => [field, first?.limit === undefined ? first?.code : [first.code, first.limit]]),
  ),
];
const makePlan = (mixer: number, values: object = {}) =>
  make(owner(), PLANS, { mixer, what: `Plan ${Math.random()}`, every: { loads: 800 }, ...values });
const plan = async (id: number) => (await owner().get(`${PLANS}${id}/`)).data;

/** Loads that a mixer loaded at these minutes before noon (UTC) of a day, of a tonne each, as the days before have them. */
async function loaded(
  api: Parameters<typeof moveTo>[0],
  mixer: number,
  day: string,
  minutes: number[],
  values: object = {},
): Promise<void> {
  const db = api.database.forClient(farm.client.id);
  await db
    .insertInto('schedule')
    .values(
      minutes.map((minute, position) => ({
        client_id: farm.client.id,
        farm_id: farm.farm,
        planned_on: day,
        position: position + 1,
        ration_id: farm.ration,
        mixer_id: mixer,
        status: 'uploaded',
        weight_fact: 1000,
        started_at: new Date(Date.parse(`${day}T12:00:00Z`) - minute * 60_000).toISOString(),
        ...values,
      })),
    )
    .execute();
}
const minutes = (count: number) => Array.from({ length: count }, (_, index) => index % 600);

test('a plan of 800 loads is due at the 800th, and counts again once it is done', async ({ api }) => {
  const { id: mixer } = await makeMixer(owner(), farm);
  const { id } = await makePlan(mixer, { what: 'Knives' });
  expect(await plan(id)).toMatchObject({ since: null, used: { days: 0, loads: 0, tonnes: 0 }, due: false, farm: farm.farm });
  await loaded(api, mixer, '2026-02-10', minutes(400));
  await loaded(api, mixer, '2026-03-09', minutes(399));
  // Incomplete and deleted loads and loads of another mixer don't count.
  await loaded(api, mixer, '2026-03-09', [1], { status: 'in_process' });
  await loaded(api, mixer, '2026-03-09', [2], { deleted: true });
  await loaded(api, farm.mixer, '2026-03-09', [3]);
  expect(await plan(id)).toMatchObject({ since: '2026-02-10', used: { days: 28, loads: 799, tonnes: 799 }, due: false });
  const { id: load } = await makeSchedule(farm, TODAY, { mixer });
  const path = `schedule/schedules/${load}/load/`;
  expect((await owner().put(path, { status: 'in_process' })).status).toBe(200);
  expect(await plan(id)).toMatchObject({ used: { loads: 799 }, due: false });
  const items = [{ ingredient: farm.silage, weight_fact: 1500 }];
  expect((await owner().put(path, { status: 'loaded', items })).status).toBe(200);
  expect(await plan(id)).toMatchObject({ used: { loads: 800, tonnes: 800.5 }, due: true });

  // Done before the loads of yesterday's last two hours: those are counted from then on.
  const done = await make(owner(), SERVICES, { mixer, plan: id, done_at: '2026-03-09T10:00:30Z', cost: 1250.5, note: 'both sides' });
  expect(done).toMatchObject({ day: '2026-03-09', plan_name: 'Knives', farm: farm.farm, cost: 1250.5, version: 1 });
  expect(await plan(id)).toMatchObject({ since: '2026-03-09', used: { days: 1, loads: 121, tonnes: 121.5 }, due: false });
  const moved = await owner().put(`${SERVICES}${done.id}/`, { done_at: '2026-03-09T12:30:00Z', version: 1 });
  expect(moved.data).toMatchObject({ version: 2, note: 'both sides' });
  expect(await plan(id)).toMatchObject({ used: { loads: 1, tonnes: 1.5 } });
  expect(codes(await owner().put(`${SERVICES}${done.id}/`, { cost: 1, version: 1 }))).toEqual([409, { version: 'stale_version' }]);
  expect((await owner().get(`history/services/?id=${done.id}`)).data[0]).toMatchObject({
    before: { cost: 1250.5 },
    after: { plan_name: 'Knives' },
  });
  expect((await owner().delete(`${SERVICES}${done.id}/`)).status).toBe(204);
  expect(await plan(id)).toMatchObject({ used: { loads: 800 }, due: true });
});

test('days, loads or weight: the earliest is due, and a change of the interval applies immediately', async ({ api }) => {
  const { id: mixer } = await makeMixer(owner(), farm);
  const { id, version } = await makePlan(mixer, { every: { days: 30, loads: 10, tonnes: 5.5 } });
  await loaded(api, mixer, '2026-03-01', minutes(5));
  expect(await plan(id)).toMatchObject({ every: { days: 30, loads: 10, tonnes: 5.5 }, used: { days: 9, loads: 5, tonnes: 5 }, due: false });
  await loaded(api, mixer, '2026-03-02', [0], { weight_fact: 500 });
  expect(await plan(id)).toMatchObject({ used: { loads: 6, tonnes: 5.5 }, due: true });
  const changed = await owner().put(`${PLANS}${id}/`, { every: { days: 9 }, version });
  expect(changed.data).toMatchObject({ every: { days: 9, loads: null, tonnes: null }, due: true, version: 2 });
  expect((await owner().put(`${PLANS}${id}/`, { every: { days: 10 } })).data).toMatchObject({ due: false });
  expect((await owner().get(`history/serviceplans/?id=${id}`)).data[0]).toMatchObject({
    before: { every: { days: 9, loads: null, tonnes: null } },
    after: { every: { days: 10 } },
  });
  // A service without a plan resets no counter; a restored plan is unchanged.
  await make(owner(), SERVICES, { mixer, note: 'a new tyre' });
  expect(await plan(id)).toMatchObject({ used: { days: 9 } });
  expect((await owner().delete(`${PLANS}${id}/`)).status).toBe(204);
  expect((await owner().get(`${PLANS}?mixer=${mixer}`)).count).toBe(0);
  expect((await owner().post(`${PLANS}${id}/restore/`, {})).data).toMatchObject({ every: { days: 10 } });
  // Deleting the mixer deletes its plans and keeps its services.
  expect((await owner().delete(`manager/mixers/${mixer}/`)).status).toBe(204);
  expect([(await owner().get(`${PLANS}?mixer=${mixer}`)).count, (await owner().get(`${SERVICES}?mixer=${mixer}`)).count]).toEqual([0, 1]);
});

test('a mixer that moves takes its plans with it, and past services stay with the farm', async ({ api }) => {
  const { id: mixer } = await makeMixer(owner(), farm);
  const { id } = await makePlan(mixer);
  await loaded(api, mixer, '2026-03-01', [0]);
  const done = await make(owner(), SERVICES, { mixer, plan: id, done_at: '2026-03-02T08:00:00Z' });
  const other = (await make(owner(), 'manager/farms/', { company: farm.company, name: 'The other farm', timezone: 'Europe/Tallinn' })).id;
  expect((await owner().put(`manager/mixers/${mixer}/`, { farm: other })).status).toBe(200);
  expect(await plan(id)).toMatchObject({ farm: other, since: '2026-03-02' });
  expect((await owner().put(`${SERVICES}${done.id}/`, { note: 'grease' })).data).toMatchObject({ farm: farm.farm, note: 'grease' });
});

test('an invalid plan or service is refused at its field, and nothing is written', async ({ api }) => {
  const { id: mixer } = await makeMixer(owner(), farm);
  const { id } = await makePlan(mixer, { what: 'Grease' });
  const refusedPlan = async (body: object) => codes(await owner().post(PLANS, { mixer, what: 'X', every: { loads: 1 }, ...body }));
  expect(await refusedPlan({ every: {} })).toEqual([400, { every: 2 }]);
  expect(await refusedPlan({ every: { days: null, loads: null, tonnes: null } })).toEqual([400, { every: 2 }]);
  for (const wrong of [0, -1]) {
    expect(await refusedPlan({ every: { days: wrong } })).toMatchObject([400, { 'every.days': expect.anything() }]);
    expect(await refusedPlan({ every: { loads: wrong } })).toMatchObject([400, { 'every.loads': expect.anything() }]);
    expect(await refusedPlan({ every: { tonnes: wrong } })).toMatchObject([400, { 'every.tonnes': expect.anything() }]);
  }
  expect(await refusedPlan({ every: { days: 1.5 } })).toMatchObject([400, { 'every.days': expect.anything() }]);
  expect(await refusedPlan({ what: ' ' })).toEqual([400, { what: 3 }]);
  expect(await refusedPlan({ what: 'GREASE' })).toEqual([400, { what: 5 }]);
  expect(await refusedPlan({ mixer: foreign.mixer })).toEqual([400, { mixer: 23 }]);
  expect(codes(await owner().put(`${PLANS}${id}/`, { every: { days: null, loads: null, tonnes: null } }))).toEqual([400, { every: 2 }]);
  expect(codes(await owner().put(`${PLANS}${id}/`, { mixer: farm.mixer }))).toEqual([400, { mixer: 23 }]);

  const refused = async (body: object) => codes(await owner().post(SERVICES, { mixer, plan: id, ...body }));
  // It hasn't loaded anything yet.
  expect(await refused({})).toEqual([400, { mixer: 23 }]);
  await loaded(api, mixer, '2026-02-02', [60]);
  expect(await refused({ done_at: '2026-02-02T10:59:59Z' })).toEqual([400, { done_at: ['min_val', '2026-02-02T11:00:00.000Z'] }]);
  expect(await refused({ done_at: '2026-03-12T10:00:00Z' })).toEqual([400, { done_at: [8, '2026-03-11T12:00:00.000Z'] }]);
  const elsewhere = await makePlan(farm.mixer);
  expect(await refused({ plan: elsewhere.id })).toEqual([400, { plan: 23 }]);
  const theirs = await make(foreign.client.owner, PLANS, { mixer: foreign.mixer, what: 'Grease', every: { days: 1 } });
  expect(await refused({ plan: theirs.id })).toEqual([400, { plan: 23 }]);
  expect(await refused({ mixer: foreign.mixer, plan: null })).toEqual([400, { mixer: 23 }]);
  expect(await refused({ cost: -1 })).toEqual([400, { cost: 9 }]);
  expect(await refused({ cost: 1.005 })).toEqual([400, { cost: 1 }]);
  expect(codes(await owner().post(SERVICES, {}))).toEqual([400, { mixer: 2 }]);
  const kept = await make(owner(), SERVICES, { mixer, plan: id, done_at: '2026-02-03T10:00:00Z' });
  expect(await refused({ done_at: '2026-02-03T10:00:00Z' })).toEqual([400, { done_at: 5 }]);
  await sql`insert into month_close (client_id, farm_id, month) values (${farm.client.id}, ${farm.farm}, '2026-02-01')`.execute(
    api.database.forClient(farm.client.id),
  );
  expect(await refused({ done_at: '2026-02-04T10:00:00Z' })).toEqual([409, { done_at: 'month_closed' }]);
  expect((await owner().put(`${SERVICES}${kept.id}/`, { done_at: '2026-03-04T10:00:00Z' })).status).toBe(409);
  expect((await owner().delete(`${SERVICES}${kept.id}/`)).status).toBe(409);
  expect((await owner().get(`${SERVICES}?plan=${id}`)).count).toBe(1);
  expect((await foreign.client.owner.get(`${PLANS}${id}/`)).status).toBe(404);
  expect((await foreign.client.owner.get(`${SERVICES}${kept.id}/`)).status).toBe(404);
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id });
  expect((await caller.post(PLANS, { mixer, what: 'X', every: { days: 1 } })).status).toBe(403);
});

test('services come from a file by their farm’s clock, each by the plan of its mixer that is called so', async ({ api }) => {
  const [left, right] = [await makeMixer(owner(), farm), await makeMixer(owner(), farm)];
  for (const { id } of [left, right]) await loaded(api, id, '2026-03-01', [0]);
  const [ofLeft, ofRight] = [await makePlan(left.id, { what: 'Scale check' }), await makePlan(right.id, { what: 'Scale check' })];
  const rows = [
    { farm: farm.farm, mixer_name: left.name, plan_name: 'scale check', done_at: '2026-03-05T08:30', cost: 100, note: '' },
    { farm: farm.farm, mixer_name: right.name, plan_name: 'Scale check', done_at: '2026-03-05T08:30', cost: null },
    { farm: farm.farm, mixer_name: right.name, plan_name: null, done_at: '2026-03-05T08:30', note: 'tyre' },
  ];
  const first = await owner().post(`${SERVICES}import/`, { dry_run: false, rows });
  expect([first.status, first.data]).toMatchObject([200, { created: 3 }]);
  const again = await owner().post(`${SERVICES}import/`, { dry_run: false, rows: [{ ...rows[0], cost: 110 }] });
  expect([again.status, again.data]).toMatchObject([200, { updated: 1 }]);
  const { data } = await owner().get(`${SERVICES}?mixer=${left.id},${right.id}&ordering=plan_name`);
  const shown = data.map(({ mixer, plan: of, cost, done_at }: Record<string, unknown>) => [mixer, of, cost, Date.parse(String(done_at))]);
  const at = Date.parse('2026-03-05T06:30:00Z');
  expect(shown.sort()).toEqual(
    [
      [left.id, ofLeft.id, 110, at],
      [right.id, ofRight.id, null, at],
      [right.id, null, null, at],
    ].sort(),
  );
  const wrong = await owner().post(`${SERVICES}import/`, {
    dry_run: false,
    rows: [
      { ...rows[0], plan_name: 'Knives' },
      { ...rows[1], done_at: '2026-02-20T08:00' },
    ],
  });
  expect(JSON.stringify(wrong)).toMatch(/plan.*unknown_name/);
  expect((await owner().get(`${SERVICES}?mixer=${left.id},${right.id}`)).count).toBe(3);
});
