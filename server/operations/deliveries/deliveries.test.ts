import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { make, makeAccount, makeFarm, makeIngredient, type TestClient, type TestFarm } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const path = 'manager/deliveries/';
const NIGHT = '2026-03-10T22:30:00Z';

const feed = async (client: TestClient, at: TestFarm) => (await makeIngredient(client.owner, at)).id;
const ingredient = async (client: TestClient, id: number) => (await client.owner.get(`manager/ingredients/${id}/`)).data;
const body = (at: TestFarm, ingredient: number, values: object = {}) => ({
  farm: at.farm,
  delivery_type: 'delivery',
  ingredient,
  value: 100,
  price: 3,
  ...values,
});
const ledger = async (client: TestClient, at: TestFarm, ingredient: number) =>
  (await client.owner.get(`manager/stocks/${at.stock}/ledger/?ingredient=${ingredient}&page_size=1000`)).data;

test.for(['+14:01', '+23:59', '-16:00', '-23:59'])(
  'an instant with the offset %s is refused: no clock on earth shows it',
  async (offset, { client, at }) => {
    const instant = `2026-03-10T08:00:00${offset}`;
    const id = await feed(client, at);
    expect((await client.owner.post(path, body(at, id, { delivered_at: instant }))).errors).toHaveProperty('delivered_at');
    const asked = `manager/stocks/${at.stock}/count/?ingredient=${id}&counted_at=${encodeURIComponent(instant)}`;
    expect((await client.owner.get(asked)).errors).toHaveProperty('counted_at');
    const near = body(at, id, { delivered_at: '2026-03-10T08:00:00+14:00' });
    expect((await make(client.owner, path, near)).delivered_at).toBe('2026-03-09T18:00:00Z');
  },
);

describe('a delivery', () => {
  test('brings feed and moves the average price', async ({ client, at }) => {
    const id = await feed(client, at);
    await make(client.owner, path, body(at, id));
    const second = await make(client.owner, path, body(at, id, { value: 300, price: 5 }));
    expect(second).toMatchObject({ value: 300, price: 5, cost: 1500, delivery_type: 'delivery', company: null, note: '' });
    expect(await ingredient(client, id)).toMatchObject({ rest: 400, average_price: 4.5 });
    expect((await ledger(client, at, id)).map((row: { kg: number; balance: number }) => [row.kg, row.balance])).toEqual([
      [300, 400],
      [100, 100],
    ]);
  });

  test('a changed delivery reverses its move and posts the new one at its moment', async ({ client, at }) => {
    const id = await feed(client, at);
    const first = await make(client.owner, path, body(at, id, { value: 100, price: 1, delivered_at: '2026-01-10T08:00:00Z' }));
    await make(client.owner, path, body(at, id, { delivery_type: 'sale', value: 90, price: 7, delivered_at: '2026-01-11T08:00:00Z' }));
    await make(client.owner, path, body(at, id, { value: 100, price: 9, delivered_at: '2026-01-12T08:00:00Z' }));
    expect((await ingredient(client, id)).average_price).toBe(8.27273);
    const changed = await client.owner.put(`${path}${first.id}/`, { price: 2, version: first.version });
    expect(changed.status).toBe(200);
    // Ten of the first at 2 are left when the hundred at 9 come, not a hundred at 2 on top of them.
    expect(await ingredient(client, id)).toMatchObject({ rest: 110, average_price: 8.36364 });
    expect((await ledger(client, at, id)).map((row: { kind: string }) => row.kind).toSorted()).toEqual([
      'delivery',
      'delivery',
      'delivery',
      'reversal',
      'sale',
    ]);
  });

  test('a change of the note alone moves nothing', async ({ client, at }) => {
    const id = await feed(client, at);
    const { id: delivery } = await make(client.owner, path, body(at, id));
    expect((await client.owner.put(`${path}${delivery}/`, { note: 'wet', value: 100 })).data.note).toBe('wet');
    expect(await ledger(client, at, id)).toHaveLength(1);
  });

  test('a delivery may change to another ingredient', async ({ client, at }) => {
    const [wrong, right] = [await feed(client, at), await feed(client, at)];
    const { id: delivery } = await make(client.owner, path, body(at, wrong));
    await client.owner.put(`${path}${delivery}/`, { ingredient: right });
    expect(await ingredient(client, wrong)).toMatchObject({ rest: 0, average_price: 0 });
    expect(await ingredient(client, right)).toMatchObject({ rest: 100, average_price: 3 });
  });

  test('a deleted delivery is reversed and leaves the list', async ({ client, at }) => {
    const id = await feed(client, at);
    const { id: delivery } = await make(client.owner, path, body(at, id));
    expect((await client.owner.delete(`${path}${delivery}/`)).status).toBe(204);
    expect(await ingredient(client, id)).toMatchObject({ rest: 0, average_price: 0 });
    expect((await client.owner.get(`${path}${delivery}/`)).status).toBe(404);
    expect((await client.owner.get(`${path}?ingredient=${id}`)).count).toBe(0);
  });

  test('brings its dry matter to the ingredient, with history; an older analysis does not', async ({ client, at }) => {
    const id = await feed(client, at);
    await make(client.owner, path, body(at, id, { dry_matter: 35.5 }));
    expect(await ingredient(client, id)).toMatchObject({ dry_matter: 35.5, humidity: 64.5 });
    await make(client.owner, path, body(at, id, { dry_matter: 50, delivered_at: '2026-01-01T08:00:00Z' }));
    expect((await ingredient(client, id)).dry_matter).toBe(35.5);
    const history = (await client.owner.get(`history/ingredients/?id=${id}`)).data;
    expect(history[0]).toMatchObject({ type: 'update', before: { dry_matter: 40 }, after: { dry_matter: 35.5 } });
  });

  test('a delivery may have a company', async ({ client, at }) => {
    const id = await feed(client, at);
    const company = (await make(client.owner, 'manager/deliveries/companies/', { name: 'Grain Ltd', contact: '+380' })).id;
    expect((await make(client.owner, path, body(at, id, { company }))).company_name).toBe('Grain Ltd');
    expect((await client.owner.get(`${path}?company=${company}`)).count).toBe(1);
    expect((await client.owner.get('manager/deliveries/companies/?search=grain')).data[0]).toMatchObject({ id: company, contact: '+380' });
    const twin = await client.owner.post('manager/deliveries/companies/', { name: 'grain ltd' });
    expect(twin.errors.name?.[0]?.code).toBe(5);
  });
});

describe('a sale', () => {
  test('a sale leaves at the moving average, at any price of the buyer, and may make the stock negative', async ({ client, at }) => {
    const id = await feed(client, at);
    await make(client.owner, path, body(at, id, { value: 10, price: 4 }));
    await make(client.owner, path, body(at, id, { delivery_type: 'sale', value: 15, price: 9 }));
    expect(await ingredient(client, id)).toMatchObject({ rest: -5, average_price: 4 });
    expect((await ledger(client, at, id))[0]).toMatchObject({ kind: 'sale', kg: -15, price: 4, value: -60 });
  });
});

describe('usual weight and price of a feed', () => {
  /** The unusual figures of one delivery, as a form asks about them. */
  const unusualIn = async (client: TestClient, values: object) => {
    const { data } = await client.owner.post(`${path}import/`, { dry_run: true, rows: [values] });
    return data.rows[0].unusual;
  };

  test('the usual price is the median of the last deliveries, or the list price without deliveries', async ({ client, at }) => {
    const id = await feed(client, at);
    const off = (more: object = {}) => unusualIn(client, body(at, id, { id: null, value: 90_000, price: 900, ...more }));
    expect(await off()).toEqual([{ field: 'price', usual: 2 }]);
    const made = [];
    for (const [value, price] of [
      [300, 4],
      [30_000, 400],
      [310, 5],
    ])
      made.push(await make(client.owner, path, body(at, id, { value, price })));
    await make(client.owner, path, body(at, id, { delivery_type: 'sale', value: 7, price: 9 }));
    const expected = (value: number, price: number) => [
      { field: 'value', usual: value },
      { field: 'price', usual: price },
    ];
    expect(await off()).toEqual(expected(310, 5));
    expect(await off({ id: made[2]?.id })).toEqual(expected(300, 4));
    expect(await off({ delivery_type: 'sale' })).toEqual(expected(7, 9));
  });

  test('forms warn about an unusual value, and the API accepts it', async ({ client, at }) => {
    const id = await feed(client, at);
    await make(client.owner, path, body(at, id, { value: 300 }));
    expect((await client.owner.post(path, body(at, id, { value: 30_000 }))).status).toBe(201);
  });

  test('an import lists the lines that are far from the usual values', async ({ client, at }) => {
    const { id, name } = await makeIngredient(client.owner, at, { price: 9.5 });
    await make(client.owner, path, body(at, id, { value: 300, price: 9 }));
    const line = (values: object) => ({ ingredient_name: name, delivery_type: 'delivery', value: 300, price: 9, ...values });
    const rows = [line({ value: 900 }), line({ value: 30_000 }), line({ value: 3, price: 9000 }), line({ price: 0 })];
    const { data } = await client.owner.post(`${path}import/`, { farm: at.farm, dry_run: true, rows });
    expect(data.rows.map(({ unusual }: { unusual: object[] }) => unusual)).toEqual([
      [],
      [{ field: 'value', usual: 300 }],
      [
        { field: 'value', usual: 300 },
        { field: 'price', usual: 9 },
      ],
      [],
    ]);
    expect((await client.owner.post(`${path}import/`, { farm: at.farm, rows })).data).toMatchObject({ created: 4 });
  });
});

describe('refused', () => {
  test.for([
    [{ value: 0 }, 'value', 'min_val'],
    [{ value: -1 }, 'value', 9],
    [{ value: 'x' }, 'value', 1],
    [{ value: undefined }, 'value', 2],
    [{ price: -1 }, 'price', 9],
    [{ price: null }, 'price', 4],
    [{ delivery_type: 'gift' }, 'delivery_type', 23],
    [{ delivered_at: 'yesterday' }, 'delivered_at', 1],
    [{ delivered_at: '2099-01-01T00:00:00Z' }, 'delivered_at', 8],
    [{ ingredient: 999_999 }, 'ingredient', 23],
    [{ company: 999_999 }, 'company', 23],
    [{ farm: 999_999 }, 'farm', 23],
    [{ dry_matter: 101 }, 'dry_matter', 8],
    [{ note: 'x'.repeat(1001) }, 'note', 6],
  ] as const)('refuses wrong values (%#) at their field', async ([values, field, code], { client, at }) => {
    const answer = await client.owner.post(path, body(at, await feed(client, at), values));
    expect(answer.status).toBe(400);
    expect(answer.errors[field]?.[0]?.code).toBe(code);
  });

  test('refuses an ingredient that the farm can’t access', async ({ client, at }) => {
    const other = await makeFarm(client.owner);
    const { id } = await makeIngredient(client.owner, other);
    expect((await client.owner.post(path, body(at, id))).errors.ingredient?.[0]?.code).toBe(23);
  });

  test('refuses a stale version', async ({ client, at }) => {
    const row = await make(client.owner, path, body(at, await feed(client, at)));
    await client.owner.put(`${path}${row.id}/`, { note: 'a', version: row.version });
    const stale = await client.owner.put(`${path}${row.id}/`, { note: 'b', version: row.version });
    expect([stale.status, stale.errors.version?.[0]?.code]).toEqual([409, 'stale_version']);
  });

  test('undoes the stock moves of a refused request', async ({ api, client, at }) => {
    const id = await feed(client, at);
    const far = await client.owner.post(path, body(at, id, { delivered_at: '2099-01-01T00:00:00Z' }));
    expect(Object.keys(far.errors)).toEqual(['delivered_at']);
    expect([(await ingredient(client, id)).rest, await ledger(client, at, id)]).toEqual([0, []]);
    // Past midnight by the farm's clock, in Kyiv; each of two at once names its own delivery.
    const made = await Promise.all([10, 20].map((value) => make(client.owner, path, body(at, id, { value, delivered_at: NIGHT }))));
    const { rows } = await sql`select delivery_id as id, day, kg as value from ledger where ingredient_id = ${id} order by kg`.execute(
      api.database.acrossClients(),
    );
    expect(rows).toEqual(made.map(({ id, value }) => ({ id, day: '2026-03-11', value })));
  });

  test('refuses a move into or out of a closed month', async ({ api, client, at }) => {
    const id = await feed(client, at);
    const old = await make(client.owner, path, body(at, id, { delivered_at: '2026-02-27T22:30:00Z' }));
    const db = api.database.forClient(client.id);
    await sql`insert into month_close (client_id, farm_id, month) values (${client.id}, ${at.farm}, '2026-03-01')`.execute(db);
    // Half past ten in UTC on the last of February is March in Kyiv.
    const late = await client.owner.post(path, body(at, id, { delivered_at: '2026-02-28T22:30:00Z' }));
    expect([late.status, late.errors.delivered_at?.[0]]).toMatchObject([409, { code: 'month_closed', values: ['2026-03'] }]);
    expect((await client.owner.put(`${path}${old.id}/`, { delivered_at: '2026-03-02T00:00:00Z' })).status).toBe(409);
    await sql`insert into month_close (client_id, farm_id, month) values (${client.id}, ${at.farm}, '2026-02-01')`.execute(db);
    expect((await client.owner.put(`${path}${old.id}/`, { note: 'x' })).status).toBe(409);
    expect((await client.owner.delete(`${path}${old.id}/`)).status).toBe(409);
    expect((await ingredient(client, id)).rest).toBe(100);
    await sql`delete from month_close`.execute(db);
  });

  test('refuses a caller without the right', async ({ api, client, at }) => {
    const consultant = await makeAccount(api, { user_type: 'consultant', clients: [client.id] });
    const inside = `dashboard/clients/${client.id}/`;
    const id = await feed(client, at);
    const row = await make(client.owner, path, body(at, id));
    expect((await consultant.caller.get(`${inside}${path}?ingredient=${id}`)).count).toBe(1);
    expect((await consultant.caller.post(inside + path, body(at, id))).status).toBe(403);
    expect((await consultant.caller.put(`${inside}${path}${row.id}/`, { note: 'x' })).status).toBe(403);
    expect((await consultant.caller.delete(`${inside}${path}${row.id}/`)).status).toBe(403);
    const employee = await makeAccount(api, { user_type: 'employee', client_id: client.id });
    expect((await employee.caller.get(path)).status).toBe(403);
    expect((await api.nobody.get(path)).status).toBe(401);
  });
});

test('the list filters by the day of the farm', async ({ client, at }) => {
  const id = await feed(client, at);
  await make(client.owner, path, body(at, id, { delivered_at: '2026-05-10T20:30:00Z' }));
  await make(client.owner, path, body(at, id, { delivered_at: '2026-05-10T21:30:00Z' }));
  const count = async (query: string) => (await client.owner.get(`${path}?ingredient=${id}&${query}`)).count;
  expect(await count('delivered_after=2026-05-11')).toBe(1);
  expect(await count('delivered_before=2026-05-10')).toBe(1);
  expect(await count('delivered_after=2026-05-10&delivered_before=2026-05-11')).toBe(2);
});

test('two deliveries at once both count', async ({ client, at }) => {
  const id = await feed(client, at);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => client.owner.post(path, body(at, id, { value: 10, price: (n + 1) * 840 }))),
  );
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201));
  const { rest, average_price } = await ingredient(client, id);
  expect(rest).toBe(80);
  // 840 is divisible by every number up to eight: no step of the average is rounded, in any order of arrival.
  expect(average_price).toBe(4.5 * 840);
});

test('a change that two people make at once is made by one', async ({ client, at }) => {
  const id = await feed(client, at);
  const row = await make(client.owner, path, body(at, id));
  const answers = await Promise.all([200, 300].map((value) => client.owner.put(`${path}${row.id}/`, { value, version: row.version })));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  const rows = (await ledger(client, at, id)) as { kg: number }[];
  expect((await ingredient(client, id)).rest).toBe(rows.reduce((sum, move) => sum + move.kg, 0));
});

test('every change adds a row of history with the values before and after', async ({ api, client, at }) => {
  const row = await make(client.owner, path, body(at, await feed(client, at)));
  await client.owner.put(`${path}${row.id}/`, { value: 40 });
  await client.owner.delete(`${path}${row.id}/`);
  const { rows } = await sql<{ type: string; farm_id: number; user_id: number; was: number | null; is: number | null }>`
    select type, farm_id, user_id, (before ->> 'value')::integer as was, (after ->> 'value')::integer as is
    from history where resource = 'deliveries' and resource_id = ${row.id} order by id`.execute(api.database.forClient(client.id));
  const by = { farm_id: at.farm, user_id: client.ownerId };
  expect(rows).toEqual([
    { ...by, type: 'create', was: null, is: 100 },
    { ...by, type: 'update', was: 100, is: 40 },
    { ...by, type: 'delete', was: 40, is: null },
  ]);
});
