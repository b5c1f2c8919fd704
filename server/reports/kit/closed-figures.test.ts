import { sql } from 'kysely';
import { expect } from 'vitest';
import { ACCOUNT_CODES } from '#tests/support/account-codes.ts';
import type { TestApi } from '#tests/support/api.ts';
import { deliver, make } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { recordDay } from '#tests/support/reports/fed-day.ts';
import { figuresOfMonth, type MonthFigures } from '#tests/support/reports/month-figures.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test } from '#tests/support/test.ts';
import { rollUpDueDays } from './day-roll-ups.ts';

let api: TestApi;
let farm: ReadyFarm;
const owner = () => farm.client.owner;

test.beforeEach(async ({ api: server }) => {
  api = server;
  api.setNow('2026-10-30T06:00:00Z');
  farm = await makeReadyFarm(api);
});

/** Moves on to 5 November and closes October. */
async function closeOctober(): Promise<MonthFigures> {
  await moveTo(api, farm, '2026-11-05T08:00:00Z');
  const figures = await figuresOfMonth(farm, '2026-10');
  await make(owner(), 'manager/months/', { farm: farm.farm, month: '2026-10' });
  return figures;
}
/** The money of the note on days that nothing was recorded of. */
async function missed(from: string, to: string): Promise<number | undefined> {
  const { notes } = await reportOf(owner(), `upload_groups/make/?farm=${farm.farm}&planned_on_after=${from}&planned_on_before=${to}`);
  return notes.find(({ code }) => code === 'plan_without_facts')?.money;
}

test('feed that was not recorded keeps the list price of its day when the price changes or the feed is bought first', async () => {
  const only = { groups: [{ group: farm.cowsGroup, weight_per_head: 10 }] };
  await makeSchedule(farm, '2026-10-30', only);
  await makeSchedule(farm, '2026-10-31', only);
  await makeSchedule(farm, '2026-11-03', only);
  const figures = await closeOctober();
  const before = await figures.read();
  const [october, november] = [await missed('2026-10-30', '2026-10-30'), await missed('2026-11-03', '2026-11-03')];
  expect(october).toBe(november);
  expect((await owner().put(`manager/ingredients/${farm.meal}/`, { price: 50 })).status).toBe(200);
  expect(await figures.read()).toEqual(before);
  await deliver(owner(), farm, farm.meal, 1000, 80);
  expect(await figures.read()).toEqual(before);
  // The third of November was over when the price changed, so it keeps its price; the fifth has its own price: 100 kg of meal at 80 instead
  // of 12.
  expect(await missed('2026-11-03', '2026-11-03')).toBe(november);
  await makeSchedule(farm, '2026-11-05', only);
  expect(await missed('2026-11-05', '2026-11-05')).toBeCloseTo(Number(november) + 100 * (80 - 12), 6);
});

/** Loads 3 000 kg of silage, 1 500 of hay and 500 of meal, of which there is none in stock. */
async function loadDay(day: string): Promise<void> {
  const { id } = await makeSchedule(farm, day);
  const items = [
    { ingredient: farm.silage, weight_fact: 3000 },
    { ingredient: farm.hay, weight_fact: 1500 },
    { ingredient: farm.meal, weight_fact: 500 },
  ];
  for (const body of [{ status: 'in_process' }, { status: 'loaded', items }])
    expect((await owner().put(`schedule/schedules/${id}/load/`, body)).status).toBe(200);
}
const findNote = async (code: string, from: string, to: string) =>
  (await reportOf(owner(), `load/make/?farm=${farm.farm}&planned_on_after=${from}&planned_on_before=${to}`)).notes.find(
    (note) => note.code === code,
  );

test('notes of a closed month follow neither later deliveries nor later measurements of dry matter', async () => {
  const db = api.database.acrossClients();
  await sql`update ingredient set dry_matter_on = '2026-09-10' where id = ${farm.hay}`.execute(db);
  await loadDay('2026-10-30');
  await moveTo(api, farm, '2026-11-03T08:00:00Z');
  await loadDay('2026-11-03');
  const figures = await closeOctober();
  const before = await figures.read();
  const [below, stale] = [
    await findNote('stock_below_zero', '2026-10-01', '2026-10-31'),
    await findNote('stale_dry_matter', '2026-10-01', '2026-10-31'),
  ];
  expect(below).toMatchObject({ count: 1, value: 500, money: 6000, items: [{ id: farm.meal, value: 500 }] });
  expect(stale).toMatchObject({ count: 1, value: 1500, money: 6000, items: [{ id: farm.hay, day: '2026-09-10' }] });
  expect(await findNote('stock_below_zero', '2026-11-01', '2026-11-05')).toMatchObject({ value: 1000 });

  await deliver(owner(), farm, farm.meal, 2000, 80);
  expect((await owner().post('manager/drymatter/', { ingredient: farm.hay, percent: 80 })).status).toBe(201);
  expect(await figures.read()).toEqual(before);
  expect(await findNote('stock_below_zero', '2026-11-01', '2026-11-05')).toBeUndefined();
  // The third was fed before hay was measured on the fifth.
  expect(await findNote('stale_dry_matter', '2026-11-01', '2026-11-05')).toMatchObject({ value: 1500, items: [{ day: '2026-09-10' }] });
  await loadDay('2026-11-05');
  expect(await findNote('stale_dry_matter', '2026-11-05', '2026-11-05')).toBeUndefined();
});

test('a first list price holds on the earlier days of open months, not of closed ones', async () => {
  expect((await owner().put(`manager/ingredients/${farm.meal}/`, { price: 0 })).status).toBe(200);
  const only = { groups: [{ group: farm.cowsGroup, weight_per_head: 10 }] };
  for (const day of ['2026-10-30', '2026-11-03']) await makeSchedule(farm, day, only);
  const figures = await closeOctober();
  const before = await figures.read();
  const unpriced = await missed('2026-11-03', '2026-11-03');
  expect((await owner().put(`manager/ingredients/${farm.meal}/`, { price: 12 })).status).toBe(200);
  expect(await figures.read()).toEqual(before);
  expect(await missed('2026-11-03', '2026-11-03')).toBeCloseTo(Number(unpriced) + 1200, 6);
});

test('a closed month keeps the budget edition that was in force when it was closed', async () => {
  const line = (month: number, price: number) => ({
    month,
    group: farm.cowsGroup,
    heads: 100,
    ingredient: farm.silage,
    kg_per_head_day: 5,
    price,
  });
  const approve = async (price: number, more: object = {}) => {
    const body = { farm: farm.farm, year: 2026, lines: [line(10, price), line(11, price)], ...more };
    const { id } = await make(owner(), 'manager/budgets/', body);
    expect((await owner().post(`manager/budgets/${id}/approve/`, {})).status).toBe(200);
  };
  const budgeted = async (from: string, to: string) =>
    (await reportOf(owner(), `budget/?farm=${farm.farm}&planned_on_after=${from}&planned_on_before=${to}`)).totals.budget;
  await approve(2);
  const figures = await closeOctober();
  const before = await figures.read();
  expect([await budgeted('2026-10-01', '2026-10-31'), await budgeted('2026-11-01', '2026-11-04')]).toEqual([31_000, 4000]);
  await approve(3, { reason: 'Silage is dearer' });
  const after = await figures.read();
  // The forecast of the year covers only the future.
  expect({ ...after, budget: withoutForecast(after.budget) }).toEqual({ ...before, budget: withoutForecast(before.budget) });
  expect([await budgeted('2026-10-01', '2026-10-31'), await budgeted('2026-11-01', '2026-11-04')]).toEqual([31_000, 6000]);
  // Opened and closed again, October has the edition of now.
  const month = { farm: farm.farm, month: '2026-10' };
  expect((await owner().post('manager/months/reopen/', { ...month, reason: 'The budget was wrong' })).status).toBe(200);
  await make(owner(), 'manager/months/', month);
  expect(await budgeted('2026-10-01', '2026-10-31')).toBe(46_500);
});

/** Records the cows' feeding of a day as 4 000 kg of silage. */
const recorded = (day: string) =>
  recordDay(
    api,
    farm,
    day,
    { feeds: { [farm.silage]: { kg: 4000, price: 2 } }, groups: { [farm.cowsGroup]: { kg: 4000, heads: 100 } } },
    day,
  );
const explored = async (row: string, from: string, to: string, more = '') => {
  const path = `explorer/?farm=${farm.farm}&row=${row}&measure=given&planned_on_after=${from}&planned_on_before=${to}${more}`;
  return (await reportOf(owner(), path)).rows.map((cells) => [cells[row], cells.given]);
};

test('another animal type of a group holds from today: a closed month keeps its accounts, rows and filters', async () => {
  await recorded('2026-10-30');
  const { id: heifers } = await make(owner(), 'manager/animaltypes/', { name: 'Another kind' });
  const accounts = { ...ACCOUNT_CODES, [`animal_type_${farm.cows}`]: '232.1', [`animal_type_${heifers}`]: '232.3' };
  const body = { farm: farm.farm, kind: 'blank', name: 'Write-off', report_type: 'accounting_writeoff' };
  const { id: blank } = await make(owner(), 'report/additional/', { ...body, template: { headings: {}, order: [], accounts } });
  const debits = async (from: string, to: string) => {
    const path = `accounting_writeoff/make/?farm=${farm.farm}&blank=${blank}&planned_on_after=${from}&planned_on_before=${to}`;
    const { rows } = await reportOf(owner(), path);
    return rows.flatMap(({ day, debit, group_id }) => (group_id === null ? [] : [[day, debit]]));
  };
  const figures = await closeOctober();
  for (const day of ['2026-11-03', '2026-11-05']) await recorded(day);
  const before = await figures.read();
  const october = () =>
    Promise.all([
      debits('2026-10-01', '2026-10-31'),
      explored('animal_type', '2026-10-01', '2026-10-31'),
      explored('animal_type', '2026-10-01', '2026-10-31', `&animal_type=${farm.cows}`),
    ]);
  const kept = await october();
  expect(kept[0]).toEqual([['2026-10-30', '232.1']]);
  const retype = async (values: object) => expect((await owner().put(`manager/groups/${farm.cowsGroup}/`, values)).status).toBe(200);
  await retype({ animal_type: heifers });
  expect(await october()).toEqual(kept);
  expect(await figures.read()).toEqual(before);
  expect(await debits('2026-11-01', '2026-11-30')).toEqual([
    ['2026-11-03', '232.1'],
    ['2026-11-05', '232.3'],
  ]);
  expect(await explored('group', '2026-11-01', '2026-11-30', `&animal_type=${heifers}`)).toEqual([[expect.any(String), 4000]]);
  // For the open months as well: the days from the first of November on.
  await retype({ animal_type: farm.cows });
  await retype({ animal_type: heifers, animal_type_since: 'open_months' });
  expect(await debits('2026-11-01', '2026-11-30')).toEqual([
    ['2026-11-03', '232.3'],
    ['2026-11-05', '232.3'],
  ]);
  expect(await october()).toEqual(kept);
  expect(await figures.read()).toEqual(before);
});

test('another type of a feed holds from today: a closed month keeps the rows of its types', async () => {
  await recorded('2026-10-30');
  const { id: other } = await make(owner(), 'manager/ingtedienttypes/', { name: 'Another type' });
  const figures = await closeOctober();
  for (const day of ['2026-11-03', '2026-11-05']) await recorded(day);
  const before = await figures.read();
  const ofTypes = (from: string, to: string) =>
    Promise.all(
      ['given', 'loaded'].map(async (measure) => {
        const path = `explorer/?farm=${farm.farm}&row=ingredient_type&measure=${measure}&planned_on_after=${from}&planned_on_before=${to}`;
        return (await reportOf(owner(), path)).rows.map((cells) => [cells.ingredient_type_id, cells[measure]]);
      }),
    );
  // From the roll-ups by day.
  await rollUpDueDays(api.services);
  const october = await ofTypes('2026-10-01', '2026-10-31');
  const retype = async (values: object) => expect((await owner().put(`manager/ingredients/${farm.silage}/`, values)).status).toBe(200);
  await retype({ type: other });
  expect(await ofTypes('2026-10-01', '2026-10-31')).toEqual(october);
  expect(await figures.read()).toEqual(before);
  const split = [
    [other, 4000],
    [farm.type, 4000],
  ];
  expect((await ofTypes('2026-11-01', '2026-11-30')).map((rows) => rows.toSorted())).toEqual([split.toSorted(), split.toSorted()]);
  await retype({ type: farm.type });
  await retype({ type: other, type_since: 'open_months' });
  expect(await ofTypes('2026-11-01', '2026-11-30')).toEqual([[[other, 8000]], [[other, 8000]]]);
  expect(await ofTypes('2026-10-01', '2026-10-31')).toEqual(october);
  expect(await figures.read()).toEqual(before);
});

/** A budget's answer without the tiles of the whole year. */
function withoutForecast(answer: unknown): unknown {
  const { tiles, ...rest } = answer as { tiles: { key: string }[] };
  return { ...rest, tiles: tiles.filter(({ key }) => !['forecast', 'year_budget', 'forecast_difference'].includes(key)) };
}
