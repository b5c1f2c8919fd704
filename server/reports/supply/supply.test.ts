import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import { deliver, make, makeFarm, makeGroup, makeIngredient, makeMixer, makeRation } from '#tests/support/factories.ts';
import { makePeriod, makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { dice } from '#tests/support/reports/facts.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test as base } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const test = base.override({ now: `${TODAY}T05:00:00Z` });
type Owner = ReadyFarm['client']['owner'];

const ask = (owner: Owner, days: number, query = '', from = TODAY): Promise<ReportData> =>
  reportOf(owner, `supply/make/?planned_on_after=${from}&planned_on_before=${addDays(TODAY, days - 1)}${query}`);
const of = (data: ReportData, ingredient: number, scenario = 0) =>
  data.rows.filter((row) => row.ingredient_id === ingredient && row.scenario_id === scenario);
const sum = (rows: readonly Row[], key: string) => rows.reduce((total, row) => total + Number(row[key]), 0);
const balance = (row: Row) =>
  Number(row.opening) + Number(row.harvest) + Number(row.made) + Number(row.orders) - Number(row.needs) - Number(row.loss);

/** Each month follows from its own moves and from the month before. */
function expectBalanced(data: ReportData): void {
  for (const [at, row] of data.rows.entries()) {
    expect(balance(row)).toBeCloseTo(Number(row.closing), 4);
    const before = data.rows[at - 1];
    const follows = before && before.ingredient_id === row.ingredient_id && before.scenario_id === row.scenario_id;
    if (follows) expect(row.opening).toBeCloseTo(Number(before.closing), 4);
  }
}

test('50 cows of 1.6 t and 40 heifers of 1.3 t a month need 132 t, and 272 t last 2.06 months; 40 heifers more need 184 t', async ({
  client,
  at,
}) => {
  const { owner } = client;
  const silage = (await makeIngredient(owner, at, { price: 2 })).id;
  await deliver(owner, at, silage, 272_000, 2);
  const [cows, heifers] = [(await makeGroup(owner, at, 50)).id, (await makeGroup(owner, at, 40)).id];
  const ration = (await makeRation(owner, at, [{ ingredient: silage, percent: 100 }])).id;
  // A month of 32 days, for kilograms without a remainder.
  const groups = [
    { group: cows, weight_per_head: 1600 / 32 },
    { group: heifers, weight_per_head: 1300 / 32 },
  ];
  const jobs = [{ ration, mixer: (await makeMixer(owner, at)).id, groups }];
  await make(owner, 'manager/loadings/', { farm: at.farm, name: 'Day', active: true, jobs });
  await owner.put(`manager/ingredients/${silage}/`, { lead_days: 10, safety_days: 5 });
  const more = await make(owner, 'manager/scenarios/', {
    farm: at.farm,
    name: 'Forty heifers more',
    heads: [{ group: heifers, day: TODAY, added: 40 }],
    prices: [{ ingredient: silage, price: 3 }],
  });

  const month = await ask(owner, 32);
  expect([month.totals.opening, month.totals.needs, month.totals.closing]).toEqual([272_000, 132_000, 140_000]);
  const year = await ask(owner, 365);
  const [first] = of(year, silage);
  const lasts = Math.floor((2.0606 * 132) / (132 / 32));
  expect(first).toMatchObject({ run_out_on: addDays(TODAY, lasts), order_by: addDays(TODAY, lasts - 15) });
  expect(year.totals.needs).toBe(365 * 4125);
  expect(year.totals.shortage).toBe(365 * 4125 - 272_000);
  expect(year.totals.shortage_money).toBe(2 * (365 * 4125 - 272_000));
  const tile = (named: string) => year.tiles.find(({ key }) => key === named)?.value;
  expect([tile('feeds_short'), tile('order_in_days'), tile('order_now')]).toEqual([1, lasts - 15, 0]);
  const calendar = year.series.find(({ key }) => key === 'run_outs')?.rows ?? [];
  expect([sum(calendar, 'short_days'), calendar.find(({ month }) => month === '2026-05-01')?.short_days]).toEqual([365 - lasts, 31 - 13]);
  expectBalanced(year);

  const beside = await ask(owner, 32, `&scenario=${more.id}`);
  expect(sum(of(beside, silage), 'needs')).toBe(132_000);
  expect(sum(of(beside, silage, more.id), 'needs')).toBe(184_000);
  const longer = await ask(owner, 365, `&scenario=${more.id}`);
  expectBalanced(longer);
  expect(of(longer, silage)).toEqual(of(year, silage));
  const other = of(longer, silage, more.id);
  expect(other[0]).toMatchObject({ scenario: 'Forty heifers more', run_out_on: addDays(TODAY, Math.floor(272_000 / 5750)) });
  expect(sum(other, 'shortage')).toBe(365 * 5750 - 272_000);
  expect(sum(other, 'shortage_money')).toBe(3 * (365 * 5750 - 272_000));
  expect(longer.series.find(({ key }) => key === 'by_scenario')?.rows).toHaveLength(2);
});

test('a range that is over is empty, and one beyond a year names the last day', async ({ client, at }) => {
  const path = (from: string, to: string) => `supply/make/?farm=${at.farm}&planned_on_after=${from}&planned_on_before=${to}`;
  expect((await reportOf(client.owner, path('2026-01-01', '2026-02-01'))).rows).toEqual([]);
  const beyond = await client.owner.get(`report/${path(TODAY, '2027-03-11')}`);
  expect([beyond.status, beyond.errors.planned_on_before?.[0]]).toMatchObject([400, { limit: '2027-03-10' }]);
});

test('the first fourteen days of the current state equal the needs, after all kinds of moves and changes', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const thrown = dice(23);
  await makePeriod(farm, { active: true });
  await makePeriod(farm, { active: true });
  await makeSchedule(farm, '2026-03-20');
  const [today] = (await owner.get(`schedule/schedules/?farm=${farm.farm}&planned_on=${TODAY}`)).data;
  const items = [{ ingredient: farm.silage, weight_fact: thrown.decimal(1000, 3000, 3) }];
  await owner.put(`schedule/schedules/${today.id}/load/`, { status: 'in_process', items });
  const [loading] = (await owner.get(`schedule/loadings/?farm=${farm.farm}&planned_on=2026-03-11`)).data;
  await owner.put(`schedule/loadings/${loading.id}/`, { active: false });

  const { data: needs } = await owner.get(`manager/ingredients/needs/?farm=${farm.farm}&days=14`);
  const supply = await ask(owner, 14, `&farm=${farm.farm}`);
  expect(needs).toHaveLength(3);
  for (const { id, need, missing, short_on, rest, days } of needs) {
    const rows = of(supply, id);
    expect(sum(rows, 'needs')).toBeCloseTo(need, 4);
    expect(sum(rows, 'shortage')).toBeCloseTo(missing, 4);
    expect(rows[0]).toMatchObject({ opening: Math.max(rest, 0), run_out_on: short_on });
    expect(rows.at(-1)?.closing).toBeCloseTo(days.at(-1).rest, 4);
  }
  // A window that begins later opens with what will lie there then.
  const later = await ask(owner, 14, `&farm=${farm.farm}`, '2026-03-15');
  for (const { id, days } of needs) expect(of(later, id)[0]?.opening).toBeCloseTo(days[4].rest, 4);
});

test('an active period is needed from its first day, after the last day that has a plan', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const needs = async (days: number) => sum(of(await ask(farm.client.owner, days, `&farm=${farm.farm}`), farm.silage), 'needs');
  await makeSchedule(farm, '2026-03-12');
  const { id } = await makePeriod(farm);
  // Nothing activates a period ahead of time but a clock that goes back.
  const later = { active: true, active_from: '2026-03-25' };
  await api.database.forClient(farm.client.id).updateTable('period').set(later).where('id', '=', id).execute();
  // The feeding by hand takes 3 000 kg, the period as much on each day from the 25th on.
  expect([await needs(15), await needs(16), await needs(20), await needs(40)]).toEqual([3000, 6000, 18_000, 78_000]);
});

test('orders arrive on their last day, harvests on theirs, a store loses a share of its stock, and everything adds up in each scenario', async ({
  api,
}) => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  await makePeriod(farm, { active: true });
  await owner.put(`manager/ingredients/${farm.silage}/`, { storage_loss: 3.1 });
  const company = (await make(owner, 'manager/deliveries/companies/', { name: 'Mill' })).id;
  const ordered = { company, price: 4, from: '2026-02-01' };
  const late = await make(owner, 'manager/orders/', { ...ordered, ingredient: farm.hay, kg: 9000, to: '2026-03-01' });
  await make(owner, 'manager/orders/', { ...ordered, ingredient: farm.hay, kg: 7000, to: '2026-04-20' });
  await make(owner, 'manager/deliveries/', {
    ...{ farm: farm.farm, delivery_type: 'delivery', ingredient: farm.hay, company, order: late.id },
    ...{ value: 2500, price: 4, delivered_at: '2026-03-09T10:00:00Z' },
  });
  const grass = (await makeRation(owner, farm, [{ ingredient: farm.hay, percent: 100 }])).id;
  const scenarios = [
    { name: 'Fewer', heads: [{ group: farm.cowsGroup, day: '2026-04-01', heads: 0 }] },
    { name: 'Harvest', harvests: [{ ingredient: farm.silage, day: '2026-05-15', kg: 400_000 }] },
    { name: 'Hay alone', rations: [{ group: farm.heifers, day: '2026-03-20', ration: grass }] },
  ];
  const ids: number[] = [];
  for (const scenario of scenarios) ids.push((await make(owner, 'manager/scenarios/', { farm: farm.farm, ...scenario })).id);
  const [fewer, harvest, hayAlone] = ids as [number, number, number];

  const data = await ask(owner, 200, `&farm=${farm.farm}${ids.map((id) => `&scenario=${id}`).join('')}`);
  expectBalanced(data);
  const inMonth = (ingredient: number, scenario: number, month: string) =>
    of(data, ingredient, scenario).find((row) => row.month === month) ?? {};
  expect(inMonth(farm.hay, 0, '2026-03-01')).toMatchObject({ opening: 7500, orders: 6500 });
  expect(inMonth(farm.hay, fewer, '2026-04-01')).toMatchObject({ orders: 7000 });
  // 22 of March's 31 days are ahead.
  expect(inMonth(farm.silage, 0, '2026-03-01').loss).toBe(Number((((10_000 * 3.1) / 100) * (22 / 31)).toFixed(3)));
  // 50 heifers of 20 kg are left, of which 60 % silage.
  expect(inMonth(farm.silage, fewer, '2026-03-01').needs).toBe(22 * 3000);
  expect(inMonth(farm.silage, fewer, '2026-04-01').needs).toBe(30 * 600);
  expect(inMonth(farm.silage, harvest, '2026-05-01')).toMatchObject({ harvest: 400_000, needs: 31 * 3000 });
  const closed = Number(inMonth(farm.silage, harvest, '2026-05-01').closing);
  expect(inMonth(farm.silage, harvest, '2026-06-01').loss).toBe(Number((closed * 0.031).toFixed(3)));
  // From the 20th on 1 000 kg a day are hay rather than 60, 30 and 10 %.
  expect(inMonth(farm.hay, hayAlone, '2026-03-01').needs).toBe(10 * 1500 + 12 * (1200 + 1000));
  expect(inMonth(farm.meal, hayAlone, '2026-03-01').needs).toBe(10 * 500 + 12 * 400);

  // Days that are split by the window add up to the same.
  const whole = await ask(owner, 60, `&farm=${farm.farm}&ingredient=${farm.hay}`);
  const second = await ask(owner, 60, `&farm=${farm.farm}&ingredient=${farm.hay}`, '2026-03-25');
  expect(second.totals.closing).toBe(whole.totals.closing);
  expect(sum(second.rows, 'needs')).toBe(45 * 1500);
});

test('groups eat their former quantity per head in plans by use, a shared store counts once, and other farms’ scenarios are left out', async ({
  api,
}) => {
  const farm = await makeReadyFarm(api);
  await makePeriod(farm, { active: true });
  const [today] = (await farm.client.owner.get(`schedule/schedules/?farm=${farm.farm}&planned_on=${TODAY}`)).data;
  const tell = async (what: string, body: object) =>
    expect((await farm.client.owner.put(`schedule/schedules/${today.id}/${what}/`, body)).status).toBe(200);
  const items = [
    { ingredient: farm.silage, weight_fact: 2700 },
    { ingredient: farm.hay, weight_fact: 1350 },
    { ingredient: farm.meal, weight_fact: 450 },
  ];
  const groups = [
    { group: farm.cowsGroup, weight_fact: 3600 },
    { group: farm.heifers, weight_fact: 900 },
  ];
  await tell('load', { status: 'in_process' });
  await tell('load', { status: 'loaded', items });
  await tell('upload', { status: 'out_process' });
  await tell('upload', { status: 'uploaded', groups });
  await moveTo(api, farm, '2026-03-11T05:00:00Z');
  const { owner } = farm.client;
  const use = (days: number, query = '') =>
    reportOf(owner, `supply/make/?planned_on_after=2026-03-12&planned_on_before=${addDays('2026-03-11', days)}&supply_basis=use_7${query}`);
  // Ten days of 2 700 kg, as was fed on the one day that was.
  expect(of(await use(10), farm.silage)[0]?.needs).toBe(27_000);
  const half = await make(owner, 'manager/scenarios/', {
    farm: farm.farm,
    name: 'Half the cows',
    heads: [{ group: farm.cowsGroup, day: '2026-03-11', added: -50 }],
  });
  // Four fifths of the load were the cows'.
  expect(of(await use(10, `&scenario=${half.id}`), farm.silage, half.id)[0]?.needs).toBe(10 * (2700 - 1080));

  const shared = (await make(owner, 'manager/stocks/', { company: farm.company, farm: null, name: 'Shared' })).id;
  const second = await makeFarm(owner);
  await owner.put(`manager/farms/${second.farm}/`, { company: farm.company });
  const salt = (
    await make(owner, 'manager/ingredients/', { farm: farm.farm, stock: shared, type: farm.type, name: 'Salt', dry_matter: 98 })
  ).id;
  await deliver(owner, farm, salt, 1000, 1);
  const ration = (await makeRation(owner, farm, [{ ingredient: salt, percent: 100 }])).id;
  const jobs = [{ ration, mixer: farm.mixer, groups: [{ group: farm.heifers, weight_per_head: 1 }] }];
  await make(owner, 'manager/loadings/', { farm: farm.farm, name: 'Salt', active: true, jobs });
  const both = await reportOf(owner, 'supply/make/?planned_on_after=2026-03-12&planned_on_before=2026-03-21');
  const alone = await reportOf(owner, `supply/make/?farm=${farm.farm}&planned_on_after=2026-03-12&planned_on_before=2026-03-21`);
  expect(of(both, salt)).toHaveLength(1);
  expect(of(both, salt)[0]).toMatchObject({ needs: 500 });
  expect(of(alone, salt)[0]).toMatchObject({ needs: 500 });

  const elsewhere = await reportOf(
    owner,
    `supply/make/?farm=${second.farm}&planned_on_after=2026-03-12&planned_on_before=2026-03-21&scenario=${half.id}`,
  );
  expect(elsewhere.rows.every(({ scenario_id }) => scenario_id === 0)).toBe(true);
});
