import { sql } from 'kysely';
import { expect } from 'vitest';
import { deliver, make, makeAccount, makeClient, makeIngredient, type TestClient, type TestFarm } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const path = (stock: number) => `manager/stocks/${stock}/count-sheet/`;
const ownStock = async (client: TestClient, at: TestFarm) =>
  (await make(client.owner, 'manager/stocks/', { company: at.company, name: `Sheet ${Math.random()}` })).id;

/** A stock of its own with a feed for each of these kilograms. */
async function makeFeeds(client: TestClient, at: TestFarm, kilograms: number[]) {
  const stock = await ownStock(client, at);
  const feeds: number[] = [];
  for (const [index, kg] of kilograms.entries()) {
    const { id } = await makeIngredient(client.owner, { ...at, stock }, { name: `Feed ${index} ${stock}`, price: 5 });
    if (kg > 0) await deliver(client.owner, at, id, kg, 2);
    feeds.push(id);
  }
  return { stock, feeds };
}
const rests = async (client: TestClient, feeds: number[]) =>
  Promise.all(feeds.map(async (id) => (await client.owner.get(`manager/ingredients/${id}/`)).data.rest as number));
const moves = async (client: TestClient, stock: number) => (await client.owner.get(`manager/stocks/${stock}/ledger/?kind=count`)).count;

test('a sheet shows every feed of the stock by name and posts all its counts as one, each with kilograms, share and money', async ({
  client,
  at,
}) => {
  const { stock, feeds } = await makeFeeds(client, at, [100, 200.5, 0]);
  const { data, count } = await client.owner.get(path(stock));
  expect(count).toBe(3);
  expect(data).toMatchObject([
    { ingredient: feeds[0], expected: 100, held: 100, price: 2 },
    { ingredient: feeds[1], expected: 200.5, held: 200.5, price: 2 },
    { ingredient: feeds[2], expected: 0, held: 0, price: 5 },
  ]);
  const counts = [
    { ingredient: feeds[1], weight: 190, expected: 200.5 },
    { ingredient: feeds[0], weight: 100, expected: 100 },
    { ingredient: feeds[2], weight: 7.125, expected: 0 },
  ];
  const posted = await client.owner.post(path(stock), { counts, note: 'month’s end' });
  expect(posted.status).toBe(201);
  expect(posted.data.counts).toMatchObject([
    { ingredient: feeds[1], expected: 200.5, weight: 190, difference: -10.5, price: 2, value: -21, shrink: -5.2369 },
    { ingredient: feeds[0], difference: 0, value: 0, shrink: 0 },
    { ingredient: feeds[2], difference: 7.125, price: 5, value: 35.625, shrink: null },
  ]);
  expect(await rests(client, feeds)).toEqual([100, 190, 7.125]);
  expect(await moves(client, stock)).toBe(3);
  expect((await client.owner.get(`history/ingredients/?id=${feeds[1]}`)).data[0]).toMatchObject({
    before: { rest: 200.5 },
    after: { rest: 190, counted: 190, note: 'month’s end' },
  });
});

test('an invalid sheet is refused by row and field, and none of it is posted', async ({ client, at }) => {
  const { stock, feeds } = await makeFeeds(client, at, [10, 20]);
  const strange = await makeIngredient(client.owner, at);
  const first = { ingredient: feeds[0], weight: 1 };
  const refused = async (body: object) => {
    const { status, errors } = await client.owner.post(path(stock), body);
    return [status, Object.fromEntries(Object.entries(errors).map(([field, [error]]) => [field, error?.code]))];
  };
  expect(await refused({ counts: [first, { ingredient: feeds[1], weight: -1 }] })).toEqual([400, { 'counts.1.weight': 9 }]);
  expect(await refused({ counts: [first, { ingredient: feeds[1] }] })).toEqual([400, { 'counts.1.weight': 2 }]);
  expect(await refused({ counts: [first, { ingredient: strange.id, weight: 1 }] })).toEqual([400, { 'counts.1.ingredient': 23 }]);
  expect(await refused({ counts: [first, first] })).toEqual([400, { 'counts.1.ingredient': 5 }]);
  expect(await refused({ counts: [] })).toEqual([400, { counts: 3 }]);
  expect(await refused({ counts: [first], counted_at: '2099-01-01T00:00:00Z' })).toEqual([400, { counted_at: 8 }]);
  expect(await refused({ counts: [first], counted_at: 'yesterday' })).toEqual([400, { counted_at: 1 }]);
  expect(await refused({ counts: [first, { ingredient: feeds[1], weight: 3, expected: 19 }] })).toEqual([
    409,
    { 'counts.1.weight': 'stock_moved' },
  ]);
  expect((await client.owner.post(path(999_999), { counts: [first] })).status).toBe(404);
  expect(await rests(client, feeds)).toEqual([10, 20]);
  expect(await moves(client, stock)).toBe(0);
});

test('a month that is closed at one farm of a shared stock refuses the whole sheet at the feeds of that farm', async ({
  api,
  client,
  at,
}) => {
  const stock = await ownStock(client, at);
  const sister = (await make(client.owner, 'manager/farms/', { company: at.company, name: 'Sister of the sheet' })).id;
  const [open, closed] = [
    await makeIngredient(client.owner, { ...at, stock }, { name: 'Open' }),
    await makeIngredient(client.owner, { ...at, farm: sister, stock }, { name: 'Closed' }),
  ];
  await sql`insert into month_close (client_id, farm_id, month) values (${client.id}, ${sister}, '2026-01-01')`.execute(
    api.database.forClient(client.id),
  );
  const counted_at = '2026-01-15T10:00:00Z';
  const both = [open, closed].map(({ id }) => ({ ingredient: id, weight: 5 }));
  const refused = await client.owner.post(path(stock), { counted_at, counts: both });
  expect([refused.status, refused.errors]).toMatchObject([409, { 'counts.1.weight': [{ code: 'month_closed', values: ['2026-01'] }] }]);
  const alone = await client.owner.post(path(stock), { counted_at, counts: both.slice(1) });
  expect([alone.status, alone.errors]).toMatchObject([409, { counted_at: [{ code: 'month_closed' }] }]);
  expect(await rests(client, [open.id, closed.id])).toEqual([0, 0]);
  // The shared store is in the statements of both farms.
  const neighbour = await client.owner.post(path(stock), { counted_at, counts: both.slice(0, 1) });
  expect([neighbour.status, neighbour.errors]).toMatchObject([
    409,
    { detail: [{ code: 'month_closed', values: ['2026-01', 'Sister of the sheet'] }] },
  ]);
});

test('two sheets at once, and a delivery among them, leave what the last count found', async ({ client, at }) => {
  const { stock, feeds } = await makeFeeds(client, at, [100, 100, 100]);
  const sheet = (weight: number, order: number[]) =>
    client.owner.post(path(stock), { counts: order.map((ingredient) => ({ ingredient, weight })) });
  const answers = await Promise.all([sheet(80, feeds), sheet(90, feeds.toReversed()), deliver(client.owner, at, feeds[0]!, 5, 2)]);
  expect(answers.slice(0, 2).map((answer) => (answer as { status: number }).status)).toEqual([201, 201]);
  const found = await rests(client, feeds);
  // One sheet was posted completely before the other; both counts include the delivery, or both were below the books.
  expect(new Set(found.slice(1)).size).toBe(1);
  expect([80, 90]).toContain(found[1]);
  const sums = await Promise.all(
    feeds.map(async (id) =>
      (await client.owner.get(`manager/stocks/${stock}/ledger/?ingredient=${id}`)).data.reduce(
        (sum: number, row: { kg: number }) => sum + row.kg,
        0,
      ),
    ),
  );
  expect(sums).toEqual(found);
});

test('people who see stocks but no feeds get no sheet, and people without the right to change can’t post one', async ({
  api,
  client,
  at,
}) => {
  const { stock, feeds } = await makeFeeds(client, at, [10]);
  const permissions = [{ module: 'manger', label: '', name: 'stock', view: true, add: false, change: false, delete: false }];
  const { id } = await api.database
    .forClient(client.id)
    .insertInto('access_group')
    .values({ client_id: client.id, name: 'Sheet lookers', permissions: JSON.stringify(permissions) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: id });
  expect((await caller.get(`manager/stocks/${stock}/`)).status).toBe(200);
  expect((await caller.get(path(stock))).status).toBe(403);
  expect((await caller.post(path(stock), { counts: [{ ingredient: feeds[0], weight: 1 }] })).status).toBe(403);
  const other = await makeClient(api);
  expect((await other.owner.get(path(stock))).status).toBe(404);
  expect((await other.owner.post(path(stock), { counts: [{ ingredient: feeds[0], weight: 1 }] })).status).toBe(404);
});

test('a pit is counted by its volume and density: the usual one of its dry matter, linear between those that are known, or one’s own', async ({
  client,
  at,
}) => {
  const { owner } = client;
  const stock = await ownStock(client, at);
  const pit = (await makeIngredient(owner, { ...at, stock }, { name: `Pit ${stock}`, dry_matter: 27, price: 1 })).id;
  await deliver(owner, at, pit, 700_000, 1);
  const count = async (body: object) => owner.post(`manager/stocks/${stock}/count/`, { ingredient: pit, ...body });
  const dryMatter = (dry_matter: number) => owner.put(`manager/ingredients/${pit}/`, { dry_matter });
  // 27 % is two fifths of the way from 0.68 to 0.60 t/m³.
  expect((await count({ volume: 1000.5, note: 'With a tape' })).data).toMatchObject({
    weight: 648_324,
    expected: 700_000,
    difference: -51_676,
  });
  expect((await owner.get(`manager/stocks/${stock}/ledger/?kind=count`)).data[0]).toMatchObject({
    kg: -51_676,
    balance: 648_324,
    note: 'With a tape · 1000.5 m³ × 648 kg/m³',
  });
  for (const [dry_matter, weight] of [
    [18, 81_000],
    [19, 79_000],
    [20, 77_000],
    [25, 68_000],
    [30, 60_000],
  ] as const) {
    await dryMatter(dry_matter);
    expect((await count({ volume: 100 })).data.weight).toBe(weight);
  }
  const refused = async (body: object) => {
    const { status, errors } = await count(body);
    return [status, Object.fromEntries(Object.entries(errors ?? {}).map(([field, [first]]) => [field, first?.code]))];
  };
  await dryMatter(34);
  expect(await refused({ volume: 100 })).toEqual([400, { density: 2 }]);
  expect((await count({ volume: 100, density: 655.5 })).data.weight).toBe(65_550);
  expect(await refused({})).toEqual([400, { weight: 2 }]);
  expect(await refused({ density: 600 })).toEqual([400, { volume: 2 }]);
  expect(await refused({ weight: 1, volume: 1, density: 600 })).toEqual([400, { weight: 23 }]);
  expect(await refused({ volume: 0, density: 600 })).toEqual([400, { volume: 'min_val' }]);
  expect(await refused({ volume: 900_000, density: 600 })).toEqual([400, { volume: 8 }]);
  expect((await rests(client, [pit]))[0]).toBe(65_550);
});
