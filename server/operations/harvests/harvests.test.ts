import { sql } from 'kysely';
import { expect } from 'vitest';
import { make, makeClient, makeIngredient } from '#tests/support/factories.ts';
import { test as base } from '#tests/support/test.ts';

const HARVESTS = 'manager/harvests/';
const test = base.override({ now: '2026-09-30T09:00:00Z' });
const codes = ({ status, errors }: { status: number; errors?: Record<string, { code: number | string }[]> }) => [
  status,
  Object.fromEntries(Object.entries(errors ?? {}).map(([field, [first]]) => [field, first?.code])),
];

test('a harvest is in stock at its cost, follows its changes, and is deleted and restored with its move', async ({ client, at }) => {
  const { owner } = client;
  const silage = await makeIngredient(owner, at, { dry_matter: 33, price: 1.5 });
  const feed = async () => (await owner.get(`manager/ingredients/${silage.id}/`)).data;
  const body = { farm: at.farm, ingredient: silage.id, at: '2026-09-12T15:00:00Z', kg: 800_000, dry_matter: 35.5, cost: 1_000_000 };
  const cut = (await owner.post(HARVESTS, body)).data;
  expect(cut).toMatchObject({ kg: 800_000, cost: 1_000_000, price: 1.25, dry_matter: 35.5, farm: at.farm });
  // The value entered for today is newer than that analysis.
  expect(await feed()).toMatchObject({ rest: 800_000, average_price: 1.25, dry_matter: 33 });
  // Without a cost it changes no average.
  const second = (await owner.post(HARVESTS, { farm: at.farm, ingredient: silage.id, kg: 200_000, dry_matter: 31.5 })).data;
  expect(second).toMatchObject({ cost: null, price: 1.25, dry_matter: 31.5 });
  expect(await feed()).toMatchObject({ rest: 1_000_000, average_price: 1.25, dry_matter: 31.5 });
  const changed = await owner.put(`${HARVESTS}${cut.id}/`, { kg: 1_000_000, cost: 1_500_000, version: cut.version });
  expect(changed.data).toMatchObject({ kg: 1_000_000, price: 1.5, version: 2 });
  expect(codes(await owner.put(`${HARVESTS}${cut.id}/`, { kg: 1, version: cut.version }))).toEqual([409, { version: 'stale_version' }]);
  // Later receipts keep the price of their own moment.
  expect(await feed()).toMatchObject({ rest: 1_200_000, average_price: 1.458_33 });
  expect((await owner.get(`history/harvests/?id=${cut.id}`)).data[0]).toMatchObject({ before: { kg: 800_000 }, after: { kg: 1_000_000 } });
  expect((await owner.delete(`${HARVESTS}${cut.id}/`)).status).toBe(204);
  expect((await feed()).rest).toBe(200_000);
  expect((await owner.post(`${HARVESTS}${cut.id}/restore/`, {})).data).toMatchObject({ kg: 1_000_000, price: 1.5 });
  expect((await feed()).rest).toBe(1_200_000);
  const { data, count } = await owner.get(`${HARVESTS}?day_after=2026-09-12&day_before=2026-09-12&ingredient=${silage.id}`);
  expect([count, data[0].id]).toEqual([1, cut.id]);
  const moves = await owner.get(`manager/stocks/${at.stock}/ledger/?ingredient=${silage.id}&kind=harvest`);
  expect(moves.count).toBe(4);
});

test('a harvest is worth its cost, also if its price per kilogram has endless decimals', async ({ client, at }) => {
  const { owner } = client;
  const maize = await makeIngredient(owner, at);
  const { data } = await owner.post(HARVESTS, { farm: at.farm, ingredient: maize.id, kg: 799_999, cost: 1_000_000 });
  expect(data).toMatchObject({ cost: 1_000_000, price: 1.25 });
  const moves = await owner.get(`manager/stocks/${at.stock}/ledger/?ingredient=${maize.id}`);
  expect(moves.data).toMatchObject([{ kind: 'harvest', price: 1.25, value: 1_000_000 }]);
});

test('an invalid harvest is refused at its field, and nothing is written', async ({ api, client, at }) => {
  const { owner } = client;
  const hay = await makeIngredient(owner, at);
  const refused = async (body: object) => codes(await owner.post(HARVESTS, { farm: at.farm, ingredient: hay.id, kg: 10, ...body }));
  expect(await refused({ kg: 0 })).toEqual([400, { kg: 'min_val' }]);
  expect(await refused({ kg: -1 })).toEqual([400, { kg: 9 }]);
  expect(await refused({ cost: -1 })).toEqual([400, { cost: 9 }]);
  expect(await refused({ cost: 1.005 })).toEqual([400, { cost: 1 }]);
  expect(await refused({ dry_matter: 101 })).toEqual([400, { dry_matter: 8 }]);
  expect(await refused({ ingredient: 999_999 })).toEqual([400, { ingredient: 23 }]);
  expect(await refused({ at: '2026-10-02T10:00:00Z' })).toEqual([400, { at: 8 }]);
  expect(codes(await owner.post(HARVESTS, {}))).toEqual([400, { farm: 2, ingredient: 2, kg: 2 }]);
  const kept = await make(owner, HARVESTS, { farm: at.farm, ingredient: hay.id, kg: 10, at: '2026-08-05T10:00:00Z' });
  await sql`insert into month_close (client_id, farm_id, month) values (${client.id}, ${at.farm}, '2026-08-01')`.execute(
    api.database.forClient(client.id),
  );
  expect(await refused({ at: '2026-08-05T10:00:00Z' })).toEqual([409, { at: 'month_closed' }]);
  expect(codes(await owner.put(`${HARVESTS}${kept.id}/`, { at: '2026-09-05T10:00:00Z' }))).toEqual([409, { at: 'month_closed' }]);
  expect(codes(await owner.delete(`${HARVESTS}${kept.id}/`))).toEqual([409, { at: 'month_closed' }]);
  expect((await owner.get(`manager/ingredients/${hay.id}/`)).data.rest).toBe(10);
  const stranger = (await makeClient(api)).owner;
  expect((await stranger.get(`${HARVESTS}${kept.id}/`)).status).toBe(404);
});

test('an import of harvests uses the farm’s clock, and a row that exists is updated', async ({ client, at }) => {
  const { owner } = client;
  const grass = await makeIngredient(owner, at, { name: 'Grass silage' });
  const rows = [
    { farm: at.farm, ingredient_name: 'grass silage', at: '2026-09-20T18:00', kg: 300_000, dry_matter: 38, cost: 240_000 },
    { farm: at.farm, ingredient_name: 'Grass silage', at: '2026-09-21T18:00', kg: 100_000, cost: null },
  ];
  const first = await owner.post(`${HARVESTS}import/`, { dry_run: false, rows });
  expect([first.status, first.data]).toMatchObject([200, { created: 2 }]);
  const again = await owner.post(`${HARVESTS}import/`, { dry_run: false, rows: [{ ...rows[0], kg: 310_000 }] });
  expect([again.status, again.data]).toMatchObject([200, { updated: 1 }]);
  expect((await owner.get(`manager/ingredients/${grass.id}/`)).data).toMatchObject({ rest: 410_000 });
  const { data } = await owner.get(`${HARVESTS}?ingredient=${grass.id}&ordering=at`);
  expect(
    data.map(({ at: when, kg, dry_matter }: Record<string, unknown>) => [new Date(String(when)).toISOString(), kg, dry_matter]),
  ).toEqual([
    ['2026-09-20T15:00:00.000Z', 310_000, 38],
    ['2026-09-21T15:00:00.000Z', 100_000, null],
  ]);
});
