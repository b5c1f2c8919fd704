import { expect } from 'vitest';
import { make, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { test as base } from '#tests/support/test.ts';

const PACKS = 'manager/packs/';
const DELIVERIES = 'manager/deliveries/';
const OPENINGS = 'manager/openings/';
const test = base.override({ now: '2026-09-30T09:00:00Z' });
const codes = ({ status, errors }: { status: number; errors?: Record<string, { code: number | string }[]> }) => [
  status,
  Object.fromEntries(Object.entries(errors ?? {}).map(([field, [first]]) => [field, first?.code])),
];

test('a sample sets the weight of a pack from its day on, and entries keep the weight of their day', async ({ client, at }) => {
  const { owner } = client;
  const straw = await makeIngredient(owner, at, { name: 'Straw' });
  const first = await make(owner, PACKS, { ingredient: straw.id, name: 'Bale', from: '2026-09-01', kg: 250 });
  expect(first).toMatchObject({ kg: 250, weighed_packs: null, farm: at.farm, ingredient_name: 'Straw' });
  const sample = { ingredient: straw.id, name: 'bale', from: '2026-09-10', weighed_packs: 3, weighed_kg: 735.001 };
  expect(await make(owner, PACKS, sample)).toMatchObject({ kg: 245, weighed_packs: 3, weighed_kg: 735.001 });
  const deliver = (day: string) =>
    make(owner, DELIVERIES, {
      ...{ farm: at.farm, delivery_type: 'delivery', ingredient: straw.id, packs: 4, price: 1, delivered_at: `2026-09-${day}T10:00:00Z` },
    });
  // 22:00 UTC of the 9th is the 10th by the farm's clock.
  expect(await deliver('05')).toMatchObject({ value: 1000, pack: 'Bale', packs: 4, pack_kg: 250, cost: 1000 });
  const later = await deliver('12');
  expect(later).toMatchObject({ value: 980, pack: 'bale', packs: 4, pack_kg: 245 });
  await make(owner, PACKS, { ingredient: straw.id, name: 'Bale', from: '2026-09-11', kg: 240 });
  expect((await owner.get(`${DELIVERIES}${later.id}/`)).data).toMatchObject({ value: 980, pack_kg: 245 });
  const noted = await owner.put(`${DELIVERIES}${later.id}/`, { packs: 4, pack: 'bale', note: 'Wet' });
  expect(noted.data).toMatchObject({ value: 980, pack_kg: 245, note: 'Wet' });
  expect((await owner.put(`${DELIVERIES}${later.id}/`, { packs: 5 })).data).toMatchObject({ value: 1200, packs: 5, pack_kg: 240 });
  expect((await owner.get(`manager/ingredients/${straw.id}/`)).data.rest).toBe(2200);
  expect((await owner.put(`${DELIVERIES}${later.id}/`, { value: 1000 })).data).toMatchObject({ value: 1000, pack: null, packs: null });
});

test('an opening balance takes half packs, a delivery whole ones', async ({ client, at }) => {
  const { owner } = client;
  const hay = await makeIngredient(owner, at);
  await make(owner, PACKS, { ingredient: hay.id, name: 'Bale', from: '2026-09-01', kg: 12.346 });
  const opening = { farm: at.farm, ingredient: hay.id, day: '2026-08-01', packs: 2.5, price: 1 };
  expect(codes(await owner.post(OPENINGS, { ...opening, packs: 0.25 }))).toEqual([400, { packs: 1 }]);
  expect(codes(await owner.post(OPENINGS, { ...opening, packs: 0 }))).toEqual([400, { packs: 'min_val' }]);
  expect(await make(owner, OPENINGS, opening)).toMatchObject({ kg: 30.865, pack: 'Bale', packs: 2.5, pack_kg: 12.346 });
  const delivery = { farm: at.farm, delivery_type: 'delivery', ingredient: hay.id, price: 1 };
  expect(codes(await owner.post(DELIVERIES, { ...delivery, packs: 2.5 }))).toEqual([400, { packs: 1 }]);
  expect(codes(await owner.post(DELIVERIES, { ...delivery, packs: -1 }))).toEqual([400, { packs: 'min_val' }]);
});

test('wrong packs are refused at their field', async ({ client, at }) => {
  const { owner } = client;
  const [straw, hay] = [await makeIngredient(owner, at), await makeIngredient(owner, at)];
  const pack = { ingredient: straw.id, name: 'Bale', from: '2026-09-01', kg: 250 };
  const refused = async (change: object) => codes(await owner.post(PACKS, { ...pack, ...change }));
  expect(await refused({ kg: 0 })).toEqual([400, { kg: 'min_val' }]);
  expect(await refused({ kg: -1 })).toEqual([400, { kg: 9 }]);
  expect(await refused({ kg: undefined })).toEqual([400, { kg: 2 }]);
  expect(await refused({ kg: undefined, weighed_kg: 100 })).toEqual([400, { weighed_packs: 2 }]);
  expect(await refused({ weighed_packs: 1.5, weighed_kg: 100 })).toEqual([400, { weighed_packs: 1 }]);
  expect(await refused({ weighed_packs: 2, weighed_kg: 498 })).toEqual([400, { kg: 23 }]);
  expect(await refused({ ingredient: 999_999 })).toEqual([400, { ingredient: 23 }]);
  await make(owner, PACKS, pack);
  expect(await refused({ name: ' bale' })).toEqual([400, { from: 5 }]);
  const delivery = { farm: at.farm, delivery_type: 'delivery', ingredient: straw.id, price: 1 };
  const entered = async (change: object) => codes(await owner.post(DELIVERIES, { ...delivery, ...change }));
  expect(await entered({})).toEqual([400, { value: 2 }]);
  expect(await entered({ packs: 2, value: 499 })).toEqual([400, { value: 23 }]);
  expect(await entered({ pack: 'Bale', value: 500 })).toEqual([400, { packs: 2 }]);
  expect(await entered({ pack: 'Bag', packs: 1 })).toEqual([400, { pack: 'unknown_name' }]);
  expect(await entered({ ingredient: hay.id, pack: 'Bale', packs: 1 })).toEqual([400, { packs: 23 }]);
  await make(owner, PACKS, { ...pack, ingredient: hay.id, name: 'Net' });
  expect(await entered({ ingredient: hay.id, pack: 'Bale', packs: 1 })).toEqual([400, { pack: 'unknown_name' }]);
  await make(owner, PACKS, { ...pack, name: 'Bag', kg: 20 });
  expect(await entered({ packs: 1 })).toEqual([400, { pack: 2 }]);
  expect(await entered({ pack: 'Bag', packs: 1_000_000 })).toEqual([201, {}]);
  expect(await entered({ pack: 'Bale', packs: 1_000_000 })).toEqual([400, { packs: 8 }]);
});

test('weights of a closed month stay', async ({ client, at }) => {
  const { owner } = client;
  const straw = await makeIngredient(owner, at);
  const made = await make(owner, PACKS, { ingredient: straw.id, name: 'Bale', from: '2026-08-01', kg: 250 });
  await owner.post('manager/months/', { farm: at.farm, month: '2026-08' });
  const sample = { ingredient: straw.id, name: 'Bale', from: '2026-09-01', weighed_packs: 10, weighed_kg: 2600 };
  const { id } = await make(owner, PACKS, sample);
  const answers = [
    await owner.put(`${PACKS}${made.id}/`, { kg: 260 }),
    await owner.delete(`${PACKS}${made.id}/`),
    await owner.post(PACKS, { ...sample, from: '2026-08-31' }),
    await owner.put(`${PACKS}${id}/`, { from: '2026-08-31' }),
  ];
  expect(answers.map(codes)).toEqual(answers.map(() => [409, { from: 'month_closed' }]));
  expect((await owner.put(`${PACKS}${id}/`, { kg: 261 })).data).toMatchObject({ kg: 261, weighed_packs: null, weighed_kg: null });
  expect((await owner.delete(`${PACKS}${id}/`)).status).toBe(204);
});

test('a list and a file of deliveries name packs, and the file of packs changes weights', async ({ client, at }) => {
  const { owner } = client;
  const straw = await makeIngredient(owner, at);
  const rows = [{ farm: at.farm, ingredient_name: String(straw.name).toUpperCase(), name: 'Bale', from: '2026-09-01', kg: 250 }];
  expect((await owner.post(`${PACKS}import/`, { rows })).data).toMatchObject({ created: 1 });
  const again = [{ ...rows[0], kg: 251 }];
  expect((await owner.post(`${PACKS}import/`, { rows: again })).data).toMatchObject({ created: 0, updated: 1 });
  const line = { farm: at.farm, delivery_type: 'delivery', ingredient_name: straw.name, price: 1, delivered_at: '2026-09-05T10:00' };
  const file = [
    { ...line, pack: 'bale', packs: 10 },
    { ...line, value: 100 },
    { ...line, packs: 2, value: 502 },
  ];
  expect((await owner.post(`${DELIVERIES}import/`, { rows: file })).data).toMatchObject({ created: 3 });
  const { data } = await owner.get(`${DELIVERIES}?ingredient=${straw.id}&ordering=value`);
  expect(data.map(({ value, packs, pack }: Record<string, unknown>) => [value, packs, pack])).toEqual([
    [100, null, null],
    [502, 2, 'Bale'],
    [2510, 10, 'Bale'],
  ]);
  const wrong = await owner.post(`${DELIVERIES}import/`, { rows: [{ ...line, packs: 2, value: 500 }] });
  expect([wrong.status, Object.keys(wrong.errors ?? {})]).toEqual([400, ['rows.0.value']]);
});

test('a pack that has ended can be entered up to its last day, and old entries keep theirs', async ({ client }) => {
  const { owner } = client;
  const at = await makeFarm(owner);
  const straw = await makeIngredient(owner, at);
  const pack = await make(owner, PACKS, { ingredient: straw.id, name: 'Bale', from: '2026-08-01', kg: 250 });
  const deliver = (day: string, packs = 4) =>
    owner.post(DELIVERIES, {
      ...{ farm: at.farm, delivery_type: 'delivery', ingredient: straw.id, pack: 'Bale', packs, price: 1 },
      delivered_at: `2026-09-${day}T10:00:00Z`,
    });
  const early = (await deliver('12')).data;
  expect(early).toMatchObject({ value: 1000, pack: 'Bale' });
  expect(codes(await owner.put(`${PACKS}${pack.id}/`, { until: '2026-07-31' }))).toEqual([400, { until: 23 }]);
  await owner.post('manager/months/', { farm: at.farm, month: '2026-08' });
  // The first day without the pack is in an open month, although its weight is of a closed one.
  expect(codes(await owner.put(`${PACKS}${pack.id}/`, { until: '2026-08-30' }))).toEqual([409, { until: 'month_closed' }]);
  expect((await owner.put(`${PACKS}${pack.id}/`, { until: '2026-09-10' })).data).toMatchObject({ until: '2026-09-10', kg: 250 });
  expect(codes(await owner.put(`${PACKS}${pack.id}/`, { until: '2026-09-11', kg: 260 }))).toEqual([409, { from: 'month_closed' }]);
  expect(codes(await deliver('11'))).toEqual([400, { packs: 23 }]);
  expect((await deliver('10')).data).toMatchObject({ value: 1000 });
  expect((await owner.get(`${DELIVERIES}${early.id}/`)).data).toMatchObject({ value: 1000, pack: 'Bale', packs: 4, pack_kg: 250 });
  expect((await owner.put(`${DELIVERIES}${early.id}/`, { note: 'Dry' })).data).toMatchObject({ value: 1000, packs: 4 });
  expect(codes(await owner.put(`${DELIVERIES}${early.id}/`, { packs: 5 }))).toEqual([400, { packs: 23 }]);
  const { data: sheet } = await owner.get(`manager/stocks/${at.stock}/count-sheet/`);
  expect(sheet.find(({ ingredient }: { ingredient: number }) => ingredient === straw.id).packs).toEqual([]);
  // A later weight of the same name begins it again.
  await make(owner, PACKS, { ingredient: straw.id, name: 'Bale', from: '2026-09-20', kg: 240 });
  expect((await deliver('21')).data).toMatchObject({ value: 960 });
  expect((await owner.put(`${PACKS}${pack.id}/`, { until: null })).data.until).toBeNull();
  expect((await deliver('11')).data).toMatchObject({ value: 1000 });
});

test('harvests come in packs, and their cost is of all kilograms', async ({ client }) => {
  const { owner } = client;
  const at = await makeFarm(owner);
  const straw = await makeIngredient(owner, at);
  await make(owner, PACKS, { ingredient: straw.id, name: 'Bale', from: '2026-08-01', kg: 250 });
  const harvest = { farm: at.farm, ingredient: straw.id, at: '2026-09-05T10:00:00Z', cost: 5000 };
  const made = await make(owner, 'manager/harvests/', { ...harvest, packs: 40 });
  expect(made).toMatchObject({ kg: 10_000, pack: 'Bale', packs: 40, pack_kg: 250, price: 0.5 });
  expect(codes(await owner.post('manager/harvests/', harvest))).toEqual([400, { kg: 2 }]);
  expect(codes(await owner.post('manager/harvests/', { ...harvest, packs: 2, kg: 400 }))).toEqual([400, { kg: 23 }]);
  expect((await owner.put(`manager/harvests/${made.id}/`, { packs: 41 })).data).toMatchObject({ kg: 10_250, packs: 41 });
  expect((await owner.put(`manager/harvests/${made.id}/`, { kg: 9000 })).data).toMatchObject({ kg: 9000, pack: null, packs: null });
  const rows = [{ ...harvest, ingredient: undefined, ingredient_name: straw.name, at: '2026-09-05T13:00', pack: 'bale', packs: 38 }];
  expect((await owner.post('manager/harvests/import/', { rows })).data).toMatchObject({ updated: 1 });
  expect((await owner.get(`manager/ingredients/${straw.id}/`)).data.rest).toBe(9500);
});
