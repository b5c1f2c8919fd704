import { expect } from 'vitest';
import type { Imported } from '#contract/imports.ts';
import type { Caller } from '#tests/support/api.ts';
import {
  deliver,
  make,
  makeClient,
  makeFarm,
  makeGroup,
  makeIngredient,
  makeMixer,
  makeRation,
  type TestClient,
  type TestFarm,
} from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

let client: TestClient;
let at: TestFarm;
let owner: Caller;

test.beforeEach(async ({ api }) => {
  api.setNow('2026-10-15T09:00:00Z');
  client = await makeClient(api);
  owner = client.owner;
  at = await makeFarm(owner);
});

type Row = Record<string, unknown>;
const send = (path: string, rows: Row[], more: object = {}) => owner.post<Imported>(`manager/${path}/import/`, { rows, ...more });
const codes = (errors: object) => Object.fromEntries(Object.entries(errors).map(([field, [{ code }]]) => [field, code]));
const ingredient = async (id: number) => (await owner.get(`manager/ingredients/${id}/`)).data;
const readName = async (path: string, id: number): Promise<string> => (await owner.get(`manager/${path}/${id}/`)).data.name;
/** The ledger's moves of an ingredient, oldest first. */
const moves = async (id: number): Promise<Row[]> =>
  (await owner.get(`manager/stocks/${at.stock}/ledger/?ingredient=${id}&page_size=1000`)).data.toReversed();

test('ingredients: stock and type by name, dry matter or humidity, the same rules as one by one', async () => {
  const hay = await makeIngredient(owner, at, { name: 'Hay', dry_matter: 80 });
  const full = await makeIngredient(owner, at, { name: 'Full' });
  const wet = await makeIngredient(owner, at, { name: 'Wet', dry_matter: 33.6 });
  await deliver(owner, at, full.id, 10, 1);
  const other = await make(owner, 'manager/stocks/', { company: at.company, farm: at.farm, name: 'Second' });
  const elsewhere = await makeFarm(owner);
  const [stock_name, type_name] = [await readName('stocks', at.stock), await readName('ingtedienttypes', at.type)];
  const kind = { stock_name, type_name };
  const done = await send(
    'ingredients',
    [
      // An empty humidity follows the dry matter.
      { id: hay.id, name: 'Hay', ...kind, dry_matter: 85.5, humidity: null, price: 3.25 },
      { name: 'Straw', ...kind, humidity: 12.35, price: null },
    ],
    { farm: at.farm },
  );
  expect(done.data.rows.map(({ action, before }) => [action, before])).toEqual([
    ['update', { price: 2, dry_matter: 80 }],
    ['create', {}],
  ]);
  expect(await ingredient(hay.id)).toMatchObject({ dry_matter: 85.5, humidity: 14.5, price: 3.25, version: 2 });
  expect(await ingredient(done.data.rows[1]?.id ?? 0)).toMatchObject({ dry_matter: 87.65, price: 0, stock: at.stock });

  const refused = await send(
    'ingredients',
    [
      { name: 'A', ...kind },
      { name: 'B', ...kind, dry_matter: 50, humidity: 49 },
      { id: full.id, stock_name: 'Second' },
      { name: 'C', stock: elsewhere.stock, type: at.type, dry_matter: 1 },
      { name: 'D', stock_name: 'No such', type: at.type, dry_matter: 101 },
      { name: 'E', type_name, dry_matter: 1 },
      { id: hay.id, price: -1, name: null },
      { id: wet.id, dry_matter: 33.6, humidity: 70 },
    ],
    { farm: at.farm },
  );
  expect([refused.status, codes(refused.errors)]).toEqual([
    400,
    {
      'rows.0.dry_matter': 2,
      'rows.1.humidity': 23,
      'rows.2.stock_name': 'in_use',
      'rows.3.stock': 23,
      'rows.4.stock_name': 'unknown_name',
      'rows.4.dry_matter': 8,
      'rows.5.stock_name': 2,
      'rows.6.price': 9,
      'rows.6.name': 4,
      'rows.7.humidity': 23,
    },
  ]);
  expect(other.id).toBeGreaterThan(0);
});

test('rations: parts by name, exactly a hundred, and the waiting plan follows', async () => {
  const [hay, corn] = [await makeIngredient(owner, at, { name: 'Hay' }), await makeIngredient(owner, at, { name: 'Corn' })];
  const ration = await makeRation(owner, at, [
    { ingredient: hay.id, percent: 60 },
    { ingredient: corn.id, percent: 40 },
  ]);
  const [group, mixer] = [await makeGroup(owner, at, 10), await makeMixer(owner, at)];
  const schedule = await make(owner, 'schedule/schedules/', {
    farm: at.farm,
    planned_on: '2026-10-15',
    ration: ration.id,
    mixer: mixer.id,
    groups: [{ group: group.id, weight_per_head: 10 }],
  });
  const items = [
    { ingredient_name: 'corn', percent: 70 },
    { ingredient_name: 'Hay', percent: 30 },
  ];
  const done = await send(
    'rations',
    [
      { name: ration.name, items },
      { name: 'New', rounding: 5, items },
    ],
    { farm: at.farm },
  );
  expect(done.data.rows[0]).toMatchObject({
    action: 'update',
    before: { items: [{ ingredient_name: 'Hay', percent: 60 }, { percent: 40 }] },
  });
  expect((await owner.get(`manager/rations/${ration.id}/`)).data).toMatchObject({
    rounding: 1,
    version: 2,
    items: [
      { ingredient: corn.id, percent: 70 },
      { ingredient: hay.id, percent: 30 },
    ],
  });
  expect((await owner.get(`schedule/schedules/${schedule.id}/`)).data.items).toMatchObject([{ weight_plan: 70 }, { weight_plan: 30 }]);

  const refused = await send(
    'rations',
    [
      { name: 'Short', items: [{ ingredient_name: 'Hay', percent: 99.99 }] },
      {
        name: 'Twice',
        items: [
          { ingredient: hay.id, percent: 50 },
          { ingredient_name: 'hay', percent: 50 },
        ],
      },
      {
        name: 'Unknown',
        items: [
          { ingredient_name: 'Hay', percent: 50 },
          { ingredient_name: 'Hops', percent: 50 },
        ],
      },
      { name: 'Empty', items: [{ ingredient_name: null, percent: 'half' }] },
      { name: 'None', items: [] },
      { name: 'Odd', items: 'hay 100' },
    ],
    { farm: at.farm },
  );
  expect(codes(refused.errors)).toEqual({
    'rows.0.items': 'percent_sum',
    'rows.1.items.1.ingredient_name': 23,
    'rows.2.items.1.ingredient_name': 'unknown_name',
    'rows.3.items.0.ingredient_name': 2,
    'rows.3.items.0.percent': 1,
    'rows.4.items': 3,
    'rows.5.items': 1,
  });
});

test('deliveries: the ledger equals that of single entries in any order of the rows', async () => {
  const [hay, twin] = [await makeIngredient(owner, at, { name: 'Hay' }), await makeIngredient(owner, at, { name: 'Twin' })];
  const supplier = await make(owner, 'manager/deliveries/companies/', { name: 'Feeds Ltd' });
  const rows = [
    { delivery_type: 'sale', value: 50, price: 9, delivered_at: '2026-10-15 10:00', company: null },
    { delivery_type: 'delivery', value: 300, price: 4, delivered_at: '2026-10-15 08:00', company_name: 'feeds ltd', dry_matter: 88 },
    { delivery_type: 'delivery', value: 100, price: 2, delivered_at: '2026-10-12T08:00:00Z', note: ' first ', dry_matter: 90 },
  ];
  const done = await send(
    'deliveries',
    rows.map((row) => ({ ...row, ingredient_name: 'Hay' })),
    { farm: at.farm },
  );
  expect(done.data).toMatchObject({ created: 3, updated: 0 });
  for (const { company_name: _, ...row } of rows.toReversed()) {
    const delivered_at =
      { '2026-10-15 10:00': '2026-10-15T07:00:00Z', '2026-10-15 08:00': '2026-10-15T05:00:00Z' }[row.delivered_at] ?? row.delivered_at;
    await make(owner, 'manager/deliveries/', { ...row, farm: at.farm, ingredient: twin.id, delivered_at });
  }
  const seen = ({ kg, price, value, kind, day, note }: Row) => ({ kg, price, value, kind, day, note });
  expect((await moves(hay.id)).map(seen)).toEqual((await moves(twin.id)).map(seen));
  const { rest, average_price, dry_matter } = await ingredient(twin.id);
  expect(await ingredient(hay.id)).toMatchObject({ rest, average_price, dry_matter });
  expect([rest, average_price, dry_matter]).toEqual([350, 3.5, 88]);

  // Changed in one request: the old moves are reversed, and the average results from the active moves.
  const [sold, second, first] = done.data.rows.map(({ id }) => id ?? 0);
  const mended = await send('deliveries', [
    { id: first, price: 3, note: 'mended' },
    { id: second, value: 100 },
    { id: sold, note: 'only a word' },
  ]);
  expect(mended.data.rows.map(({ before }) => before)).toEqual([{ price: 2, note: 'first' }, { value: 300 }, { note: '' }]);
  expect(await ingredient(hay.id)).toMatchObject({ rest: 150, average_price: 3.5 });
  const ledger = await moves(hay.id);
  expect(ledger.filter(({ kind }) => kind === 'reversal')).toHaveLength(2);
  expect(ledger.reduce((sum, { kg }) => sum + Number(kg), 0)).toBe(150);
  expect((await owner.get(`manager/deliveries/${second}/`)).data).toMatchObject({ company: supplier.id, dry_matter: 88 });
});

test('deliveries of a closed month, of days to come, or of unknown feeds and kinds are refused, and none is written', async () => {
  const hay = await makeIngredient(owner, at, { name: 'Hay' });
  const old = await make(owner, 'manager/deliveries/', {
    farm: at.farm,
    delivery_type: 'delivery',
    ingredient: hay.id,
    value: 5,
    price: 1,
    delivered_at: '2026-09-10T08:00:00Z',
  });
  await make(owner, 'manager/months/', { farm: at.farm, month: '2026-09' });
  const good = { delivery_type: 'delivery', ingredient_name: 'Hay', value: 10, price: 1, delivered_at: '2026-10-10' };
  const refused = await send(
    'deliveries',
    [
      good,
      { ...good, delivered_at: '2026-09-30 23:59' },
      { ...good, delivered_at: '2026-10-17' },
      { ...good, delivered_at: '31.13.2026' },
      { ...good, ingredient_name: 'Hops', company_name: 'Nobody' },
      { ...good, delivery_type: 'gift', value: 0 },
      { id: old.id, value: 6 },
      { id: old.id, note: 'x' },
    ],
    { farm: at.farm },
  );
  expect(codes(refused.errors)).toEqual({
    'rows.1.delivered_at': 'month_closed',
    'rows.2.delivered_at': 8,
    'rows.3.delivered_at': 1,
    'rows.4.ingredient_name': 'unknown_name',
    'rows.4.company_name': 'unknown_name',
    'rows.5.delivery_type': 23,
    'rows.5.value': 'min_val',
    'rows.6.delivered_at': 'month_closed',
    'rows.7.id': 5,
  });
  expect((await owner.get('manager/deliveries/')).count).toBe(1);
  expect(await ingredient(hay.id)).toMatchObject({ rest: 5 });
});

test('a file of one row is refused at the field and by the code of a save', async ({ api }) => {
  api.setNow('2026-10-31T20:00:00Z');
  client = await makeClient(api);
  owner = client.owner;
  at = await makeFarm(owner);
  const hay = await makeIngredient(owner, at, { name: 'Hay' });
  const elsewhere = await makeFarm(owner);
  const theirs = await makeIngredient(owner, elsewhere, { name: 'Theirs' });
  const full = await makeIngredient(owner, at, { name: 'Full' });
  await deliver(owner, at, full.id, 10, 1);
  const ration = await makeRation(owner, at, [{ ingredient: hay.id, percent: 100 }]);
  const delivery = { farm: at.farm, delivery_type: 'delivery', ingredient: hay.id, value: 5, price: 1 };
  const feed = { farm: at.farm, stock: at.stock, type: at.type, name: 'New', price: 1, dry_matter: 50 };
  api.setNow('2026-10-31T23:30:00Z');
  await make(owner, 'manager/months/', { farm: at.farm, month: '2026-10' });
  api.setNow('2026-10-31T20:00:00Z');
  const wrong: [path: string, row: Row, id?: number][] = [
    ['deliveries', { ...delivery, delivered_at: '2026-10-14T08:00:00Z' }],
    ['deliveries', delivery],
    ['deliveries', { ...delivery, ingredient: theirs.id, delivered_at: '2026-11-14T08:00:00Z' }],
    ['deliveries', { ...delivery, delivered_at: '2027-01-14T08:00:00Z' }],
    ['ingredients', { ...feed, name: 'Hay' }],
    ['ingredients', { ...feed, stock: elsewhere.stock }],
    ['ingredients', { ...feed, humidity: 49 }],
    ['ingredients', { farm: elsewhere.farm, stock: elsewhere.stock }, hay.id],
    ['ingredients', { stock: (await make(owner, 'manager/stocks/', { company: at.company, farm: at.farm, name: 'Second' })).id }, full.id],
    ['rations', { farm: at.farm, name: 'Short', items: [{ ingredient: hay.id, percent: 99 }] }],
    ['rations', { farm: at.farm, name: 'Foreign', items: [{ ingredient: theirs.id, percent: 100 }] }],
    ['rations', { farm: elsewhere.farm }, ration.id],
    ['groups', { farm: at.farm, name: 'Of no kind', animal_type: 999_999, animal_count: 1 }],
  ];
  for (const [path, row, id] of wrong) {
    const saved = id ? await owner.put(`manager/${path}/${id}/`, row) : await owner.post(`manager/${path}/`, row);
    const sent = await send(path, [{ id: id ?? null, ...row }]);
    expect([400, 409], JSON.stringify(row)).toContain(saved.status);
    const [[field, code] = []] = Object.entries(codes(saved.errors));
    expect(sent.status, JSON.stringify(row)).toBe(400);
    // In a file the field of an id is the field of its name.
    const inFile = Object.entries(codes(sent.errors)).map(([path, found]) => [path.replace(/_name$/, ''), found]);
    expect(inFile, JSON.stringify(row)).toContainEqual([`rows.0.${field}`, code]);
  }
});

test('likely duplicates among deliveries are listed in a dry run, and never refused', async () => {
  const hay = await makeIngredient(owner, at, { name: 'Hay' });
  const supplier = await make(owner, 'manager/deliveries/companies/', { name: 'Supplier' });
  const line = { delivery_type: 'delivery', ingredient_name: 'Hay', value: 10, price: 1.5, company_name: 'Supplier' };
  const stored = await make(owner, 'manager/deliveries/', {
    farm: at.farm,
    delivery_type: 'delivery',
    ingredient: hay.id,
    value: 10,
    price: 1.5,
    company: supplier.id,
    // The first hour of the 11th in Kyiv.
    delivered_at: '2026-10-10T21:30:00Z',
  });
  const rows = [
    { ...line, delivered_at: '2026-10-11 18:00' },
    { ...line, delivered_at: '2026-10-10 18:00' },
    { ...line, delivered_at: '2026-10-10 19:00' },
    { ...line, delivered_at: '2026-10-10', price: 1.6 },
    { ...line, delivered_at: '2026-10-10', company_name: null },
    { ...line, delivered_at: '2026-10-10', delivery_type: 'sale' },
    { id: stored.id, note: 'the same one' },
  ];
  const tried = await send('deliveries', rows, { farm: at.farm, dry_run: true });
  expect(tried.data.rows.map(({ repeats }) => repeats)).toEqual(['stored', null, 'file', null, null, null, null]);
  const done = await send('deliveries', rows, { farm: at.farm });
  expect([done.data.created, done.data.updated]).toEqual([6, 1]);
  await owner.delete(`manager/deliveries/${stored.id}/`);
  const again = await send('deliveries', [{ ...line, delivered_at: '2026-10-11 07:00', value: 11 }], { farm: at.farm, dry_run: true });
  expect(again.data.rows[0]?.repeats).toBeNull();
});

test('ten thousand deliveries go in at once, and again change nothing', async () => {
  await makeIngredient(owner, at, { name: 'Hay' });
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    delivery_type: index % 5 === 4 ? 'sale' : 'delivery',
    ingredient_name: 'Hay',
    value: 100,
    price: 1 + (index % 7),
    delivered_at: new Date(Date.parse('2026-01-01T00:00:00Z') + index * 1_800_000).toISOString(),
  })).filter(({ delivered_at }) => delivered_at < '2026-10-15');
  const many = [...rows];
  while (many.length < 10_000) many.push({ ...(rows[many.length % rows.length] as (typeof rows)[number]) });
  const done = await send('deliveries', many, { farm: at.farm });
  expect([done.status, done.data.created]).toEqual([200, 10_000]);
  const again = await send(
    'deliveries',
    many.map((row, index) => ({ ...row, id: done.data.rows[index]?.id })),
    { farm: at.farm },
  );
  expect(again.data).toMatchObject({ created: 0, updated: 0, same: 10_000 });
  expect((await owner.get('history/groups/')).count).toBe(0);
  const tooMany = await send('deliveries', [...many, ...many.slice(0, 1)]);
  expect([tooMany.status, codes(tooMany.errors)]).toEqual([400, { rows: 8 }]);
});
