import { describe, expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { ERROR_CODES } from '#contract/errors.ts';
import { comparedKey } from '#contract/reports/comparison.ts';
import { PRESETS } from '#contract/reports/explorer-presets.ts';
import { canTell } from '#contract/reports/explorer-view.ts';
import { DIMENSIONS, MEASURES, MEASURES_OF } from '#contract/reports/explorer-words.ts';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import { placeOf } from '#server/reports/kit/pairing.ts';
import type { Caller } from '#tests/support/api.ts';
import { make, makeAccount, makeFarm, makeGroup } from '#tests/support/factories.ts';
import { throwMilk } from '#tests/support/reports/milk.ts';
import { expectPreset } from '#tests/support/reports/presets.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, FILTERS, narrowed, range, reportOf } from '#tests/support/reports/world.ts';
import { ROLLED } from './measures.ts';

const explore = (world: DiceWorld, query: string) => reportOf(world.client.owner, `explorer/?${range}${query}`);

const ALL_STATUSES = '&status=waited,in_process,loaded,out_process,uploaded';

describe('values from the roll-up', () => {
  test.for([
    ['ingredient,week', ''],
    ['month,ingredient', ''],
    ['farm,ingredient_type', ''],
    ['day', '&price_basis=moment'],
  ] as const)('equals the scan of the weighings: %s %s', async ([row, query], { world }) => {
    const asked = `${query}&row=${row}&measure=${ROLLED}`;
    const [rolled, scanned] = await Promise.all([explore(world, asked), explore(world, `${asked}${ALL_STATUSES}`)]);
    expect(rolled.rows.length).toBeGreaterThan(1);
    expect(rolled.rows).toEqual(scanned.rows);
    expect(rolled.totals).toEqual(scanned.totals);
    expect(rolled.tiles).toEqual(scanned.tiles);
  });
});

test('feed that was loaded and given to no group is the difference between loaded and given', async ({ world }) => {
  const fixed = await reportOf(world.client.owner, `load_ings_by_groups/make/?${range}`);
  const cut = await explore(world, '&row=ingredient&measure=undelivered,loaded,given');
  const nowhere = new Map(fixed.rows.filter(({ group_id }) => group_id === null).map((row) => [row.ingredient_id, row.given]));
  expect(nowhere.size).toBeGreaterThan(1);
  for (const { ingredient_id, undelivered } of cut.rows) expect(undelivered).toEqual(nowhere.get(ingredient_id ?? 0) ?? 0);
});

test('loading by mixer and operator is what the report on loading has in total, and its rows add up to it', async ({ world }) => {
  const fixed = await reportOf(world.client.owner, `schedule_load/make/?${range}`);
  const cut = await explore(
    world,
    '&row=mixer,operator,period&measure=loading_plan,loaded,loading_deviation,loading_cost_of_error,loading_accuracy,loading_bias',
  );
  const KEYS = { plan: 'loading_plan', fact: 'loaded', deviation: 'loading_deviation', loading_cost_of_error: 'loading_cost_of_error' };
  for (const [column, measure] of Object.entries(KEYS)) {
    expect(cut.totals[measure]).toEqual(fixed.totals[column]);
    expect(cut.rows.reduce((sum, row) => sum + Number(row[measure]), 0)).toBeCloseTo(Number(cut.totals[measure]), 4);
  }
  const findTile = (data: ReportData, key: string) => data.tiles.find((tile) => tile.key === key);
  for (const key of ['loading_accuracy', 'loading_bias']) {
    expect(findTile(cut, key)).toMatchObject({ value: findTile(fixed, key)?.value, previous: findTile(fixed, key)?.previous });
  }
});

test('every dimension works with every measure that fits it, and the total is the same for any rows', async ({ world }) => {
  const totals = new Map<string, unknown>();
  for (const row of DIMENSIONS) {
    const measures = MEASURES.filter((measure) => canTell(measure, [row], {}));
    const data = await explore(world, `&row=${row}&measure=${measures}`);
    expect(data.rows.length, row).toBeGreaterThan(0);
    // A whole counts its heads once, however it is divided; the heads of one ration are its own.
    for (const measure of measures) {
      if (!totals.has(measure)) totals.set(measure, data.totals[measure]);
      expect(data.totals[measure], `${measure} by ${row}`).toEqual(totals.get(measure));
    }
    for (const { x, y, rows } of data.series)
      expect(rows.every((point) => [x, ...y].every(({ key }) => point[key] !== undefined))).toBe(true);
  }
});

test('the default view reconciles plan and delivery: a column shows missing records if there are any', async ({ world }) => {
  const first = await explore(world, '');
  const listColumnKeys = ({ columns }: ReportData) => columns.map(({ key }) => key);
  const TIED = ['delivery_plan', 'delivery_not_recorded', 'delivered', 'delivery_deviation', 'delivery_deviation_percent'];
  expect(listColumnKeys(first).filter((key) => key.startsWith('deliver'))).toEqual(TIED);
  expect(Number(first.totals.delivery_not_recorded)).toBeGreaterThan(0);
  for (const row of [...first.rows, first.totals]) {
    const { delivery_plan, delivery_waiting, delivery_not_recorded, delivery_deviation, delivered } = row as Record<string, number | null>;
    const tied = Number(delivery_plan) - Number(delivery_waiting) - Number(delivery_not_recorded) + Number(delivery_deviation);
    expect(tied).toBeCloseTo(Number(delivered), 6);
  }
  // It is no headline and no line of the chart, and no column of those who had all recorded.
  expect(first.tiles.map(({ key }) => key)).not.toContain('delivery_not_recorded');
  expect(first.series[0]?.y.map(({ key }) => key)).toEqual(['delivery_plan', 'delivered']);
  // The chart is called by what its measures are of together.
  expect(first.series[0]?.label).toBe('explorer:of.delivery');
  const { rows } = await explore(world, '&row=day,group');
  const recorded = rows.find((row) => row.delivery_not_recorded === 0 && row.delivered);
  const ofOne = `explorer/?planned_on_after=${recorded?.day}&planned_on_before=${recorded?.day}&group=${recorded?.group_id}`;
  expect(listColumnKeys(await reportOf(world.client.owner, ofOne))).not.toContain('delivery_not_recorded');
  // A query for this column alone returns it.
  expect(listColumnKeys(await reportOf(world.client.owner, `${ofOne}&measure=delivery_not_recorded`))).toContain('delivery_not_recorded');
});

test('refuses unknown, repeated, too many and unfitting dimensions and measures at their field', async ({ world }) => {
  const refused = async (query: string) => (await world.client.owner.get(`report/explorer/?${range}${query}`)).errors;
  expect(await refused('&row=group;drop')).toMatchObject({ 'row.0': [{ code: ERROR_CODES.invalid_value }] });
  expect(await refused('&row=group,group')).toHaveProperty('row');
  expect(await refused('&row=day,group,ration,farm')).toHaveProperty('row');
  expect(await refused('&measure=sum(cost)')).toHaveProperty(['measure.0']);
  expect(await refused('&row=ingredient&measure=eaten')).toMatchObject({ measure: [{ code: 'not_of_these_rows', values: ['eaten'] }] });
  expect(await refused(`&row=day&measure=heads&ingredient=${world.kyiv.ingredients[0]}`)).toHaveProperty('measure');
  expect(await refused('&row=group&measure=loaded')).toHaveProperty('measure');
});

test('shows loading only with the right to mixer loading', async ({ world }) => {
  const grant = (name: string) => ({ module: 'manger', label: '', name, view: true, add: false, change: false, delete: false });
  const callerWith = async (...names: string[]) => {
    const { id } = await world.api.database
      .acrossClients()
      .insertInto('access_group')
      .values({ client_id: world.client.id, name: names.join(), farms: [world.kyiv.id], permissions: JSON.stringify(names.map(grant)) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return (await makeAccount(world.api, { user_type: 'employee', client_id: world.client.id, access_group_id: id })).caller;
  };
  const readStatus = async (caller: Caller, measure: string) =>
    (await caller.get(`report/explorer/?${range}&row=day&measure=${measure}`)).status;
  const [loader, reader] = await Promise.all([callerWith('additional', 'load'), callerWith('additional')]);
  for (const measure of MEASURES_OF.loading) {
    expect(await readStatus(reader, measure), measure).toBe(403);
    expect(await readStatus(reader, `given,${measure}`), measure).toBe(403);
    expect(await readStatus(loader, measure), measure).toBe(200);
  }
  expect(await readStatus(reader, 'given,delivered')).toBe(200);
});

describe.each(PRESETS)('the preset of $report', (preset) => {
  const compare = (world: DiceWorld, query: string) => expectPreset(world.client.owner, preset, `${range}${query}`);

  test.for(FILTERS)('returns its figures: %s', async (name, { world }) => {
    const { query } = narrowed(world, name);
    if (query.includes('status') && preset.report.includes('ing')) return;
    await compare(world, query);
  });

  test.for(['price_basis=average', 'price_basis=today', 'deviation=absolute'])('returns its figures: %s', async (manner, { world }) => {
    if (manner.startsWith('deviation') && preset.report.includes('ing')) return;
    await compare(world, `&${manner}`);
  });
});

describe('compared with the days before', () => {
  test.for([
    [
      'week',
      'of ten days pair with those at their places',
      'planned_on_after=2026-10-22&planned_on_before=2026-10-31',
      '2026-10-12',
      '2026-10-21',
      -7,
    ],
    ['day', 'pair with those at their places', range, before.from, before.to, -14],
  ] as const)('%ss %s', async ([row, _, days, from, to, shift], { world }) => {
    const asked = `&row=${row},group&measure=delivered,cost`;
    const of = (query: string) => reportOf(world.client.owner, `explorer/?${query}${asked}`);
    const [base, both] = await Promise.all([of(`planned_on_after=${from}&planned_on_before=${to}`), of(`${days}&compare_with=previous`)]);
    expect(both.comparison).toMatchObject({ planned_on_after: from, planned_on_before: to, reason: null });
    const toRowName = (one: Row, by = 0) => `${addDays(String(one[row]), by)} ${one.group_id}`;
    const wanted = new Map(base.rows.map((one) => [toRowName(one), one]));
    const own = both.rows.filter(({ base_only }) => !base_only);
    expect(own.filter((one) => wanted.has(toRowName(one, shift))).length).toBeGreaterThan(2);
    for (const one of own) {
      for (const key of ['delivered', 'cost'])
        expect(one[comparedKey('base', key)] ?? null).toBe(wanted.get(toRowName(one, shift))?.[key] ?? null);
    }
    const points = new Map(base.series[0]!.rows.map((point) => [point[row], point]));
    for (const point of both.series[0]!.rows) {
      expect(point[comparedKey('base', 'delivered')]).toBe(points.get(addDays(String(point[row]), shift))?.delivered ?? null);
    }
  });

  test('weeks and months pair by their place in ranges that begin on any day, over the end of a year', () => {
    const listPlaces = (key: string, from: string, days: string[]) => days.map((day) => placeOf(day, from, key));
    // A Sunday, a Monday, a Wednesday.
    expect(listPlaces('week', '2026-10-18', ['2026-10-12', '2026-10-19', '2026-10-26'])).toEqual([0, 1, 2]);
    expect(listPlaces('week', '2026-10-19', ['2026-10-19', '2026-10-26'])).toEqual([0, 1]);
    expect(listPlaces('week', '2025-12-31', ['2025-12-29', '2026-01-05'])).toEqual([0, 1]);
    expect(listPlaces('month', '2025-11-15', ['2025-11-01', '2025-12-01', '2026-01-01'])).toEqual([0, 1, 2]);
  });
});

test('income over feed cost equals its own report next to the feeding, with a note on days without milk', async ({ world }) => {
  await throwMilk(world);
  const [cut, fixed, fed] = await Promise.all([
    explore(world, `&row=week,farm,group&measure=${MEASURES_OF.milk}`),
    reportOf(world.client.owner, `iofc/?${range}&milk_step=week`),
    explore(world, '&row=week,farm,group&measure=iofc,cost,delivered&compare_with=previous'),
  ]);
  expect(fixed.rows.length).toBeGreaterThan(4);
  const pickOwnMilk = ({ farm_id, group_id, ...row }: Row) => [farm_id, group_id, ...MEASURES_OF.milk.map((measure) => row[measure])];
  expect(cut.rows.map((row) => [row.week, ...pickOwnMilk(row)])).toEqual(
    expect.arrayContaining(fixed.rows.map((row) => [row.week, ...pickOwnMilk(row)])),
  );
  expect(cut.rows).toHaveLength(fixed.rows.length);
  expect(pickOwnMilk(cut.totals)).toEqual(pickOwnMilk(fixed.totals));
  expect(cut.columns.find(({ key }) => key === 'group')?.empty).toBe('explorer:whole_farm');
  const missing = ({ notes }: ReportData) => notes.find(({ code }) => code === 'milk_missing');
  expect(missing(fixed)?.count).toBeGreaterThan(0);
  expect(missing(cut)).toEqual(missing(fixed));
  // A farm's total milk is a row without a group, next to the rows of the groups.
  expect(fed.rows.filter(({ iofc, group_id }) => iofc != null && group_id === null).length).toBeGreaterThan(0);
  expect(fed.totals.iofc).toBe(fixed.totals.iofc);
  const refused = async (query: string) => (await world.client.owner.get(`report/explorer/?${range}${query}`)).errors;
  const error = { measure: [{ code: 'not_of_these_rows', values: ['iofc'] }] };
  expect(await refused('&row=ration&measure=iofc')).toMatchObject(error);
  expect(await refused(`&row=day&measure=iofc&mixer=${world.kyiv.mixers[0]}`)).toMatchObject(error);
});

test('a measure that nobody records is reported as such for each visible farm', async ({ api, client }) => {
  const missing = async (caller: Caller) => (await caller.get('explorer/offers/')).data.missing;
  const [milked, other] = [await makeFarm(client.owner), await makeFarm(client.owner)];
  const dairy = await makeGroup(client.owner, milked);
  expect(await missing(client.owner)).toEqual(['milk', 'refed', 'nutrients']);
  await make(client.owner, 'manager/milk/', { farm: milked.farm, group: dairy.id, day: '2026-11-09', kg: 100, fat: 4, protein: 3.3 });
  expect(await missing(client.owner)).toEqual(['refed', 'nutrients']);
  const bound = async (farm: number) => {
    const view = { module: 'manger', label: '', name: 'additional', view: true, add: false, change: false, delete: false };
    const { id } = await api.database
      .forClient(client.id)
      .insertInto('access_group')
      .values({ client_id: client.id, name: `Of ${farm}`, farms: [farm], permissions: JSON.stringify([view]) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return (await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: id })).caller;
  };
  expect(await missing(await bound(milked.farm))).toEqual(['refed', 'nutrients']);
  expect(await missing(await bound(other.farm))).toEqual(['milk', 'refed', 'nutrients']);
  const nobody = await makeAccount(api, { user_type: 'employee', client_id: client.id });
  expect((await nobody.caller.get('explorer/offers/')).status).toBe(403);
});
