import { sql } from 'kysely';
import { expect } from 'vitest';
import { make, makeAccount, makeClient, makeGroup, makeIngredient } from '#tests/support/factories.ts';
import { makeReadyFarmOf, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const path = 'manager/drymatter/';
let farm: ReadyFarm;

test.override('now', `${TODAY}T10:00:00Z`);
test.beforeAll(({ farm: ready }) => {
  farm = ready;
});

const owner = () => farm.client.owner;
const measure = (body: object, query = '') => owner().post(`${path}${query}`, body);
const readFeed = async (id: number) => (await owner().get(`manager/ingredients/${id}/`)).data;
const makeFeed = async (dry_matter = 30) => (await makeIngredient(owner(), farm, { dry_matter, price: 1 })).id;

/** A ration of the feed alone, whose dry matter it holds, and a day of it: 100 × 40 kg. */
async function plan(feed: number, planned_on = TODAY): Promise<number> {
  const items = [{ ingredient: feed, amount: 100, hold: 'dry' }];
  const ration = (
    await make(owner(), 'manager/rations/', { farm: farm.farm, name: `R ${Math.random()}`, rounding: 0, basis: 'load_fresh', items })
  ).id;
  const groups = [{ group: farm.cowsGroup, weight_per_head: 40 }];
  return (await make(owner(), 'schedule/schedules/', { farm: farm.farm, planned_on, ration, mixer: farm.mixer, groups })).id;
}
const kg = async (id: number) => (await owner().get(`schedule/schedules/${id}/`)).data.weight_plan;

test('a measurement rebuilds waiting plans and lists the changes; a dry run changes nothing', async () => {
  const feed = await makeFeed();
  const [first, second] = [await plan(feed), await plan(feed, '2026-03-12')];
  const changes = [first, second].map((schedule) => ({ schedule, ingredient: feed, was: 4000, is: 4800 }));
  const sample = { ingredient: feed, wet: 100, dry: 25, method: 'koster' };
  const before = (await owner().get(path)).count;
  const tried = await measure(sample, '?dry_run=true');
  expect(tried.data).toMatchObject({ percent: 25, previous: 30, used: 25, replanned: 2, changes });
  expect([await kg(first), (await readFeed(feed)).dry_matter, (await owner().get(path)).count]).toEqual([4000, 30, before]);
  const done = await measure(sample);
  expect([done.status, done.data]).toMatchObject([201, { changes, day: TODAY, method: 'koster', wet: 100, dry: 25 }]);
  expect([await kg(first), await kg(second), (await readFeed(feed)).dry_matter]).toEqual([4800, 4800, 25]);
  expect((await owner().get(`history/ingredients/?id=${feed}`)).data[0]).toMatchObject({
    before: { dry_matter: 30 },
    after: { dry_matter: 25 },
  });
});

test('a wrong measurement is deleted, and the feed returns to its earlier value', async () => {
  const feed = await makeFeed();
  const schedule = await plan(feed);
  await measure({ ingredient: feed, percent: 32, measured_at: '2026-03-10T06:00:00Z' });
  const { data } = await measure({ ingredient: feed, percent: 20 });
  expect(await kg(schedule)).toBe(6000);
  expect((await owner().delete(`${path}${data.id}/`)).status).toBe(204);
  expect([(await readFeed(feed)).dry_matter, await kg(schedule)]).toEqual([32, 3750]);
});

test('the feed has the mean of the farm’s last measurements if the farm chose so', async () => {
  const feed = await makeFeed();
  await owner().put(`manager/farms/${farm.farm}/`, { dry_matter_mean: 3 });
  for (const percent of [31, 32, 36]) await measure({ ingredient: feed, percent });
  expect((await readFeed(feed)).dry_matter).toBe(33);
  expect((await measure({ ingredient: feed, percent: 28 })).data).toMatchObject({ previous: 33, used: 32 });
  await owner().put(`manager/farms/${farm.farm}/`, { dry_matter_mean: 1 });
});

test('past feedings keep their facts, and a measurement older than the current value is only recorded', async () => {
  const feed = await makeFeed();
  const [yesterday, begun, today] = [await plan(feed, '2026-03-09'), await plan(feed), await plan(feed)];
  const load = (body: object) => owner().put(`schedule/schedules/${begun}/load/`, body);
  await load({ status: 'in_process' });
  await load({ status: 'loaded', items: [{ ingredient: feed, weight_fact: 4000 }] });
  await measure({ ingredient: feed, percent: 24 });
  expect([await kg(yesterday), await kg(begun), await kg(today)]).toEqual([4000, 4000, 5000]);
  expect((await owner().get(`schedule/schedules/${begun}/`)).data.items[0].dry_matter).toBe(30);
  const late = await measure({ ingredient: feed, percent: 50, measured_at: '2026-03-08T10:00:00Z' });
  expect(late.data).toMatchObject({ used: null, replanned: 0, changes: [], day: '2026-03-08' });
  expect((await readFeed(feed)).dry_matter).toBe(24);
});

test.for<[number, string, string | number, object]>([
  [400, 'percent', 2, {}],
  [400, 'percent', 'min_val', { percent: 0 }],
  [400, 'percent', 8, { percent: 100.01 }],
  [400, 'dry', 8, { wet: 100, dry: 101 }],
  [400, 'dry', 2, { wet: 100 }],
  [400, 'wet', 2, { dry: 100 }],
  [400, 'percent', 23, { wet: 100, dry: 40, percent: 41 }],
  [400, 'measured_at', 8, { percent: 30, measured_at: '2026-03-10T10:06:00Z' }],
  [409, 'measured_at', 'month_closed', { percent: 30, measured_at: '2026-01-10T10:00:00Z' }],
])('is refused with %i at %s: %s', async ([status, field, code, body], { api }) => {
  const db = api.database.forClient(farm.client.id);
  await sql`insert into month_close (client_id, farm_id, month) values (${farm.client.id}, ${farm.farm}, '2026-01-01') on conflict do nothing`.execute(
    db,
  );
  const before = (await owner().get(path)).count;
  const answer = await measure({ ingredient: farm.silage, ...body });
  expect(answer.status).toBe(status);
  expect(answer.errors[field]?.[0]?.code).toBe(code);
  expect((await owner().get(path)).count).toBe(before);
});

test('only those with the right measure, and only feeds of their own', async ({ api }) => {
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] });
  const inside = `dashboard/clients/${farm.client.id}/${path}`;
  expect((await consultant.caller.get(inside)).status).toBe(200);
  expect((await consultant.caller.post(inside, { ingredient: farm.silage, percent: 30 })).status).toBe(403);
  const other = await makeClient(api);
  expect((await other.owner.post(path, { ingredient: farm.silage, percent: 30 })).errors).toHaveProperty(['ingredient']);
});

test('ten rations of sixty loads are planned by values by one measurement', async ({ api }) => {
  const feed = await makeFeed();
  const group = (await makeGroup(owner(), farm, 10)).id;
  for (let ration = 0; ration < 10; ration += 1) {
    const { id } = await make(owner(), 'manager/rations/', {
      farm: farm.farm,
      name: `Bench ${ration}`,
      basis: 'load_dry',
      items: [
        { ingredient: feed, amount: 60, hold: 'dry' },
        { ingredient: farm.hay, amount: 40 },
      ],
    });
    const jobs = Array.from({ length: 8 }, () => ({ ration: id, mixer: farm.mixer, groups: [{ group, weight_per_head: 20 }] }));
    await make(owner(), 'manager/loadings/', { farm: farm.farm, name: `Bench ${ration}`, active: true, jobs });
  }
  // The database does this automatically, except in tests.
  await sql`analyze schedule, schedule_ingredient, ration, ration_item`.execute(api.database.acrossClients());
  const { data } = await measure({ ingredient: feed, percent: 27 });
  expect(data.replanned).toBe(640);
  expect(data.changes).toHaveLength(640);
});

test('the list of the morning has what rations hold first, with its last measurement and what waits of it today', async ({ api }) => {
  const fresh = await makeReadyFarmOf(await makeClient(api));
  const caller = fresh.client.owner;
  const list = async () => (await caller.get(`${path}today/?farm=${fresh.farm}`)).data;
  // A wet feed of a ration that holds nothing; hay and meal are dry.
  expect(await list()).toMatchObject([{ ingredient: fresh.silage, dry_matter: 34, rations: 0, feedings: 0, weight_plan: 0, last: null }]);
  const items = [
    { ingredient: fresh.hay, amount: 40, hold: 'dry' },
    { ingredient: fresh.silage, amount: 60 },
  ];
  const ration = (await make(caller, 'manager/rations/', { farm: fresh.farm, name: 'Held', rounding: 0, basis: 'load_fresh', items })).id;
  for (const planned_on of [TODAY, '2026-03-11'])
    await make(caller, 'schedule/schedules/', {
      ...{ farm: fresh.farm, planned_on, ration, mixer: fresh.mixer },
      groups: [{ group: fresh.cowsGroup, weight_per_head: 40 }],
    });
  await caller.post(path, { ingredient: fresh.meal, percent: 89, method: 'oven', measured_at: '2026-03-10T05:00:00Z' });
  expect((await list())[0]).toMatchObject({ ingredient: fresh.hay, rations: 1, feedings: 1, weight_plan: 1600, last: null });
  expect((await list()).slice(1)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ingredient: fresh.meal,
        last: expect.objectContaining({ percent: 89, method: 'oven', day: TODAY, used: 89 }),
      }),
      expect.objectContaining({ ingredient: fresh.silage, last: null }),
    ]),
  );
  expect((await caller.get(`${path}today/?farm=${farm.farm}`)).data).toEqual([]);
});

test('a measurement stored by a phone is recorded once, however often it is sent; an equal value a moment later is another measurement', async () => {
  const feed = await makeFeed();
  const schedule = await plan(feed);
  const sample = { ingredient: feed, percent: 25, method: 'koster', measured_at: '2026-03-10T06:00:00Z' };
  const count = async () => (await owner().get(`${path}?ingredient=${feed}`)).count;
  const first = await owner().put(path, sample);
  expect([first.status, first.data]).toMatchObject([
    200,
    { replanned: 1, changes: [{ schedule, was: 4000, is: 4800, planned_on: TODAY }] },
  ]);
  const [again, same] = await Promise.all([owner().put(path, sample), owner().put(path, sample)]);
  expect([again.data, same.data]).toMatchObject([
    { id: first.data.id, changes: [] },
    { id: first.data.id, changes: [] },
  ]);
  await owner().put(path, { ...sample, measured_at: '2026-03-10T06:01:00Z' });
  expect([await count(), await kg(schedule)]).toEqual([2, 4800]);
  const { measured_at: _, ...timeless } = sample;
  expect((await owner().put(path, timeless)).errors).toHaveProperty(['measured_at']);
});

test('an import of measurements rebuilds waiting plans by the newest values; wrong rows are reported at their field, and then nothing is written', async () => {
  const name = `Clamp ${Math.random()}`;
  const feed = (await makeIngredient(owner(), farm, { name, dry_matter: 30, price: 1 })).id;
  const schedule = await plan(feed);
  const importRows = (rows: object[], more: object = {}) => owner().post(`${path}import/`, { farm: farm.farm, rows, ...more });
  const count = async () => (await owner().get(`${path}?ingredient=${feed}`)).count;
  const rows = [
    // The later row is first; a date alone means the start of the day by the farm's clock. The value entered for today is newer than that
    // of yesterday.
    { ingredient_name: name.toUpperCase(), measured_at: TODAY, percent: 24, method: 'lab' },
    { ingredient_name: name, measured_at: '2026-03-09T07:30', wet: 200, dry: 56, method: 'koster', note: 'left clamp' },
  ];
  const tried = await importRows(rows, { dry_run: true });
  expect([tried.status, tried.data]).toMatchObject([200, { created: 2, errors: {}, rows: [{ id: null }, { id: null }] }]);
  expect([await count(), (await readFeed(feed)).dry_matter, await kg(schedule)]).toEqual([0, 30, 4000]);

  const wrong = await importRows([
    rows[0]!,
    { ...rows[0], ingredient_name: 'Unknown' },
    { ...rows[0], percent: 130 },
    { ...rows[0], percent: null },
    { ...rows[1], dry: 300 },
    { ...rows[0], measured_at: '2026-03-12' },
    { ...rows[0], method: 'nose' },
    { ...rows[0], measured_at: 'yesterday' },
  ]);
  expect([wrong.status, Object.keys(wrong.errors).toSorted()]).toEqual([
    400,
    [
      'rows.1.ingredient_name',
      'rows.2.percent',
      'rows.3.percent',
      'rows.4.dry',
      'rows.5.measured_at',
      'rows.6.method',
      'rows.7.measured_at',
    ],
  ]);
  expect(await count()).toBe(0);

  const taken = await importRows(rows);
  expect([taken.status, taken.data]).toMatchObject([200, { created: 2 }]);
  expect([(await readFeed(feed)).dry_matter, await kg(schedule)]).toEqual([24, 5000]);
  const { data } = await owner().get(`${path}?ingredient=${feed}&ordering=measured_at`);
  expect(data).toMatchObject([
    { percent: 28, wet: 200, dry: 56, previous: 30, used: null, note: 'left clamp', method: 'koster', measured_at: '2026-03-09T05:30:00Z' },
    { percent: 24, previous: 30, used: 24, day: TODAY, replanned: 1, load_before: 4000, load_after: 5000 },
  ]);
  expect((await owner().get(`history/ingredients/?id=${feed}`)).data[0]).toMatchObject({ after: { dry_matter: 24 } });

  const again = await importRows(data);
  expect([again.status, again.data]).toMatchObject([200, { created: 0, same: 2 }]);
  const changed = await importRows([{ id: data[0].id, ingredient_name: name, percent: 29 }]);
  expect([changed.status, changed.errors['rows.0.percent']?.[0]?.code]).toEqual([400, 'only_added']);
  const repeated = await importRows([...rows, { ...rows[1], wet: 100, dry: 28 }, { ...rows[0], percent: 25 }], { dry_run: true });
  expect(repeated.data.rows.map((row: { repeats: string | null }) => row.repeats)).toEqual(['stored', 'stored', 'stored', null]);
});
