import { sql } from 'kysely';
import { expect } from 'vitest';
import { make, makeClient, makeIngredient } from '#tests/support/factories.ts';
import { test as base } from '#tests/support/test.ts';

const OPENINGS = 'manager/openings/';
const DELIVERIES = 'manager/deliveries/';
const test = base.override({ now: '2026-09-30T09:00:00Z' });
const codes = ({ status, errors }: { status: number; errors?: Record<string, { code: number | string; values?: string[] }[]> }) => [
  status,
  Object.fromEntries(Object.entries(errors ?? {}).map(([field, [first]]) => [field, [first?.code, ...(first?.values ?? [])].join(' ')])),
];

test('an opening balance is in stock at its price, follows its changes, and goes and comes back with its move', async ({ client, at }) => {
  const { owner } = client;
  const maize = await makeIngredient(owner, at, { price: 1.5 });
  const feed = async () => (await owner.get(`manager/ingredients/${maize.id}/`)).data;
  const made = (await owner.post(OPENINGS, { farm: at.farm, ingredient: maize.id, day: '2026-09-01', kg: 1000, price: 2.5 })).data;
  expect(made).toMatchObject({ kg: 1000, price: 2.5, cost: 2500, day: '2026-09-01', stock: at.stock, farm: at.farm, version: 1 });
  expect(await feed()).toMatchObject({ rest: 1000, average_price: 2.5 });
  await make(owner, DELIVERIES, {
    ...{ farm: at.farm, delivery_type: 'delivery', ingredient: maize.id, value: 1000, price: 3.5, delivered_at: '2026-09-10T08:00:00Z' },
  });
  expect(await feed()).toMatchObject({ rest: 2000, average_price: 3 });
  const changed = await owner.put(`${OPENINGS}${made.id}/`, { kg: 3000, price: 1.5, version: made.version });
  expect(changed.data).toMatchObject({ kg: 3000, price: 1.5, version: 2 });
  expect(await feed()).toMatchObject({ rest: 4000, average_price: 2 });
  expect(codes(await owner.put(`${OPENINGS}${made.id}/`, { kg: 1, version: made.version }))).toEqual([409, { version: 'stale_version' }]);
  expect((await owner.get(`history/openings/?id=${made.id}`)).data[0]).toMatchObject({ before: { kg: 1000 }, after: { kg: 3000 } });
  expect((await owner.delete(`${OPENINGS}${made.id}/`)).status).toBe(204);
  expect(await feed()).toMatchObject({ rest: 1000, average_price: 3.5 });
  expect((await owner.post(`${OPENINGS}${made.id}/restore/`, {})).data).toMatchObject({ kg: 3000, price: 1.5 });
  expect(await feed()).toMatchObject({ rest: 4000, average_price: 2 });
  const moves = await owner.get(`manager/stocks/${at.stock}/ledger/?ingredient=${maize.id}&kind=opening_balance`);
  expect(moves.data[0]).toMatchObject({ kind: 'opening_balance', day: '2026-09-01', kg: 3000, at: '2026-08-31T21:00:00Z' });
  const { data } = await owner.get(`${OPENINGS}?stock=${at.stock}&ingredient=${maize.id}&day_after=2026-09-01&day_before=2026-09-01`);
  expect(data.map(({ id }: { id: number }) => id)).toEqual([made.id]);
});

test('an opening balance is refused at its field, and nothing is written', async ({ api, client, at }) => {
  const { owner } = client;
  const hay = await makeIngredient(owner, at);
  const body = { farm: at.farm, ingredient: hay.id, day: '2026-09-05', kg: 10, price: 2 };
  const refused = async (change: object) => codes(await owner.post(OPENINGS, { ...body, ...change }));
  expect(await refused({ kg: 0 })).toEqual([400, { kg: 'min_val' }]);
  expect(await refused({ kg: -1 })).toEqual([400, { kg: '9' }]);
  expect(await refused({ price: -1 })).toEqual([400, { price: '9' }]);
  expect(await refused({ price: undefined })).toEqual([400, { price: '2' }]);
  expect(await refused({ day: undefined })).toEqual([400, { day: '2' }]);
  expect(await refused({ day: '2026-10-02' })).toEqual([400, { day: '8' }]);
  expect(await refused({ ingredient: 999_999 })).toEqual([400, { ingredient: '23' }]);
  const kept = await make(owner, OPENINGS, body);
  expect(await refused({})).toEqual([400, { ingredient: '5' }]);
  const gone = await makeIngredient(owner, at);
  await owner.delete(`manager/ingredients/${gone.id}/`);
  expect(await refused({ ingredient: gone.id })).toEqual([400, { ingredient: '23' }]);
  await sql`insert into month_close (client_id, farm_id, month) values (${client.id}, ${at.farm}, '2026-08-01')`.execute(
    api.database.forClient(client.id),
  );
  const straw = await makeIngredient(owner, at);
  expect(await refused({ ingredient: straw.id, day: '2026-08-31' })).toEqual([409, { day: 'month_closed 2026-08' }]);
  expect(codes(await owner.put(`${OPENINGS}${kept.id}/`, { day: '2026-08-01' }))).toEqual([409, { day: 'month_closed 2026-08' }]);
  await sql`update month_close set month = '2026-09-01' where client_id = ${client.id} and farm_id = ${at.farm}`.execute(
    api.database.forClient(client.id),
  );
  expect(codes(await owner.put(`${OPENINGS}${kept.id}/`, { kg: 20 }))).toEqual([409, { day: 'month_closed 2026-09' }]);
  expect(codes(await owner.delete(`${OPENINGS}${kept.id}/`))).toEqual([409, { detail: 'month_closed 2026-09' }]);
  expect((await owner.get(`manager/ingredients/${hay.id}/`)).data.rest).toBe(10);
  await sql`delete from month_close`.execute(api.database.forClient(client.id));
  const stranger = (await makeClient(api)).owner;
  expect((await stranger.get(`${OPENINGS}${kept.id}/`)).status).toBe(404);
});

test('an opening balance stays the first move of its feed', async ({ client, at }) => {
  const { owner } = client;
  const maize = await makeIngredient(owner, at, { name: 'Maize' });
  const delivery = {
    ...{ farm: at.farm, delivery_type: 'delivery', ingredient: maize.id, value: 100, price: 1 },
    delivered_at: '2026-09-10T08:00:00Z',
  };
  const made = await make(owner, DELIVERIES, delivery);
  const body = { farm: at.farm, ingredient: maize.id, day: '2026-09-11', kg: 50, price: 1 };
  expect(codes(await owner.post(OPENINGS, body))).toEqual([400, { day: 'moved_before 2026-09-10' }]);
  const opening = await make(owner, OPENINGS, { ...body, day: '2026-09-10' });
  const refused = [409, { detail: 'before_opening Maize 2026-09-10' }];
  expect(codes(await owner.post(DELIVERIES, { ...delivery, delivered_at: '2026-09-09T20:59:00Z' }))).toEqual(refused);
  expect(codes(await owner.put(`${DELIVERIES}${made.id}/`, { delivered_at: '2026-09-09T08:00:00Z' }))).toEqual(refused);
  expect(codes(await owner.put(`${OPENINGS}${opening.id}/`, { day: '2026-09-11' }))).toEqual([400, { day: 'moved_before 2026-09-10' }]);
  expect((await owner.get(`manager/ingredients/${maize.id}/`)).data.rest).toBe(150);
  // A move that was reversed doesn't count.
  await owner.delete(`${DELIVERIES}${made.id}/`);
  expect((await owner.put(`${OPENINGS}${opening.id}/`, { day: '2026-09-11' })).data).toMatchObject({ day: '2026-09-11' });
});

test('reports show an opening balance as opening stock of every range that holds its day', async ({ client, at }) => {
  const { owner } = client;
  const maize = await makeIngredient(owner, at, { price: 9 });
  await make(owner, OPENINGS, { farm: at.farm, ingredient: maize.id, day: '2026-09-05', kg: 1000, price: 2 });
  const move = { farm: at.farm, ingredient: maize.id, value: 500, price: 5 };
  await make(owner, DELIVERIES, { ...move, delivery_type: 'delivery', delivered_at: '2026-09-10T08:00:00Z' });
  await make(owner, DELIVERIES, { ...move, delivery_type: 'sale', delivered_at: '2026-09-12T08:00:00Z' });
  const report = async (name: string, from: string, to: string) =>
    (await owner.get(`report/${name}/?farm=${at.farm}&ingredient=${maize.id}&planned_on_after=${from}&planned_on_before=${to}`)).data;
  const tiles = ({ tiles: all }: { tiles: { key: string; value: number }[] }) =>
    Object.fromEntries(all.map(({ key, value }) => [key, value]));
  const figures = { received: 500, sold: 500, closing: 1000, closing_value: 3000, revaluation: 0, check: 0, check_value: 0 };
  for (const [from, to] of [
    ['2026-09-01', '2026-09-30'],
    ['2026-09-05', '2026-09-20'],
    ['2026-08-17', '2026-09-20'],
    ['2026-09-06', '2026-09-20'],
  ] as const) {
    const { rows } = await report('inout', from, to);
    expect(rows, from).toMatchObject([{ ...figures, opening: 1000, opening_value: 2000, received_value: 2500, sold_value: 1500 }]);
    const byDay = await report('inoutnew', from, to);
    expect(tiles(byDay), from).toMatchObject({ opening: 1000, came: 500, used: 500, closing: 1000 });
    const moves = await report('stock_moves/make', from, to);
    expect(tiles(moves), from).toMatchObject({ opening: 1000, came: 500, used: 500, closing: 1000 });
  }
  const days = await report('inoutnew', '2026-09-04', '2026-09-06');
  expect(days.rows[0]).toMatchObject({ opening: 1000, 'balance_2026-09-04': 0, 'balance_2026-09-05': 1000, 'came_2026-09-05': 0 });
  expect((await report('inout', '2026-08-01', '2026-09-04')).rows).toEqual([]);
  const moves = await report('stock_moves/make', '2026-09-01', '2026-09-30');
  expect(moves.rows[0]).toMatchObject({ move: 'opening_balance', moved: 1000, moved_value: 2000 });
});

test('opening balances come from a file, and a row of a feed that has one changes it', async ({ client, at }) => {
  const { owner } = client;
  const grass = await makeIngredient(owner, at, { name: 'Grass silage' });
  await makeIngredient(owner, at, { name: 'Barley' });
  const rows = [
    { farm: at.farm, ingredient_name: 'grass silage', day: '2026-09-01', kg: 300_000, price: 0.8 },
    { farm: at.farm, ingredient_name: 'Barley', day: '2026-09-01', kg: 12_000, price: 7.5 },
  ];
  const first = await owner.post(`${OPENINGS}import/`, { rows });
  expect([first.status, first.data]).toMatchObject([200, { created: 2 }]);
  const again = await owner.post(`${OPENINGS}import/`, { rows: [{ ...rows[0], kg: 310_000 }, rows[1]] });
  expect([again.status, again.data]).toMatchObject([200, { updated: 1, same: 1 }]);
  expect((await owner.get(`manager/ingredients/${grass.id}/`)).data).toMatchObject({ rest: 310_000, average_price: 0.8 });
  await makeIngredient(owner, at, { name: 'Straw' });
  const straw = { farm: at.farm, ingredient_name: 'Straw', day: '2026-09-01', kg: 10, price: 1 };
  const twice = await owner.post(`${OPENINGS}import/`, { rows: [straw, { ...straw, kg: 20 }] });
  expect(codes(twice)[0]).toBe(400);
  const { price: _, ...priceless } = straw;
  const asked = (await owner.post(`${OPENINGS}import/`, { dry_run: true, rows: [priceless] })).data;
  expect(asked.errors).toMatchObject({ 'rows.0.price': [{ code: 2 }] });
  expect((await owner.get(`${OPENINGS}?search=straw`)).count).toBe(0);
});
