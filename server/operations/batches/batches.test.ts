import { sql } from 'kysely';
import { expect } from 'vitest';
import {
  make,
  makeAccount,
  makeClient,
  makeFarm,
  makeIngredient,
  makeMixer,
  type TestClient,
  type TestFarm,
} from '#tests/support/factories.ts';
import { test as base } from '#tests/support/test.ts';

const DAY = '2026-03-10';
const START = `${DAY}T06:00:00Z`;
const path = 'animalfeed/schedules/';

let recipe: number;
let feed: number;
let barley: number;
let meal: number;

const test = base.override({ now: `${DAY}T09:00:00Z` });

/** Compound feed of 60 % barley (at 5, 90 % dry) and 40 % meal (at 20, 80 % dry), 1 000 kg of each in stock. */
test.beforeEach(async ({ client, at }) => {
  barley = (await makeIngredient(client.owner, at, { dry_matter: 90 })).id;
  meal = (await makeIngredient(client.owner, at, { dry_matter: 80 })).id;
  feed = (await makeIngredient(client.owner, at, { dry_matter: 50 })).id;
  // Feed is bought before it is mixed.
  const bought = { farm: at.farm, delivery_type: 'delivery', value: 1000, delivered_at: `${DAY}T05:00:00Z` };
  await make(client.owner, 'manager/deliveries/', { ...bought, ingredient: barley, price: 5 });
  await make(client.owner, 'manager/deliveries/', { ...bought, ingredient: meal, price: 20 });
  const items = [
    { ingredient: barley, percent: 60 },
    { ingredient: meal, percent: 40 },
  ];
  recipe = (await make(client.owner, 'manager/recipes/', { farm: at.farm, name: `Compound ${feed}`, ingredient: feed, items })).id;
});

const plan = (client: TestClient, at: TestFarm, values: object = {}) =>
  make(client.owner, path, { farm: at.farm, recipe, planned_on: DAY, weight_plan: 500, ...values });
const load = (client: TestClient, id: number, body: object, caller = client.owner) => caller.post(`${path}${id}/load/`, body);
const fact = (ingredient: number, weight_fact: number) => ({ ingredient, weight_fact });
const code = (answer: { status: number; errors?: Record<string, { code: unknown }[]> }) => [
  answer.status,
  ...Object.entries(answer.errors ?? {}).map(([field, [first]]) => `${field} ${first?.code}`),
];
async function rests(client: TestClient): Promise<number[]> {
  const rows = await Promise.all([barley, meal, feed].map((id) => client.owner.get(`manager/ingredients/${id}/`)));
  return rows.map((row) => row.data.rest);
}

test('a batch is planned by its recipe, and follows it while it waits', async ({ client, at }) => {
  const batch = await plan(client, at);
  expect(batch).toMatchObject({
    recipe,
    ingredient: feed,
    mixer: null,
    status: 'waited',
    weight_plan: 500,
    weight_fact: null,
    items: [
      { ingredient: barley, percent: 60, weight_plan: 300, weight_fact: null },
      { ingredient: meal, percent: 40, weight_plan: 200, weight_fact: null },
    ],
    abilities: { change: true, delete: true, load: true, reset: false },
  });
  const done = await plan(client, at);
  await load(client, done.id, { items: [fact(barley, 290)] });
  const items = [
    { ingredient: barley, percent: 33.33 },
    { ingredient: meal, percent: 66.67 },
  ];
  expect((await client.owner.put(`manager/recipes/${recipe}/`, { items })).status).toBe(200);
  const weights = async (id: number) =>
    (await client.owner.get(`${path}${id}/`)).data.items.map((item: { weight_plan: number }) => item.weight_plan);
  expect(await weights(batch.id)).toEqual([166.65, 333.35]);
  expect(await weights(done.id)).toEqual([300, 200]);
  const bigger = await client.owner.put(`${path}${batch.id}/`, { weight_plan: 1000, version: 2 });
  expect(bigger.data).toMatchObject({ weight_plan: 1000, version: 3, items: [{ weight_plan: 333.3 }, { weight_plan: 666.7 }] });
});

test('a mixer that rounds plans in its step, and takes no more than it holds', async ({ client, at }) => {
  const mixer = (await makeMixer(client.owner, at, { max_weight: 600, rounding: true })).id;
  const batch = await plan(client, at, { mixer, weight_plan: 512 });
  expect(batch.items).toMatchObject([{ weight_plan: 307 }, { weight_plan: 205 }]);
  expect(code(await client.owner.put(`${path}${batch.id}/`, { weight_plan: 601 }))).toEqual([400, 'weight_plan mixer_weight']);
  await plan(client, at, { mixer, weight_plan: 100 });
  // Several batches of a day count as one use, listed with the first batch.
  expect((await client.owner.delete(`manager/mixers/${mixer}/`)).errors.detail?.[0]).toMatchObject({
    code: 'in_use',
    values: [DAY],
    uses: [{ resource: 'batches', id: batch.id, day: DAY }],
  });
  await client.owner.put(`manager/mixers/${mixer}/`, { rounding: false });
  expect((await client.owner.get(`${path}${batch.id}/`)).data.items).toMatchObject([{ weight_plan: 307.2 }, { weight_plan: 204.8 }]);
});

test('a loaded batch takes its parts out of stock and adds its product at their cost', async ({ api, client, at }) => {
  const batch = await plan(client, at);
  const answer = await load(client, batch.id, {
    started_at: START,
    finished_at: `${DAY}T06:20:00Z`,
    items: [{ ...fact(barley, 310), started_at: START, seconds: 400 }, fact(meal, 190)],
  });
  expect(answer.status).toBe(200);
  expect(answer.data).toMatchObject({
    status: 'loaded',
    weight_fact: 500,
    deviation: 0,
    deviation_percent: 0,
    started_at: START,
    seconds: 1200,
    operator: client.ownerId,
    items: [
      { weight_fact: 310, price: 5, dry_matter: 90, started_at: START, seconds: 400 },
      { weight_fact: 190, price: 20, dry_matter: 80 },
    ],
    abilities: { delete: false, load: false, reset: true },
  });
  expect(await rests(client)).toEqual([690, 810, 500]);
  // (310 × 5 + 190 × 20) / 500, and (310 × 90 + 190 × 80) / 500.
  expect((await client.owner.get(`manager/ingredients/${feed}/`)).data).toMatchObject({ average_price: 10.7, dry_matter: 86.2 });
  const { rows } = await sql<{ day: string; sum: number }>`
    select day, sum(value) as sum from ledger where batch_id = ${batch.id} group by 1`.execute(api.database.forClient(client.id));
  expect(rows).toEqual([{ day: DAY, sum: 0 }]);
});

test('reports add up item by item, and the same report again changes nothing', async ({ client, at }) => {
  const batch = await plan(client, at);
  const first = { status: 'in_process', started_at: START, items: [fact(barley, 100)] };
  expect((await load(client, batch.id, first)).data).toMatchObject({ status: 'in_process', version: 2, items: [{ weight_fact: 100 }, {}] });
  expect((await load(client, batch.id, first)).data.version).toBe(2);
  expect((await load(client, batch.id, { status: 'in_process', items: [fact(barley, 305)] })).data.version).toBe(3);
  expect(await rests(client)).toEqual([1000, 1000, 0]);
  const last = { status: 'loaded', items: [fact(meal, 200)], finished_at: `${DAY}T06:30:00Z` };
  expect((await load(client, batch.id, last)).data).toMatchObject({ weight_fact: 505, deviation: 5, deviation_percent: 1, version: 4 });
  expect((await load(client, batch.id, last)).data.version).toBe(4);
  expect(await rests(client)).toEqual([695, 800, 505]);
  expect(code(await load(client, batch.id, { ...last, items: [fact(meal, 201)] }))).toEqual([409, 'status illegal_status']);
  expect(code(await load(client, batch.id, first))).toEqual([409, 'status illegal_status']);
});

test('two equal reports at once are posted once', async ({ client, at }) => {
  const batch = await plan(client, at);
  const report = { started_at: START, finished_at: `${DAY}T06:10:00Z`, items: [fact(barley, 300), fact(meal, 200)] };
  const answers = await Promise.all([1, 2, 3].map(() => load(client, batch.id, report)));
  expect(answers.map((answer) => [answer.status, answer.data.version])).toEqual(Array(3).fill([200, 2]));
  expect(await rests(client)).toEqual([700, 800, 500]);
});

test('a batch that was made is recorded though stock was short', async ({ client, at }) => {
  const batch = await plan(client, at, { weight_plan: 3000 });
  expect((await load(client, batch.id, { items: [fact(barley, 1800), fact(meal, 1200)] })).status).toBe(200);
  expect(await rests(client)).toEqual([-800, -200, 3000]);
});

test('wrong reports are refused', async ({ client, at }) => {
  const batch = await plan(client, at);
  expect(code(await load(client, batch.id, {}))).toEqual([400, 'items 3']);
  expect(code(await load(client, batch.id, { items: [fact(barley, 10), fact(feed, 10)] }))).toEqual([400, 'items.1.ingredient 23']);
  expect(code(await load(client, batch.id, { items: [fact(barley, -1)] }))).toEqual([400, 'items.0.weight_fact 9']);
  expect(code(await load(client, batch.id, { items: [fact(barley, 1)], operator: 999_999 }))).toEqual([400, 'operator 23']);
  expect(code(await load(client, batch.id, { items: [fact(barley, 1)], version: 9 }))).toEqual([409, 'version stale_version']);
  expect(code(await load(client, batch.id, { items: [fact(barley, 1)], started_at: START, finished_at: `${DAY}T05:00:00Z` }))).toEqual([
    400,
    'finished_at 23',
  ]);
  expect(await rests(client)).toEqual([1000, 1000, 0]);
  expect((await client.owner.get(`${path}${batch.id}/`)).data).toMatchObject({ status: 'waited', version: 1 });
});

test('a reset puts everything back, with its reason in history', async ({ api, client, at }) => {
  const batch = await plan(client, at);
  const reset = (body: object) => client.owner.post(`${path}${batch.id}/reset/`, body);
  expect(code(await reset({ reason: 'Not yet made' }))).toEqual([409, 'status illegal_status']);
  await load(client, batch.id, { items: [fact(barley, 300), fact(meal, 200)] });
  expect(code(await reset({}))).toEqual([400, 'reason 2']);
  const answer = await reset({ reason: 'Wrong scale' });
  expect(answer.data).toMatchObject({
    status: 'waited',
    weight_fact: null,
    started_at: null,
    items: [{ weight_fact: null, price: null }, {}],
  });
  expect(await rests(client)).toEqual([1000, 1000, 0]);
  const { rows } = await sql<{ reason: string }>`
    select after ->> 'reason' as reason from history where resource = 'batches' and resource_id = ${batch.id} order by id desc limit 1`.execute(
    api.database.forClient(client.id),
  );
  expect(rows).toEqual([{ reason: 'Wrong scale' }]);
  await load(client, batch.id, { items: [fact(barley, 1)] });
  expect(await rests(client)).toEqual([999, 1000, 1]);
});

test('once it is made only its operator can change, and it cannot be deleted', async ({ client, at }) => {
  const batch = await plan(client, at);
  await load(client, batch.id, { items: [fact(barley, 300)] });
  const put = (body: object) => client.owner.put(`${path}${batch.id}/`, body);
  expect(code(await put({ weight_plan: 400 }))).toEqual([409, 'weight_plan illegal_status']);
  expect((await put({ weight_plan: 500, operator: null })).data).toMatchObject({ operator: null });
  expect(code(await client.owner.delete(`${path}${batch.id}/`))).toEqual([409, 'status illegal_status']);
  const waiting = await plan(client, at);
  expect((await client.owner.delete(`${path}${waiting.id}/`)).status).toBe(204);
  expect((await client.owner.get(`${path}${waiting.id}/`)).status).toBe(404);
  expect((await client.owner.post(`${path}${waiting.id}/restore/`, {})).data).toMatchObject({ status: 'waited', weight_plan: 500 });
});

test('lists take the filters of the animal-feed report', async ({ client, at }) => {
  const [first, second] = [await plan(client, at, { planned_on: '2026-03-11' }), await plan(client, at, { planned_on: '2026-03-12' })];
  await load(client, second.id, { items: [fact(barley, 1)] });
  const ids = async (query: string) =>
    (await client.owner.get(`${path}?animalfeed_recipe=${recipe}&${query}`)).data.map((row: { id: number }) => row.id);
  expect(await ids('ordering=planned_on')).toEqual([first.id, second.id]);
  expect(await ids('planned_on_after=2026-03-12')).toEqual([second.id]);
  expect(await ids('planned_on_before=2026-03-11')).toEqual([first.id]);
  expect(await ids('status=loaded,uploaded')).toEqual([second.id]);
  expect(await ids(`worker=${client.ownerId}`)).toEqual([second.id]);
  expect(await ids('farm=999999')).toEqual([]);
});

test('everything that a batch names must belong to its farm', async ({ client, at }) => {
  const elsewhere = await makeFarm(client.owner);
  const mixer = (await makeMixer(client.owner, elsewhere)).id;
  const post = (values: object) => client.owner.post(path, { farm: at.farm, recipe, planned_on: DAY, weight_plan: 1, ...values });
  expect(code(await post({ farm: elsewhere.farm }))).toEqual([400, 'recipe 23']);
  expect(code(await post({ mixer }))).toEqual([400, 'mixer 23']);
  expect(code(await post({ recipe: 999_999 }))).toEqual([400, 'recipe 23']);
  expect(code(await post({ planned_on: '2036-01-01' }))).toEqual([400, 'planned_on 8']);
  expect(code(await post({ weight_plan: 0 }))).toEqual([400, 'weight_plan min_val']);
});

test('it is for clients who have the module, by their rights in it', async ({ api, client, at }) => {
  const batch = await plan(client, at);
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [client.id] });
  const inside = `dashboard/clients/${client.id}/${path}`;
  expect((await consultant.caller.get(`${inside}${batch.id}/`)).data.abilities).toEqual({
    change: false,
    delete: false,
    load: false,
    reset: false,
  });
  expect((await consultant.caller.post(`${inside}${batch.id}/load/`, { items: [fact(barley, 1)] })).status).toBe(403);
  expect((await consultant.caller.post(`${inside}${batch.id}/reset/`, { reason: 'x' })).status).toBe(403);
  const other = await makeClient(api);
  expect((await load(client, batch.id, { items: [fact(barley, 1)] }, other.owner)).status).toBe(404);
  await api.database
    .acrossClients()
    .updateTable('client')
    .set({ modules: ['manger'] })
    .where('id', '=', other.id)
    .execute();
  api.services.principals.forget();
  expect((await other.owner.get(path)).status).toBe(403);
  expect((await other.owner.post(path, {})).status).not.toBe(201);
  expect((await load(client, batch.id, { items: [fact(barley, 1)] }, other.owner)).status).toBe(403);
});
