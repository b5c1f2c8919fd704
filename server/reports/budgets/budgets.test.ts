import { expect } from 'vitest';
import { make } from '#tests/support/factories.ts';
import { makePeriod, makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { recordDay } from '#tests/support/reports/fed-day.ts';
import { test } from '#tests/support/test.ts';

const BUDGETS = 'manager/budgets/';
const NOW = '2026-11-23T08:00:00Z';
const TODAY = '2026-11-23';
test.override('now', NOW);

let farm: ReadyFarm;
test.beforeEach(async ({ api }) => {
  farm = await makeReadyFarm(api);
});

const owner = () => farm.client.owner;
const codes = (errors: Record<string, { code: number | string }[]>) =>
  Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first?.code]));
const line = (values: object = {}) => ({
  group: farm.cowsGroup,
  ingredient: farm.silage,
  month: 1,
  heads: 100,
  kg_per_head_day: 20.5,
  price: 2,
  ...values,
});
const budget = (values: object = {}) => ({ farm: farm.farm, year: 2027, lines: [line()], ...values });
const approve = (id: number) => owner().post(`${BUDGETS}${id}/approve/`, {});
const read = async (id: number) => (await owner().get(`${BUDGETS}${id}/`)).data;

test('a budget has the names of its lines, its kilograms and its money; a list leaves out the lines', async () => {
  const { id } = await make(owner(), BUDGETS, budget({ lines: [line(), line({ month: 2, heads: 99.5, price: 2.12345 })] }));
  const row = await read(id);
  // 31 and 28 days.
  const kg = 100 * 31 * 20.5 + 99.5 * 28 * 20.5;
  expect(row).toMatchObject({
    farm: farm.farm,
    year: 2027,
    edition: 1,
    state: 'draft',
    reason: '',
    approved_at: null,
    approved_by: null,
    kg,
  });
  expect(row.cost).toBe(Math.round((100 * 31 * 20.5 * 2 + 99.5 * 28 * 20.5 * 2.12345) * 100) / 100);
  expect(row.lines).toHaveLength(2);
  expect(row.lines[0]).toMatchObject({ ...line(), animal_type: null, animal_type_name: null });
  expect(row.lines[0].ingredient_name).toBe((await owner().get(`manager/ingredients/${farm.silage}/`)).data.name);
  const { data, count } = await owner().get(`${BUDGETS}?farm=${farm.farm}&year=2027&state=draft`);
  expect(count).toBe(1);
  expect(data[0]).toMatchObject({ id, kg });
  expect(data[0]).not.toHaveProperty('lines');
});

test('an approved budget never changes; its next edition needs a reason', async () => {
  const { id } = await make(owner(), BUDGETS, budget());
  expect(codes((await owner().post(BUDGETS, budget())).errors)).toEqual({ year: 5 });
  const approved = await approve(id);
  expect(approved.data).toMatchObject({ state: 'approved', edition: 1, approved_at: '2026-11-23T08:00:00Z' });
  expect(approved.data.approved_by).toContain('Test');
  const before = await read(id);
  const refused = [
    await owner().put(`${BUDGETS}${id}/`, { reason: 'later' }),
    await owner().put(`${BUDGETS}${id}/`, { lines: [] }),
    await owner().post(`${BUDGETS}${id}/from/`, { source: 'plan' }),
    await approve(id),
    await owner().delete(`${BUDGETS}${id}/`),
    await owner().post(`${BUDGETS}import/`, { farm: farm.farm, rows: [{ id, lines: [line({ price: 3 })] }] }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 400]);
  expect(await read(id)).toEqual(before);
  expect(codes((await owner().post(BUDGETS, budget({ lines: undefined }))).errors)).toEqual({ reason: 2 });
  const correction = await make(owner(), BUDGETS, budget({ lines: undefined, reason: 'Silage is short' }));
  expect(correction).toMatchObject({ edition: 2, state: 'draft', reason: 'Silage is short', kg: before.kg });
  expect((await read(correction.id)).lines).toEqual(before.lines);
  await owner().put(`${BUDGETS}${correction.id}/`, { lines: [line({ price: 2.5 })] });
  expect((await approve(correction.id)).status).toBe(200);
  expect(await read(id)).toEqual(before);
  // The draft is deleted, and the year can begin again.
  const third = await make(owner(), BUDGETS, budget({ reason: 'Again' }));
  expect((await owner().delete(`${BUDGETS}${third.id}/`)).status).toBe(204);
});

test('refusals name the field of the line, and nothing of it is written', async ({ api }) => {
  const other = await makeReadyFarm(api, 'Europe/Kyiv', farm.client);
  const refused = async (...lines: object[]) => codes((await owner().post(BUDGETS, budget({ lines }))).errors);
  expect(await refused(line({ month: 13 }))).toEqual({ 'lines.0.month': 8 });
  expect(await refused(line({ month: 0 }))).toHaveProperty(['lines.0.month']);
  expect(await refused(line(), line({ month: 2, heads: -1 }))).toEqual({ 'lines.1.heads': 9 });
  expect(await refused(line({ kg_per_head_day: -0.1 }))).toEqual({ 'lines.0.kg_per_head_day': 9 });
  expect(await refused(line({ price: -2 }))).toEqual({ 'lines.0.price': 9 });
  expect(await refused(line({ group: null }))).toEqual({ 'lines.0.group': 2 });
  expect(await refused(line({ animal_type: farm.cows }))).toEqual({ 'lines.0.animal_type': 23 });
  expect(await refused(line(), line())).toEqual({ 'lines.1.ingredient': 5 });
  expect(await refused(line(), line({ ingredient: farm.hay, heads: 90 }))).toEqual({ 'lines.1.heads': 23 });
  expect(await refused(line(), line({ month: 3, group: other.cowsGroup }))).toEqual({ 'lines.1.group': 23 });
  expect(await refused(line({ ingredient: other.silage }))).toEqual({ 'lines.0.ingredient': 23 });
  expect(await refused(line({ group: null, animal_type: 999_999 }))).toEqual({ 'lines.0.animal_type': 23 });
  expect((await owner().get(`${BUDGETS}?farm=${farm.farm}`)).count).toBe(0);
  const { id } = await make(owner(), BUDGETS, budget({ lines: [] }));
  expect(codes((await approve(id)).errors)).toEqual({ lines: 3 });
  // A group that is deleted while the draft exists.
  await owner().put(`${BUDGETS}${id}/`, { lines: [line(), line({ month: 2, group: farm.heifers })] });
  expect((await owner().delete(`manager/groups/${farm.heifers}/`)).status).toBe(204);
  expect(codes((await approve(id)).errors)).toEqual({ 'lines.1.group': 23 });
  expect((await read(id)).state).toBe('draft');
});

test('filling uses the feed of the last finished months, with growth and a price list, to the kilogram', async ({ api }) => {
  const fed = { feeds: { [farm.silage]: { kg: 3000, price: 2 }, [farm.hay]: { kg: 600, price: 4 } } };
  const groups = { [farm.cowsGroup]: { kg: 2700, heads: 100 }, [farm.heifers]: { kg: 900, heads: 50 } };
  // Two days of October of this year; of December the last one is of the year before. November isn't over.
  for (const day of ['2026-10-05', '2026-10-06', '2025-12-24', '2026-11-02', '2025-10-07']) {
    await recordDay(api, farm, day, { ...fed, groups }, TODAY);
  }
  const { id } = await make(owner(), BUDGETS, budget({ lines: [] }));
  const filled = await owner().post(`${BUDGETS}${id}/from/`, { source: 'facts' });
  expect(filled.data.empty_months).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 11]);
  expect(filled.data.lines).toHaveLength(8);
  expect(filled.data.lines[0]).toMatchObject({ month: 10, group: farm.cowsGroup, ingredient: farm.silage, heads: 6.45, price: 2 });
  // October twice, December once, independent of the rounding of mean heads.
  expect(Math.abs(filled.data.kg - 3 * 3600)).toBeLessThan(0.05);
  expect(Math.abs(filled.data.cost - 3 * (3000 * 2 + 600 * 4))).toBeLessThan(0.1);
  const grown = await owner().post(`${BUDGETS}${id}/from/`, {
    source: 'facts',
    by: 'animal_type',
    heads_growth: 10,
    price_growth: 5,
    prices: [{ ingredient: farm.hay, price: 5.5 }],
  });
  expect(grown.data.lines).toHaveLength(4);
  expect(grown.data.lines[0]).toMatchObject({ animal_type: farm.cows, group: null, heads: 10.65, price: 2.1 });
  expect(grown.data.lines[1]).toMatchObject({ ingredient: farm.hay, price: 5.5 });
  const stale = await owner().post(`${BUDGETS}${id}/from/`, { source: 'facts', version: 1 });
  expect([stale.status, codes(stale.errors)]).toEqual([409, { version: 'stale_version' }]);
});

test('or with the active plan at the prices of today', async () => {
  await makePeriod(farm, { active: true });
  const { id } = await make(owner(), BUDGETS, budget({ lines: [] }));
  const { data } = await owner().post(`${BUDGETS}${id}/from/`, { source: 'plan' });
  expect(data.empty_months).toEqual([]);
  // 2 groups × 3 feeds × 12 months; 5 000 kg a day, 60 % of them silage, which was bought at 2.
  expect(data.lines).toHaveLength(72);
  expect(data.kg).toBe(5000 * 365);
  const cows = data.lines.filter(({ group, month }: { group: number; month: number }) => group === farm.cowsGroup && month === 2);
  expect(cows.map(({ heads, kg_per_head_day, price }: Record<string, number>) => [heads, kg_per_head_day, price])).toEqual([
    [100, 24, 2],
    [100, 12, 4],
    [100, 4, 12],
  ]);
});

test('lines come in files by names, and go on from there', async () => {
  const [cows, silage] = await Promise.all([
    owner().get(`manager/groups/${farm.cowsGroup}/`),
    owner().get(`manager/ingredients/${farm.silage}/`),
  ]);
  const { name: type } = (await owner().get(`manager/animaltypes/${farm.cows}/`)).data;
  const figures = { heads: 100, kg_per_head_day: 20.5, price: 2 };
  const lines = [
    { month: 1, group_name: cows.data.name, animal_type_name: null, ingredient_name: silage.data.name, ...figures },
    { month: 1, group_name: null, animal_type_name: type, ingredient_name: silage.data.name, ...figures },
  ];
  const send = (rows: object[]) => owner().post(`${BUDGETS}import/`, { farm: farm.farm, rows });
  expect((await send([{ year: 2027, lines }])).data).toMatchObject({ created: 1 });
  const [made] = (await owner().get(`${BUDGETS}?farm=${farm.farm}`)).data;
  expect((await read(made.id)).lines).toMatchObject([line(), line({ group: null, animal_type: farm.cows })]);
  expect((await send([{ id: made.id, lines: [{ ...lines[0], price: 2.25 }] }])).data).toMatchObject({ updated: 1 });
  expect((await read(made.id)).cost).toBe(100 * 31 * 20.5 * 2.25);
  const wrong = await send([{ id: made.id, lines: [{ ...lines[0], ingredient_name: 'Nothing' }] }]);
  expect(codes(wrong.errors)).toEqual({ 'rows.0.lines.0.ingredient_name': 'unknown_name' });
});
