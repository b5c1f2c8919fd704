import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { countRuns } from '#tests/support/count-runs.ts';
import { deliver, make, makeAccount, makeClient, makeFarm, makeIngredient, type TestFarm } from '#tests/support/factories.ts';
import { test as base } from '#tests/support/test.ts';

const TRANSFER = 'manager/stocks/transfer/';
const NOW = '2026-06-30T09:00:00Z';
const test = base.override({ now: NOW });
type Owner = Parameters<typeof make>[0];

let made = 0;
const newStore = async (owner: Owner, at: Pick<TestFarm, 'company'>, farm: number | null) => {
  made += 1;
  return (await make(owner, 'manager/stocks/', { company: at.company, farm, name: `Store ${made}` })).id;
};
const feed = async (owner: Owner, id: number) => (await owner.get(`manager/ingredients/${id}/`)).data;
const rests = (owner: Owner, ids: number[]) => Promise.all(ids.map(async (id) => (await feed(owner, id)).rest as number));
const codes = ({
  status,
  errors,
}: {
  status: number;
  errors?: Record<string, { code: number | string; values?: string[]; limit?: number }[]>;
}) => [
  status,
  Object.fromEntries(
    Object.entries(errors ?? {}).map(([field, [first]]) => {
      const { code, values = [], limit } = first ?? {};
      return [field, code === 'stock_short' ? [code, limit] : values.length > 0 ? [code, ...values] : code];
    }),
  ),
];

test('a transfer moves feed with its value to another store and creates a separate feed there', async ({ client, at }) => {
  const { owner } = client;
  const pit = await makeIngredient(owner, at, { name: 'Maize silage', dry_matter: 34, price: 3 });
  await deliver(owner, at, pit.id, 40_000, 1.234_56);
  const dayStore = await newStore(owner, at, at.farm);
  const body = { ingredient: pit.id, to: dayStore, kg: 5000.5, at: '2026-06-30T06:00:00Z', note: 'for two days' };
  const first = await owner.post(TRANSFER, body);
  expect([first.status, first.errors]).toEqual([400, { kg: [expect.objectContaining({ code: 'stock_short', limit: 5000.5 })] }]);
  const moved = (await owner.post(TRANSFER, { ...body, at: undefined })).data;
  expect(moved).toMatchObject({ ingredient: pit.id, stock: at.stock, to: dayStore, kg: 5000.5, price: 1.234_56, value: 6173.417_28 });
  // Names are unique on a farm.
  const there = await feed(owner, moved.into);
  expect(there).toMatchObject({ name: `Maize silage · ${moved.to_name}`, farm: at.farm, type: at.type, dry_matter: 34, price: 3 });
  expect(there).toMatchObject({ rest: 5000.5, average_price: 1.234_56 });
  expect(await rests(owner, [pit.id])).toEqual([34_999.5]);
  // The next one goes into the same feed, and so does one back.
  expect((await owner.post(TRANSFER, { ingredient: pit.id, to: dayStore, kg: 10 })).data.into).toBe(moved.into);
  expect((await owner.post(TRANSFER, { ingredient: moved.into, to: at.stock, kg: 10 })).data.into).toBe(pit.id);
  const listed = await owner.get(`${TRANSFER}?stock=${dayStore}`);
  expect(listed.count).toBe(3);
  expect((await owner.get(`${TRANSFER}?stock=${await newStore(owner, at, null)}`)).count).toBe(0);
  const ledger = await owner.get(`manager/stocks/${dayStore}/ledger/?kind=transfer_in`);
  expect(ledger.data).toMatchObject([{ kg: 10 }, { kg: 5000.5, value: 6173.417_28, note: 'for two days' }]);

  expect((await owner.delete(`${TRANSFER}${moved.id}/`)).status).toBe(204);
  expect((await owner.delete(`${TRANSFER}${moved.id}/`)).status).toBe(404);
  expect(await rests(owner, [pit.id, moved.into])).toEqual([40_000, 0]);
});

test('a wrong transfer is refused at its field, and nothing of it is written', async ({ api, client, at }) => {
  const { owner } = client;
  const hay = await makeIngredient(owner, at, { name: 'Meadow hay' });
  await deliver(owner, at, hay.id, 100, 2);
  const [day, foreign] = [await newStore(owner, at, at.farm), await makeFarm(owner)];
  const straw = await makeIngredient(owner, { ...at, stock: day, type: foreign.type }, { name: 'Straw' });
  const refused = async (body: object) => codes(await owner.post(TRANSFER, { ingredient: hay.id, to: day, kg: 1, ...body }));
  expect(await refused({ kg: 100.001 })).toEqual([400, { kg: ['stock_short', 0.001] }]);
  expect(await refused({ to: at.stock })).toEqual([400, { to: 'another_store' }]);
  expect(await refused({ to: foreign.stock })).toEqual([400, { to: 'another_store' }]);
  expect(await refused({ to: 999_999 })).toEqual([400, { to: 23 }]);
  expect(await refused({ ingredient: 999_999 })).toEqual([400, { ingredient: 23 }]);
  expect(await refused({ into: straw.id })).toEqual([400, { into: 23 }]);
  expect(await refused({ into: hay.id })).toEqual([400, { into: 23 }]);
  expect(await refused({ kg: 0 })).toEqual([400, { kg: 'min_val' }]);
  expect(await refused({ kg: 1.0001 })).toEqual([400, { kg: 1 }]);
  expect(await refused({ at: '2026-07-02T00:00:00Z' })).toEqual([400, { at: 8 }]);
  expect(await refused({ at: 'today' })).toEqual([400, { at: 1 }]);
  expect(codes(await owner.post(TRANSFER, {}))).toEqual([400, { ingredient: 2, to: 2, kg: 2 }]);
  const stranger = (await makeClient(api)).owner;
  expect(codes(await stranger.post(TRANSFER, { ingredient: hay.id, to: day, kg: 1 }))).toEqual([400, { ingredient: 23, to: 23 }]);
  const lies = await owner.get(`manager/ingredients/?stock=${day}`);
  expect([lies.count, lies.data[0].name]).toEqual([1, 'Straw']);
  expect((await owner.get(`manager/stocks/${at.stock}/ledger/?ingredient=${hay.id}`)).count).toBe(1);

  // A person who may count may transfer; creating a feed in the target needs its own right.
  const may = (name: string, rights: object) => ({
    module: 'manger',
    label: '',
    name,
    view: true,
    add: false,
    change: false,
    delete: false,
    ...rights,
  });
  const { id } = await api.database
    .forClient(client.id)
    .insertInto('access_group')
    .values({
      client_id: client.id,
      name: 'Storekeepers',
      permissions: JSON.stringify([may('stock', { change: true }), may('ingredient', {})]),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: id });
  expect(codes(await caller.post(TRANSFER, { ingredient: hay.id, to: day, kg: 1 }))).toEqual([403, { to: 'not_permitted' }]);
  const moved = (await owner.post(TRANSFER, { ingredient: hay.id, to: day, kg: 1 })).data;
  expect((await caller.post(TRANSFER, { ingredient: hay.id, to: day, kg: 1 })).data.into).toBe(moved.into);
});

test('a transfer in the past can’t take feed used since, and a month closed at either end refuses transfers', async ({
  api,
  client,
  at,
}) => {
  const { owner } = client;
  const sister = (await make(owner, 'manager/farms/', { company: at.company, name: 'Sister of transfers', timezone: 'Europe/Kyiv' })).id;
  const shared = await newStore(owner, at, null);
  const barley = await makeIngredient(owner, at, { name: 'Barley' });
  // The company's farms share the store; each of them sees it once.
  const pool = await makeIngredient(owner, { ...at, stock: shared, farm: sister }, { name: 'Barley' });
  const on = (day: string) => `2026-${day}T09:00:00Z`;
  const trade = (delivery_type: string, day: string, value: number) =>
    make(owner, 'manager/deliveries/', { farm: at.farm, delivery_type, ingredient: barley.id, value, price: 4, delivered_at: on(day) });
  await trade('delivery', '05-02', 1000);
  await trade('sale', '05-20', 900);
  await trade('delivery', '06-10', 500);
  const move = (kg: number, day: string) => owner.post(TRANSFER, { ingredient: barley.id, to: shared, kg, at: on(day) });
  expect(codes(await move(101, '05-10'))).toEqual([400, { kg: ['stock_short', 1] }]);
  expect(codes(await move(101, '05-25'))).toEqual([400, { kg: ['stock_short', 1] }]);
  const moved = (await move(100, '05-10')).data;
  expect(moved.into).toBe(pool.id);
  expect(codes(await owner.post(TRANSFER, { ingredient: pool.id, to: at.stock, kg: 100.5 }))).toEqual([400, { kg: ['stock_short', 0.5] }]);
  expect(await rests(owner, [barley.id, pool.id])).toEqual([500, 100]);
  await sql`insert into month_close (client_id, farm_id, month) values (${client.id}, ${sister}, '2026-05-01')`.execute(
    api.database.forClient(client.id),
  );
  expect(codes(await move(1, '05-11'))).toEqual([409, { at: ['month_closed', '2026-05'] }]);
  expect(codes(await owner.delete(`${TRANSFER}${moved.id}/`))).toEqual([409, { at: ['month_closed', '2026-05'] }]);
  expect(await rests(owner, [barley.id, pool.id])).toEqual([500, 100]);
});

test('many concurrent transfers in both directions never move more than there is', async ({ client, at }) => {
  const { owner } = client;
  const [a, b] = [await newStore(owner, at, at.farm), await newStore(owner, at, at.farm)];
  const left = (await makeIngredient(owner, { ...at, stock: a }, { name: 'Left' })).id;
  const right = (await makeIngredient(owner, { ...at, stock: b }, { name: 'Right' })).id;
  await deliver(owner, at, left, 100, 2);
  await deliver(owner, at, right, 100, 5);
  const there = Array.from({ length: 4 }, () => owner.post(TRANSFER, { ingredient: left, to: b, into: right, kg: 40 }));
  const back = Array.from({ length: 4 }, () => owner.post(TRANSFER, { ingredient: right, to: a, into: left, kg: 40 }));
  const answers = await Promise.all([...there, ...back]);
  expect(new Set(answers.map(({ status }) => status)).has(201)).toBe(true);
  expect(answers.every(({ status, errors }) => status === 201 || errors?.kg?.[0]?.code === 'stock_short')).toBe(true);
  const lies = await rests(owner, [left, right]);
  expect(lies.every((kg) => kg >= 0)).toBe(true);
  expect(lies[0]! + lies[1]!).toBe(200);
});

test('after any transfers the stores together keep their sum, and in every month opening and moves equal closing', async ({
  api,
  client,
}) => {
  const { owner } = client;
  const kg = fc.integer({ min: 1, max: 900_000 }).map((grams) => grams / 1000);
  const price = fc.integer({ min: 1, max: 4_800_000 }).map((parts) => parts / 100_000);
  const day = fc.integer({ min: 0, max: 60 }).map((n) => new Date(Date.UTC(2026, 3, 20 + n, 9)).toISOString());
  const step = fc.oneof(
    fc.record({ do: fc.constantFrom('deliver' as const, 'harvest' as const), kg, price, day, of: fc.nat(2) }),
    fc.record({ do: fc.constant('move' as const), kg, price, day, of: fc.nat(2) }),
    fc.record({ do: fc.constant('move' as const), kg, price, day, of: fc.nat(2) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      const at = await makeFarm(owner);
      const stores = [at.stock, await newStore(owner, at, at.farm), await newStore(owner, at, null)];
      const feeds: number[] = [];
      for (const [n, stock] of stores.entries()) feeds.push((await makeIngredient(owner, { ...at, stock }, { name: `Heap ${n}` })).id);
      for (const { do: what, kg: value, price: paid, day: when, of } of steps) {
        const ingredient = feeds[of]!;
        if (what === 'deliver') {
          await make(owner, 'manager/deliveries/', {
            farm: at.farm,
            delivery_type: 'delivery',
            ingredient,
            value,
            price: paid,
            delivered_at: when,
          });
        } else if (what === 'harvest') {
          await make(owner, 'manager/harvests/', {
            farm: at.farm,
            ingredient,
            kg: value,
            cost: Math.round(value * paid * 100) / 100,
            at: when,
          });
        } else {
          const target = (of + 1) % 3;
          const { status, errors } = await owner.post(TRANSFER, {
            ingredient,
            to: stores[target],
            into: feeds[target],
            kg: value,
            at: when,
          });
          expect(status === 201 || errors?.kg?.[0]?.code === 'stock_short').toBe(true);
        }
      }
      const { rows } = await sql<{ kg: number; value: number }>`
        select sum(kg) as kg, sum(value) as value from ledger where ingredient_id = any(${feeds}) and transfer_id is not null
        group by transfer_id`.execute(api.database.forClient(client.id));
      for (const sum of rows) expect(sum).toEqual({ kg: 0, value: 0 });
      let closing = new Map<unknown, unknown>();
      for (const [from, to] of [
        ['2026-04-01', '2026-04-30'],
        ['2026-05-01', '2026-05-31'],
        ['2026-06-01', '2026-06-30'],
      ]) {
        const { data } = await owner.get(`report/inout/make/?planned_on_after=${from}&planned_on_before=${to}&farm=${at.farm}`);
        for (const row of data.rows) {
          expect([row.check, row.check_value]).toEqual([0, 0]);
          expect(row.opening).toBe(closing.get(row.ingredient_id) ?? 0);
        }
        const { transferred_in, transferred_out, transferred_in_value, transferred_out_value } = data.totals;
        expect([transferred_in, transferred_in_value]).toEqual([transferred_out, transferred_out_value]);
        closing = new Map(data.rows.map((row: Record<string, unknown>) => [row.ingredient_id, row.closing]));
      }
    }),
    { numRuns: countRuns(6), seed: 20_261_123 },
  );
});

test('transfers of a file without moments keep the order of the file while the clock runs on', async ({
  api,
  client,
  at,
  onTestFinished,
}) => {
  const { owner } = client;
  const maize = await makeIngredient(owner, at, { price: 2 });
  await deliver(owner, at, maize.id, 100, 2);
  const to = await newStore(owner, at, at.farm);
  // Each reading of the clock is a second later than the one before.
  const start = Date.now();
  let readings = 0;
  const clock = vi.spyOn(api.services, 'now').mockImplementation(() => new Date(start + 1000 * readings++));
  onTestFinished(() => clock.mockRestore());
  const rows = [60, 50].map((kg) => ({ ingredient: maize.id, stock: at.stock, to, kg }));
  const tried = await owner.post(`${TRANSFER}import/`, { farm: at.farm, rows, dry_run: true });
  expect([tried.status, Object.keys(tried.data.errors)]).toEqual([200, ['rows.1.kg']]);
});

test('an import of transfers follows the order of moments, is all or nothing, and leaves existing rows unchanged', async ({
  api,
  client,
  at,
}) => {
  const { owner } = client;
  const maize = await makeIngredient(owner, at, { name: 'File maize', price: 2 });
  const other = await makeFarm(owner);
  await deliver(owner, at, maize.id, 1000, 2);
  const [near, far] = [await newStore(owner, at, at.farm), await newStore(owner, at, at.farm)];
  const readStoreName = async (id: number) => (await owner.get(`manager/stocks/${id}/`)).data.name;
  const [home, here, there, foreign] = [
    await readStoreName(at.stock),
    await readStoreName(near),
    await readStoreName(far),
    await readStoreName(other.stock),
  ];
  const importRows = (rows: object[], more: object = {}) => owner.post(`${TRANSFER}import/`, { farm: at.farm, rows, ...more });
  const now = api.services.now();
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000).toISOString();
  const first = { ingredient_name: 'file maize', stock_name: home, to_name: here, kg: 600, at: minutes(1), note: 'by file' };
  // Later in the file, earlier in time; the last goes on from the store that the first comes to.
  const on = { ingredient_name: 'File maize', stock_name: home, to_name: there, kg: 400, at: minutes(0.5) };
  const count = async () => (await owner.get(TRANSFER)).count;
  const before = await count();

  const tried = await importRows([first, on], { dry_run: true });
  expect([tried.status, tried.data]).toMatchObject([200, { created: 2, errors: {}, rows: [{ id: null }, { id: null }] }]);
  expect([await count(), (await owner.get(`manager/ingredients/?search=File`)).count]).toEqual([before, 1]);

  // Together they take more than there is: the one that is later is refused, at its weight, and none is written.
  const short = await importRows([{ ...first, kg: 700 }, on]);
  expect([short.status, Object.keys(short.errors), short.errors['rows.0.kg']?.[0]]).toMatchObject([
    400,
    ['rows.0.kg'],
    { code: 'stock_short', limit: 100 },
  ]);
  const wrong = await importRows([
    { ...first, to_name: foreign },
    { ...first, ingredient_name: 'Unknown' },
    { ...first, stock_name: here },
    { ...first, to_name: home },
    { ...first, kg: 0 },
    { ...first, at: minutes(3000) },
  ]);
  expect([wrong.status, Object.fromEntries(Object.entries(wrong.errors).map(([field, [one]]) => [field, one?.code]))]).toEqual([
    400,
    {
      'rows.0.to_name': 'unknown_name',
      'rows.1.ingredient_name': 'unknown_name',
      'rows.2.ingredient_name': 'unknown_name',
      'rows.3.to_name': 'another_store',
      'rows.4.kg': 'min_val',
      'rows.5.at': 8,
    },
  ]);
  expect(await count()).toBe(before);

  const taken = await importRows([first, on]);
  expect([taken.status, taken.data]).toMatchObject([200, { created: 2, updated: 0 }]);
  expect(await count()).toBe(before + 2);
  expect(await rests(owner, [maize.id])).toEqual([0]);
  const [made] = (await owner.get(`${TRANSFER}?stock=${near}`)).data;
  expect(made).toMatchObject({ id: taken.data.rows[0].id, kg: 600, to_name: here, note: 'by file', price: 2, value: 1200 });
  expect((await feed(owner, made.into)).rest).toBe(600);

  // The output of GET changes nothing: existing rows stay; without its number a row is reported as a likely duplicate.
  const again = await importRows([made]);
  expect([again.status, again.data]).toMatchObject([200, { created: 0, same: 1 }]);
  const changed = await importRows([{ id: made.id, ingredient_name: 'File maize', kg: 601 }]);
  expect([changed.status, changed.errors['rows.0.kg']?.[0]?.code]).toEqual([400, 'only_added']);
  const repeated = await importRows([first, { ...first, ingredient_name: made.into_name, stock_name: here, to_name: there, kg: 5 }], {
    dry_run: true,
  });
  expect([repeated.status, repeated.data]).toMatchObject([200, { rows: [{ repeats: 'stored' }, { repeats: null }], errors: {} }]);

  const view = { module: 'manger', label: '', name: 'stock', view: true, add: true, change: false, delete: false };
  const group = await make(owner, 'perm/groups/', { name: 'Only looks', permissions: [view] });
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: group.id });
  expect((await caller.post(`${TRANSFER}import/`, { rows: [first] })).status).toBe(403);
});
