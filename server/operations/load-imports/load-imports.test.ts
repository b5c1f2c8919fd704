import { sql } from 'kysely';
import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { callerOf, type TestApi } from '#tests/support/api.ts';
import { make, makeClient, makeFarm, makeGroup, makeIngredient, makeMixer, makeRation, type TestClient } from '#tests/support/factories.ts';
import { test as base } from '#tests/support/test.ts';
import { withStatistics } from '#tests/support/with-statistics.ts';

const IMPORT = 'schedule/schedules/import/';
const test = base.override({ now: '2026-11-20T09:00:00Z' });
type Failed = { status: number; errors?: Record<string, { code: number | string; values?: string[] }[]> };
const codes = ({ status, errors }: Failed) => [
  status,
  Object.fromEntries(Object.entries(errors ?? {}).map(([field, [first]]) => [field, [first?.code, ...(first?.values ?? [])].join(' ')])),
];

/** A farm whose ration is 60 % of the first feed and 40 % of the second. */
async function makeHerd(api: TestApi, client?: TestClient) {
  const its = client ?? (await makeClient(api));
  const { owner } = its;
  const at = await makeFarm(owner);
  const first = await makeIngredient(owner, at, { price: 1.5, dry_matter: 34 });
  const second = await makeIngredient(owner, at, { price: 3, dry_matter: 86 });
  const group = await makeGroup(owner, at, 100);
  const mixer = await makeMixer(owner, at);
  const shares = [
    { ingredient: first.id, percent: 60 },
    { ingredient: second.id, percent: 40 },
  ];
  const ration = await makeRation(owner, at, shares);
  const load = { load: 'B-17', ration_name: ration.name, mixer_name: mixer.name };
  const buildRows = (day: string) => ({
    items: [
      { ...load, at: `${day}T06:00`, ingredient_name: first.name, target: 600, actual: 612.5 },
      { ...load, at: `${day}T06:10`, ingredient_name: second.name, target: 400, actual: 395 },
    ],
    groups: [{ ...load, at: `${day}T06:30`, group_name: group.name, heads: 100, target: 1000, actual: 1001 }],
  });
  const deliver = (ingredient: number, price: number, day: string) =>
    make(owner, 'manager/deliveries/', {
      ...{ farm: at.farm, delivery_type: 'delivery', ingredient, value: 1000, price, delivered_at: `${day}T08:00:00Z` },
    });
  return {
    ...at,
    at,
    client: its,
    owner,
    first: first.id,
    second: second.id,
    group: group.id,
    mixer: mixer.id,
    ration: ration.id,
    rowsOf: buildRows,
    deliver,
  };
}

const placed = test
  .extend('ready', async ({ api, client }) => makeHerd(api, client))
  .extend('rows', async ({ ready }) => ready.rowsOf('2026-11-10'));

placed('a load becomes a finished feeding once, however often it comes', async ({ api, ready, rows }) => {
  const { owner } = ready;
  const { items, groups } = rows;
  const body = { farm: ready.farm, source: 'TMR Tracker', items, groups };
  const tried = await owner.post(IMPORT, { ...body, dry_run: true });
  expect([tried.status, tried.data]).toMatchObject([
    200,
    {
      created: 1,
      same: 0,
      wrong: 0,
      weighings: 3,
      loaded: 1007.5,
      fed: 1001,
      from: '2026-11-10',
      to: '2026-11-10',
      rations: [],
      errors: {},
    },
  ]);
  const days = `schedule/schedules/?farm=${ready.farm}&planned_on=2026-11-10`;
  expect((await owner.get(days)).count).toBe(0);
  expect((await owner.post(IMPORT, body)).data).toMatchObject({ created: 1, same: 0 });
  expect((await owner.post(IMPORT, body)).data).toMatchObject({ created: 0, same: 1 });
  const { data, count } = await owner.get(days);
  expect(count).toBe(1);
  expect(data[0]).toMatchObject({
    ...{ status: 'uploaded', weight_plan: 1000, weight_fact: 1007.5, weight_unloaded: 1001, fresh_weight: 1000, deviation: 7.5 },
    ...{ started_at: '2026-11-10T04:00:00Z', seconds: 600, ration: ready.ration, mixer: ready.mixer, implausible: false },
    groups: [{ heads: 100, weight_per_head: 10, weight_fact: 1001 }],
    items: [{ weight_fact: 612.5 }, { weight_fact: 395 }],
  });
  const other = [{ ...items[0], actual: 700 }, items[1]];
  expect(codes(await owner.post(IMPORT, { ...body, items: other }))).toEqual([400, { 'items.0.load': 'load_changed' }]);
  // The same number on another day, or of another source, is another load.
  const next = (list: readonly { at: string }[]) => list.map((row) => ({ ...row, at: row.at.replace('-10T', '-11T') }));
  expect((await owner.post(IMPORT, { ...body, items: next(items), groups: next(groups) })).data).toMatchObject({ created: 1 });
  const { rows: history } = await sql<{ type: string; after: object }>`
    select type, after from history where resource = 'schedules' and resource_id = ${data[0].id}`.execute(
    api.database.forClient(ready.client.id),
  );
  expect(history).toMatchObject([
    { type: 'create', after: { weight_fact: 1007.5, items: [{ weight_fact: 612.5 }, { weight_fact: 395 }] } },
  ]);
});

test('loads of months are written while the statistics of the tables miss them', async ({ api }) => {
  const { owner, farm, rowsOf } = await makeHerd(api);
  const days = Array.from({ length: 90 }, (_, at) => addDays('2026-08-01', at));
  const rows = days.map(rowsOf);
  const body = { farm, items: rows.flatMap(({ items }) => items), groups: rows.flatMap(({ groups }) => groups) };
  const { status, data } = await withStatistics(api.url, () => owner.post(IMPORT, body));
  expect([status, data]).toMatchObject([200, { created: 90, weighings: 270 }]);
});

test('a load that is imported equals the same load reported to the API, in facts, ledger and reports', async ({ api }) => {
  const worlds = [];
  for (const way of ['api', 'import'] as const) {
    const herd = await makeHerd(api);
    await herd.deliver(herd.first, 1, '2026-11-03');
    await herd.deliver(herd.first, 3, '2026-11-12');
    await herd.deliver(herd.second, 2, '2026-11-04');
    for (const day of ['2026-11-05', '2026-11-10', '2026-11-13']) {
      if (way === 'import') {
        const answer = await herd.owner.post(IMPORT, { farm: herd.farm, ...herd.rowsOf(day) });
        expect([answer.status, answer.errors]).toEqual([200, undefined]);
      } else await reportLoad(herd, day);
    }
    worlds.push(await readWorld(api, herd));
  }
  expect(worlds[1]).toEqual(worlds[0]);
  expect(worlds[0]?.ledger).toHaveLength(9);
});

test('a late load leaves at an average that the upgrade left with five decimals, reported or imported', async ({ api, client }) => {
  for (const way of ['api', 'import'] as const) {
    const herd = await makeHerd(api, client);
    await herd.deliver(herd.first, 1, '2026-11-03');
    await herd.deliver(herd.first, 1.01, '2026-11-04');
    await herd.deliver(herd.first, 1.01, '2026-11-05');
    const db = api.database.forClient(client.id);
    // Before the upgrade, 1.006666666667 was stored as 1.00667.
    await sql`update stock_average set average = round(average, 5) where ingredient_id = ${herd.first}`.execute(db);
    await herd.deliver(herd.first, 3, '2026-11-12');
    if (way === 'api') await reportLoad(herd, '2026-11-10');
    else expect((await herd.owner.post(IMPORT, { farm: herd.farm, ...herd.rowsOf('2026-11-10') })).status).toBe(200);
    const { rows } = await sql<{ price: string }>`
      select price::text from schedule_ingredient where ingredient_id = ${herd.first}
      union all select price::text from ledger where ingredient_id = ${herd.first} and kind = 'load'`.execute(db);
    expect(rows, way).toEqual([{ price: '1.00667' }, { price: '1.00667' }]);
  }
});

type Herd = Awaited<ReturnType<typeof makeHerd>>;

/** Plans the load of `buildRows` and reports it as a terminal does. */
async function reportLoad({ owner, farm, ration, mixer, group, first, second }: Herd, day: string): Promise<void> {
  const plan = { farm, planned_on: day, ration, mixer, groups: [{ group, weight_per_head: 10 }] };
  const { id } = await make(owner, 'schedule/schedules/', plan);
  const put = async (stage: string, body: object) => {
    const { status, errors } = await owner.put(`schedule/schedules/${id}/${stage}/`, body);
    expect([status, errors]).toEqual([200, undefined]);
  };
  const [started_at, finished_at, fed_at] = ['04:00', '04:10', '04:30'].map((time) => `${day}T${time}:00Z`);
  const items = [
    { ingredient: first, weight_fact: 612.5, started_at },
    { ingredient: second, weight_fact: 395, started_at: finished_at },
  ];
  await put('load', { status: 'in_process', operator: null, started_at, items });
  await put('load', { status: 'loaded', operator: null, started_at, finished_at, items });
  const groups = [{ group, weight_fact: 1001, started_at: fed_at }];
  await put('upload', { status: 'out_process', started_at: fed_at, groups });
  await put('upload', { status: 'uploaded', started_at: fed_at, finished_at: fed_at, groups });
}

/** Everything of a farm that its feedings decide, without ids and names. */
async function readWorld(api: TestApi, { owner, client, farm, first }: Herd) {
  const db = api.database.forClient(client.id);
  const read = async (columns: string, table: string, order: string) => {
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.raw(columns)} from ${sql.table(table)} t where t.client_id = ${client.id} and t.farm_id = ${farm} order by ${sql.raw(order)}`.execute(
      db,
    );
    return rows;
  };
  const feed = `t.ingredient_id = ${first} as is_first`;
  const range = `farm=${farm}&planned_on_after=2026-11-01&planned_on_before=2026-11-15`;
  const reports = [];
  for (const name of ['inout', 'dashboard/make', 'upload_groups/make', 'schedule_load/make', 'consumption/make', 'bunk/make']) {
    const { status, data } = await owner.get(`report/${name}/?${range}`);
    expect([name, status]).toEqual([name, 200]);
    reports.push([name, data.totals, data.tiles.map(({ key, value }: { key: string; value: number }) => [key, value])]);
  }
  return {
    ledger: await read(`${feed}, day, at, kind, kg, price, value`, 'ledger', 'day, at, kg, price'),
    items: await read(
      `${feed}, planned_on, percent, weight_plan, weight_fact, price, dry_matter, counted, implausible, started_at`,
      'schedule_ingredient',
      'planned_on, position',
    ),
    groups: await read(
      'planned_on, heads, weight_per_head, weight_plan, weight_fact, counted, left_out, ration_size',
      'schedule_group',
      'planned_on',
    ),
    stock: await read(`${feed}, day, kind, kg, value, moves`, 'stock_day', 'day, kind, kg'),
    reports,
  };
}

placed('a load is priced by the average of its own position', async ({ ready }) => {
  const { owner } = ready;
  await ready.deliver(ready.first, 1, '2026-11-03');
  await ready.deliver(ready.first, 3, '2026-11-15');
  const row = { load: '5', at: '2026-11-05T06:00', mixer: ready.mixer, ingredient: ready.first, actual: 500 };
  const late = { ...row, load: '6', at: '2026-11-16T06:00' };
  expect((await owner.post(IMPORT, { farm: ready.farm, items: [late, row] })).data).toMatchObject({ created: 2, not_unloaded: 2 });
  const { data } = await owner.get(
    `schedule/schedules/?farm=${ready.farm}&planned_on_after=2026-11-05&planned_on_before=2026-11-16&ordering=planned_on`,
  );
  expect(data.map(({ items }: { items: { price: number }[] }) => items[0]?.price)).toEqual([1, 2.333_33]);
});

placed('rows are refused at their field, and nothing is written', async ({ api, ready, rows }) => {
  const { owner } = ready;
  const { items, groups } = rows;
  const before = (await owner.get(`schedule/schedules/?farm=${ready.farm}`)).count;
  const refused = async (item: object, group: object = {}) =>
    codes(
      await owner.post(IMPORT, { farm: ready.farm, items: [{ ...items[0], ...item }, items[1]], groups: [{ ...groups[0], ...group }] }),
    );
  expect(await refused({ actual: -1 })).toEqual([400, { 'items.0.actual': '9' }]);
  expect(await refused({ actual: undefined })).toEqual([400, { 'items.0.actual': '2' }]);
  expect(await refused({ weight: 5 })).toMatchObject([400, {}]);
  for (const at of ['31.31.2026', '2026-02-31T05:00', '2026-11-10T25:00'])
    expect(await refused({ at }), at).toEqual([400, { 'items.0.at': '1' }]);
  expect(await refused({ at: '1926-11-10T06:00' })).toMatchObject([400, { 'items.0.at': 'min_val' }]);
  expect(await refused({ at: '2026-11-22T06:00' })).toMatchObject([400, { 'items.0.at': '8' }]);
  expect(await refused({ ingredient_name: 'Corn' })).toEqual([400, { 'items.0.ingredient_name': 'unknown_name' }]);
  expect(await refused({ mixer_name: 'Wagon' })).toEqual([400, { 'items.0.mixer_name': 'unknown_name' }]);
  expect(await refused({}, { group_name: 'Pen 9' })).toEqual([400, { 'groups.0.group_name': 'unknown_name' }]);
  expect(await refused({}, { load: 'B-18' })).toEqual([400, { 'groups.0.load': 'load_without_items' }]);
  expect(await refused({ actual: 90_000 })).toEqual([400, { 'items.0.actual': 'mixer_weight' }]);
  const tried = await owner.post(IMPORT, { farm: ready.farm, dry_run: true, items: [{ ...items[0], ingredient_name: 'Corn' }, items[1]] });
  expect(tried.data).toMatchObject({ wrong: 1, unknown: { ingredients: [{ name: 'Corn', rows: 1 }] } });
  const strange = (await makeClient(api)).owner;
  expect(codes(await strange.post(IMPORT, { farm: ready.farm, items, groups }))).toMatchObject([400, { 'items.0.farm': 'unknown_name' }]);
  const db = api.database.forClient(ready.client.id);
  await sql`insert into month_close (client_id, farm_id, month) values (${ready.client.id}, ${ready.farm}, '2026-10-01')`.execute(db);
  const october = items.map((row) => ({ ...row, at: row.at.replace('2026-11-10', '2026-10-31') }));
  expect(codes(await owner.post(IMPORT, { farm: ready.farm, items: [...items, ...october] }))).toEqual([
    400,
    { 'items.2.at': 'month_closed 2026-10' },
  ]);
  await sql`delete from month_close`.execute(db);
  const barley = await makeIngredient(owner, ready.at, { name: 'Opened barley' });
  await make(owner, 'manager/openings/', { farm: ready.farm, ingredient: barley.id, day: '2026-11-12', kg: 100, price: 1 });
  expect(await refused({ ingredient_name: 'Opened barley' })).toEqual([400, { 'items.0.at': 'before_opening Opened barley 2026-11-12' }]);
  expect((await owner.get(`schedule/schedules/?farm=${ready.farm}`)).count).toBe(before);
});

placed('an unknown ration is added as it was loaded, and loads without a ration share one', async ({ ready, rows }) => {
  const { owner } = ready;
  const { items } = rows;
  const unnamed = { ...items[0], load: '99', ration_name: undefined };
  const body = { farm: ready.farm, items: [{ ...items[0], ration_name: 'Old high' }, { ...items[1], ration_name: 'Old high' }, unnamed] };
  expect((await owner.post(IMPORT, { ...body, dry_run: true })).data).toMatchObject({
    created: 2,
    rations: ['Old high', 'Як завантажено'],
  });
  expect((await owner.post(IMPORT, body)).data).toMatchObject({ created: 2, rations: ['Old high', 'Як завантажено'] });
  const more = [{ ...unnamed, load: '100' }];
  expect((await owner.post(IMPORT, { farm: ready.farm, items: more })).data).toMatchObject({ created: 1, rations: [] });
  const { data } = await owner.get(`manager/rations/?farm=${ready.farm}&search=old%20high`);
  expect(data[0].items.map(({ percent }: { percent: number }) => percent)).toEqual([60, 40]);
});

placed('spellings of one ration name with other quotes, spaces and case become one ration', async ({ ready, rows }) => {
  const names = ['High «A»', 'high  "A"', 'HIGH “A”'];
  const items = names.map((ration_name, n) => ({ ...rows.items[0], ration_name, load: `${n}` }));
  const { data } = await ready.owner.post(IMPORT, { farm: ready.farm, items });
  expect(data).toMatchObject({ created: 3, rations: ['High «A»'] });
});

placed('an access key sends the loads of a day, and its doubtful weighings wait', async ({ ready, rows, api }) => {
  const { items, groups } = rows;
  const far = [{ ...items[0], actual: 6 }, items[1]];
  const key = (await ready.owner.post('manager/keys/', { name: `Mixer ${ready.mixer}`, farm: ready.farm })).data;
  const device = callerOf(api.app, key.secret, 'Key');
  const sent = await device.post(IMPORT, { farm: ready.farm, source: 'Mixer', items: far, groups });
  expect([sent.status, sent.data]).toMatchObject([200, { created: 1, implausible: 1, far_off: 1 }]);
  const [row] = (await ready.owner.get(`schedule/schedules/?farm=${ready.farm}&planned_on=2026-11-10`)).data;
  expect(row).toMatchObject({
    implausible: true,
    weight_fact: null,
    weight_unloaded: null,
    items: [{ implausible: true }, { implausible: false }],
  });
  expect((await ready.owner.get(`manager/ingredients/${ready.first}/`)).data.rest).toBe(0);
  const corrected = await ready.owner.put(`schedule/schedules/${row.id}/weighings/`, {
    reason: 'Read from the scale',
    items: [{ ingredient: ready.first, weight_fact: 600 }],
  });
  expect([corrected.status, corrected.data]).toMatchObject([200, { implausible: false, weight_fact: 995, weight_unloaded: 1001 }]);
  expect((await ready.owner.get(`manager/ingredients/${ready.first}/`)).data.rest).toBe(-600);
  expect((await ready.owner.post(IMPORT, { farm: ready.farm, source: 'Mixer', items: far, groups })).data).toMatchObject({
    created: 0,
    same: 1,
  });
});

test('the hour that comes twice and the hour that is left out are read by the clock of the farm', async ({ api }) => {
  const at = await makeHerd(api);
  const row = { mixer: at.mixer, ingredient: at.first, actual: 100 };
  const times = {
    '1': ['2026-10-25T03:30', '2026-10-25T01:30:00Z'],
    '2': ['2026-10-25T03:30+03:00', '2026-10-25T00:30:00Z'],
    '3': ['2026-03-29T03:30', '2026-03-29T01:30:00Z'],
    '4': ['2026-10-25', '2026-10-24T21:00:00Z'],
  };
  const items = Object.entries(times).map(([load, [when]]) => ({ ...row, load, at: when }));
  const answer = await at.owner.post(IMPORT, { farm: at.farm, items });
  expect([codes(answer), answer.data]).toMatchObject([[200, {}], { created: 4 }]);
  const { data } = await at.owner.get(`schedule/schedules/?farm=${at.farm}&planned_on_before=2026-10-31&page_size=10`);
  expect(new Set(data.map(({ started_at }: { started_at: string }) => started_at))).toEqual(
    new Set(Object.values(times).map(([, at]) => at)),
  );
});

test('loads far before all others are named in a dry run, and years of continuous loads are not', async ({ api }) => {
  const at = await makeHerd(api);
  const row = { mixer: at.mixer, ingredient: at.first, actual: 100 };
  const toItems = (days: readonly string[]) => days.map((day, n) => ({ ...row, load: String(n), at: day }));
  const findEarly = async (days: readonly string[]) => {
    const { status, data } = await at.owner.post(IMPORT, { farm: at.farm, items: toItems(days), dry_run: true });
    return [status, data.early, data.early_loads];
  };
  const continuous = ['2026-11-10', '2025-12-01', '2024-12-01', '2024-02-01'];
  expect(await findEarly(continuous)).toEqual([200, 0, []]);
  expect(await findEarly([...continuous, '2006-10-10'])).toEqual([200, 1, [{ row: 'items.4', day: '2006-10-10', next: '2024-02-01' }]]);
  expect(await findEarly(['2024-10-10'])).toEqual([200, 0, []]);
  await at.deliver(at.first, 1.5, '2026-10-05');
  expect(await findEarly(['2024-10-10'])).toEqual([200, 1, [{ row: 'items.0', day: '2024-10-10', next: '2026-10-01' }]]);
  expect((await at.owner.post(IMPORT, { farm: at.farm, items: toItems(['2024-10-10']) })).data).toMatchObject({ created: 1 });
});
