import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { record } from './bench/record.ts';
import type { TestApi } from './support/api.ts';
import { countRuns } from './support/count-runs.ts';
import { make } from './support/factories.ts';
import { IMPORT_DAY, type ImportFarm, makeImportFarm, prepareRows, ROW_MAKERS, sendRows } from './support/import-rows.ts';
import { test } from './support/test.ts';

const ROWS = 8;
/** Two clients with the same farm: one takes a file, the other its rows one by one. */
let twins: { file: ImportFarm; single: ImportFarm };

test.override('now', `${IMPORT_DAY}T12:00:00Z`);
test.beforeAll(async ({ api }) => {
  twins = { file: await makeImportFarm(api, ROWS), single: await makeImportFarm(api, ROWS) };
});

type Row = Record<string, unknown>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Removes ids from a row, because its names identify the same rows. Also removes the numbers that tests add to names. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isRow(value)) return typeof value === 'string' ? value.replace(/(Farm|Company|Client|Type|Stock|Cows) \d+/g, '$1') : value;
  const fields = Object.entries(value).filter(
    ([key]) => !/^(id|schedule|feeding)$/.test(key) && !(`${key}_name` in value) && !IDS.has(key),
  );
  return Object.fromEntries(fields.map(([key, own]) => [key, withoutIds(own)]));
}
const IDS = new Set(['farm', 'company', 'stock', 'type', 'order', 'account_id']);

/** Reads a client's rows of a list, its ledger, feeds, plans and history, without ids. */
async function readState(api: TestApi, path: string, { owner, client }: ImportFarm) {
  const db = api.database.acrossClients();
  const { data } = await owner.get(`${path}/?page_size=1000`);
  const read = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows;
  return withoutIds({
    rows: data.map((row: unknown) => JSON.stringify(withoutIds(row))).toSorted(),
    ledger: await read(sql`
      select i.name, l.kind, l.at, l.day, l.kg, l.price, l.list_price, l.value, l.note from ledger l
      join ingredient i on i.client_id = l.client_id and i.id = l.ingredient_id where l.client_id = ${client} order by i.name, l.id`),
    averages: await read(sql`
      select i.name, a.day, a.at, a.rest, a.average from stock_average a
      join ingredient i on i.client_id = a.client_id and i.id = a.ingredient_id where a.client_id = ${client}
      order by i.name, a.day, a.at, a.move_id`),
    feeds: await read(sql`
      select i.name, s.name as store, i.price, i.dry_matter, i.dry_matter_on, i.rest, i.average_price, i.version,
        array(select f.day from former_dry_matter_day f where f.client_id = i.client_id and f.ingredient_id = i.id order by 1) as former
      from ingredient i join stock s on s.client_id = i.client_id and s.id = i.stock_id where i.client_id = ${client} order by 1, 2`),
    plans: await read(sql`
      select s.planned_on, r.name, i.name as feed, x.weight_plan from schedule s
      join ration r on r.client_id = s.client_id and r.id = s.ration_id
      join schedule_ingredient x on x.client_id = s.client_id and x.planned_on = s.planned_on and x.schedule_id = s.id
      join ingredient i on i.client_id = x.client_id and i.id = x.ingredient_id
      where s.client_id = ${client} and not s.deleted order by 1, 2, s.position, s.id, x.position`),
    history: (await read(sql`select resource, type, name, before, after from history where client_id = ${client}`))
      .map((row) => JSON.stringify(withoutIds(row)))
      .toSorted(),
  });
}

/** The number of statements of a preview. */
async function countStatements(path: string, rows: readonly Row[]): Promise<number> {
  const batches = await record(async () => {
    expect((await sendRows(path, twins.file, rows, true)).status).toBe(200);
  });
  return batches.flat().length;
}

test('every list that takes files has rows here', () => {
  const paths = [...operationsEndpoints, ...reportsEndpoints, ...adminEndpoints].map(({ path }) => path);
  const lists = paths
    .filter((path) => path.endsWith('/import') && !/clients|schedules/.test(path))
    .map((path) => path.slice(1, -'/import'.length));
  expect(Object.keys(ROW_MAKERS).toSorted()).toEqual(lists.toSorted());
});

describe.for(Object.keys(ROW_MAKERS))('a file of %s', (path) => {
  test('writes what files of one row each write', async ({ api }) => {
    const rows = await prepareRows(api, path, twins.file);
    await prepareRows(api, path, twins.single);
    // Rows with other columns or farms may need a statement of their own, but not each row.
    const half = await countStatements(path, rows.slice(0, ROWS / 2));
    expect((await countStatements(path, rows)) - half).toBeLessThan(ROWS / 2);
    const whole = await sendRows(path, twins.file, rows);
    expect([whole.status, whole.errors]).toEqual([200, undefined]);
    expect(whole.data.created + whole.data.updated).toBe(ROWS);
    const { order } = ORDERS[path] ?? {};
    const inOrder = order ? rows.toSorted((a, b) => String(a[order]).localeCompare(String(b[order]))) : rows;
    for (const row of inOrder) expect((await sendRows(path, twins.single, [row])).status).toBe(200);
    expect(await readState(api, path, twins.file)).toEqual(await readState(api, path, twins.single));
  });
});

/** Lists whose rows are added in the order of their moments. */
const ORDERS: Record<string, { order: string }> = {
  'manager/stocks/transfer': { order: 'at' },
  'manager/drymatter': { order: 'measured_at' },
};

/** Feeds that transfers lead through. */
const FLOW = ['Feed 1', 'Feed 2', 'Feed 3'];
const STORES = ['Store', 'Other store'];

/** Moments of two days, several of them equal. */
const moment = fc
  .tuple(fc.constantFrom('2026-10-13', '2026-10-14'), fc.constantFrom('08:00', '09:00', '09:30'))
  .map((parts) => parts.join('T'));
const transfers = fc.array(
  fc
    .record({ feed: fc.constantFrom(...FLOW), from: fc.constantFrom(...STORES), kg: fc.integer({ min: 1, max: 900 }), at: moment })
    .map(({ feed, from, kg, at }) => ({
      ...{
        ingredient_name: from === 'Store' ? feed : `${feed} · ${from}`,
        stock_name: from,
        to_name: STORES.find((store) => store !== from),
        kg,
        at,
      },
    })),
  { minLength: 3, maxLength: 8 },
);
const measurements = fc.array(
  fc
    .record({ feed: fc.constantFrom('Held', 'Feed 1'), percent: fc.integer({ min: 3000, max: 9000 }), at: moment })
    .map(({ feed, percent, at }) => ({ ingredient_name: feed, percent: percent / 100, measured_at: at, method: 'lab' })),
  { minLength: 2, maxLength: 6 },
);

describe('files of random rows', () => {
  test('transfers to and fro move what transfers one by one move', async ({ api }) => {
    const farms = [await makeImportFarm(api, 4), await makeImportFarm(api, 4)] as const;
    // Each feed is in both stores, so that both stores can send it.
    for (const one of farms) {
      for (const ingredient_name of FLOW) {
        const row = { ingredient_name, stock_name: 'Store', to_name: 'Other store', kg: 5000, at: '2026-10-01T08:00' };
        expect((await sendRows('manager/stocks/transfer', one, [row])).status).toBe(200);
      }
    }
    await fc.assert(
      fc.asyncProperty(transfers, async (rows) => {
        await compareInOrder(api, 'manager/stocks/transfer', farms, rows, 'at');
      }),
      { numRuns: countRuns(12), endOnFailure: true },
    );
  });

  test('measurements leave the feeds, their days, the plan and the history that measurements one by one leave', async ({ api }) => {
    const farms = [await makeImportFarm(api, 4), await makeImportFarm(api, 4)] as const;
    for (const one of farms) await planHeld(one);
    await fc.assert(
      fc.asyncProperty(measurements, fc.integer({ min: 1, max: 3 }), async (rows, dry_matter_mean) => {
        for (const { owner, farm } of farms) expect((await owner.put(`manager/farms/${farm}/`, { dry_matter_mean })).status).toBe(200);
        await compareInOrder(api, 'manager/drymatter', farms, rows, 'measured_at');
      }),
      { numRuns: countRuns(12), endOnFailure: true },
    );
  });
});

/** Imports rows into one farm as a file, into the other one by one in the order of their moments, and compares both. */
async function compareInOrder(api: TestApi, path: string, [file, single]: readonly [ImportFarm, ImportFarm], rows: Row[], order: string) {
  expect((await sendRows(path, file, rows)).status).toBe(200);
  for (const row of rows.toSorted((a, b) => String(a[order]).localeCompare(String(b[order])))) {
    expect((await sendRows(path, single, [row])).status).toBe(200);
  }
  expect(await readState(api, path, file)).toEqual(await readState(api, path, single));
}

/** A feed whose dry matter a ration holds, fed today and for a week. */
async function planHeld({ owner, farm, client: _ }: ImportFarm): Promise<void> {
  const findId = async (path: string, name: string) => (await owner.get(`${path}/?farm=${farm}&search=${name}`)).data[0].id;
  const [stock, type, mixer, group] = await Promise.all([
    findId('manager/stocks', 'Other'),
    findId('manager/ingtedienttypes', 'Grain'),
    findId('manager/mixers', 'Mixer'),
    findId('manager/groups', 'Pen'),
  ]);
  const held = await make(owner, 'manager/ingredients/', { farm, stock, type, name: 'Held', price: 3, dry_matter: 40 });
  const items = [{ ingredient: held.id, amount: 100, hold: 'dry' }];
  const ration = await make(owner, 'manager/rations/', { farm, name: 'Of held', rounding: 0, basis: 'load_fresh', items });
  const jobs = [{ ration: ration.id, mixer, groups: [{ group, weight_per_head: 20 }] }];
  await make(owner, 'manager/loadings/', { farm, name: 'Daily', active: true, jobs });
}
