import { describe, expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import type { KeyScope } from '#contract/key-scopes.ts';
import { CLIENTS, type ClientSpec } from '#fixtures/catalog/clients.ts';
import { seed } from '#fixtures/seed.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { type Caller, callerOf, type TestApi } from '#tests/support/api.ts';
import { make, makeClient } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { COLLECTIONS, findFaults, STANDARD, VIEW } from '#tests/support/icar-ade.ts';
import { test as base } from '#tests/support/test.ts';

const NOW = '2026-11-20T09:00:00Z';
const YEAR = 365;
const FROM = addDays(NOW.slice(0, 10), -YEAR);
const TO = addDays(NOW.slice(0, 10), -1);

const test = base.override({ now: NOW });

let owner: Caller;
let farm: number;

test.beforeAll(async ({ api }) => {
  const [first] = CLIENTS as readonly [ClientSpec];
  await seed(api.url, { clients: [{ ...first, farms: first.farms.slice(0, 1) }], days: YEAR + 1 }, new Date(NOW));
  owner = await api.signIn('owner@manger.test');
  farm = (await owner.get('manager/farms/dashboard/')).data[0].id;
});

interface Page {
  status: number;
  view: { totalItems: number; totalPages: number; next?: string };
  // biome-ignore lint/suspicious/noExplicitAny: members of any collection
  member: any[];
}
const read = async (path: string, caller = owner) => (await caller.get(`ade/locations/${path}`)) as unknown as Page;
const serving = [...operationsEndpoints, ...reportsEndpoints].filter(({ path, method }) => method === 'get' && path.startsWith('/ade/'));
const NAMES = serving.map(({ path }) => path.split('/').at(-1) ?? '');

/** Reads all pages by the links of the answers, as another program does. */
async function readAll(path: string, caller = owner): Promise<Page['member']> {
  const members: Page['member'] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const page: Page = await read(next, caller);
    expect([next, page.status]).toEqual([next, 200]);
    members.push(...page.member);
    next = page.view.next?.replace(/^.*\/ade\/locations\//, '');
  }
  return members;
}

const makeKey = async (api: TestApi, at: ReadyFarm, scopes: KeyScope[], all_farms = false) =>
  callerOf(
    api.app,
    (await make(at.client.owner, 'manager/keys/', { farm: at.farm, name: `Key ${Math.random()}`, scopes, all_farms })).secret as string,
    'Bearer',
  );

describe(`answers in the fields of ${STANDARD}`, () => {
  test('each collection is described', () => {
    expect(NAMES.toSorted()).toEqual(Object.keys(COLLECTIONS).toSorted());
  });

  test.for(NAMES)('%s have the described fields and no others', async (name) => {
    const { view, member } = await read(`manger/${farm}/${name}/?page_size=1000`);
    expect(member.length).toBeGreaterThan(0);
    expect(findFaults(view, VIEW, 'view')).toEqual([]);
    expect(member.flatMap((one, index) => findFaults(one, COLLECTIONS[name] ?? {}, String(index)))).toEqual([]);
    expect(new Set(member.map(({ id }) => id)).size).toBe(member.length);
  });

  test('a field that the description lacks, or of another type, is a fault', () => {
    expect(findFaults({ totalItems: '1', more: 1 }, VIEW, 'view')).toEqual(
      expect.arrayContaining(['view.more is unknown', 'view.totalItems isn’t count: "1"', 'view.last is missing']),
    );
  });
});

describe('group feedings', () => {
  test('a year of events adds up to the report in kilograms, dry matter and money', async () => {
    const range = 'start-date-time=2025-11-20T00:00:00%2B02:00&end-date-time=2026-11-20T00:00:00%2B02:00';
    const events = await readAll(`manger/${farm}/group-feeding/?${range}&page_size=1000`);
    const { data } = await owner.get(`report/planfeed/make/?planned_on_after=${FROM}&planned_on_before=${TO}&farm=${farm}`);
    expect(events.length).toBeGreaterThan(1000);
    const totals = events.map(({ rationTotal: [total] }) => total);
    const sum = (figures: (number | undefined)[]) => figures.reduce<number>((all, one) => all + (one ?? 0), 0);
    const { plan, fact, leftovers, dry_matter, cost } = data.totals;
    expect(sum(totals.map(({ entitlement }) => entitlement.value))).toBeCloseTo(plan, 3);
    expect(sum(totals.map(({ delivered }) => delivered?.value))).toBeCloseTo(fact, 3);
    expect(sum(totals.map(({ feedConsumption }) => feedConsumption?.value))).toBeCloseTo(fact - leftovers, 3);
    expect(sum(totals.map(({ dryMatter }) => dryMatter?.value))).toBeCloseTo(dry_matter, 3);
    expect(sum(totals.map(({ totalCost }) => totalCost))).toBeCloseTo(cost, 2);
    expect([plan, fact, leftovers, dry_matter, cost].every((figure) => figure > 0)).toBe(true);
  });

  test('a day at the farm is selected by instants of any zone', async ({ api }) => {
    const at = await makeReadyFarm(api, 'Pacific/Auckland');
    await makeSchedule(at, '2026-11-18');
    await makeSchedule(at, '2026-11-19');
    const count = async (range: string) =>
      (await read(`manger/${at.farm}/group-feeding/?${range}`, at.client.owner)).member.map(({ eventDateTime }) => eventDateTime);
    // 18 November in Auckland.
    const first = await count('start-date-time=2026-11-17T11:00:00Z&end-date-time=2026-11-18T11:00:00Z');
    expect(first).toEqual(['2026-11-17T11:00:00Z', '2026-11-17T11:00:00Z']);
    expect(await count('start-date-time=2026-11-18T00:00:00%2B13:00&end-date-time=2026-11-19T00:00:00%2B13:00')).toEqual(first);
    expect((await count('start-date-time=2026-11-17T11:00:00Z&end-date-time=2026-11-18T11:00:01Z')).length).toBe(4);
    const reversed = await at.client.owner.get(
      `ade/locations/manger/${at.farm}/group-feeding/?start-date-time=2026-11-19T00:00:00Z&end-date-time=2026-11-01T00:00:00Z`,
    );
    expect([reversed.status, Object.keys(reversed.errors)]).toEqual([400, ['start-date-time']]);
    const long = await at.client.owner.get(`ade/locations/manger/${at.farm}/group-feeding/?start-date-time=2016-11-19T00:00:00Z`);
    expect([long.status, Object.keys(long.errors)]).toEqual([400, ['end-date-time']]);
  });

  test('a change of a feeding or of leftovers is in the range of changes', async ({ api }) => {
    const at = await makeReadyFarm(api);
    const caller = at.client.owner;
    const { id } = await makeSchedule(at, '2026-11-20');
    await caller.put(`schedule/schedules/${id}/load/`, { status: 'in_process' });
    await caller.put(`schedule/schedules/${id}/load/`, { status: 'loaded', items: [{ ingredient: at.silage, weight_fact: 3000 }] });
    await caller.put(`schedule/schedules/${id}/upload/`, { status: 'out_process' });
    const groups = [
      { group: at.cowsGroup, weight_fact: 2000 },
      { group: at.heifers, weight_fact: 1000 },
    ];
    expect((await caller.put(`schedule/schedules/${id}/upload/`, { status: 'uploaded', groups })).status).toBe(200);
    const { member } = await read(`manger/${at.farm}/group-feeding/`, caller);
    const last = member
      .map(({ meta }) => meta.modified)
      .toSorted()
      .at(-1);
    const since = async (moment: string) =>
      (await read(`manger/${at.farm}/group-feeding/?meta-modified-from=${moment}`, caller)).member.map((event) => event.id);
    expect(await since(last)).toHaveLength(2);
    const later = new Date(Date.parse(last) + 1000).toISOString();
    expect(await since(later)).toEqual([]);
    const heifers = member.find(({ animalSetReference }) => animalSetReference.identifier.id === String(at.heifers));
    expect(heifers.rationTotal[0]).toMatchObject({
      entitlement: { value: 1000 },
      delivered: { value: 1000 },
      feedConsumption: { value: 1000 },
    });
  });
});

describe('lists', () => {
  test('deleted rows are in the collection of changes only', async ({ api }) => {
    const at = await makeReadyFarm(api);
    const caller = at.client.owner;
    const mixer = await make(caller, 'manager/mixers/', { farm: at.farm, name: 'Old', max_weight: 100 });
    expect((await caller.delete(`manager/mixers/${mixer.id}/`)).status).toBe(204);
    expect((await read(`manger/${at.farm}/devices/`, caller)).member.map(({ id }) => id)).toEqual([String(at.mixer)]);
    const changed = await read(`manger/${at.farm}/devices/?meta-modified-from=2000-01-01T00:00:00Z`, caller);
    expect(changed.member.map(({ id, meta }) => [id, meta.isDeleted])).toEqual([
      [String(at.mixer), false],
      [String(mixer.id), true],
    ]);
  });

  test('pages don’t overlap and follow each other', async () => {
    const all = (await read(`manger/${farm}/feeds/?page_size=1000`)).member.map(({ id }) => id);
    expect((await readAll(`manger/${farm}/feeds/?page_size=3`)).map(({ id }) => id)).toEqual(all);
    const beyond = await read(`manger/${farm}/feeds/?page=999&page_size=3`);
    expect([beyond.member, beyond.view.totalItems, beyond.view.next]).toEqual([[], all.length, undefined]);
  });

  test('a farm has the location of its own id, and of each external id', async ({ api }) => {
    const at = await makeReadyFarm(api);
    const caller = at.client.owner;
    const external_ids = [{ system: 'uk.cph', id: '34/123/1234' }];
    expect((await caller.put(`manager/farms/${at.farm}/`, { external_ids })).status).toBe(200);
    await caller.put(`manager/groups/${at.heifers}/`, { external_ids: [{ system: 'herd', id: 'H' }] });
    const { member } = await read(`uk.cph/${encodeURIComponent('34/123/1234')}/animal-sets/`, caller);
    expect(member).toHaveLength(2);
    expect(member.find(({ id }) => id === String(at.heifers))).toMatchObject({
      location: { scheme: 'uk.cph', id: '34/123/1234' },
      identifiers: [{ scheme: 'herd', id: 'H' }],
    });
  });

  test('stock of transactions equals the stock of storages', async ({ api }) => {
    const at = await makeReadyFarm(api);
    const { member: moves } = await read(`manger/${at.farm}/feed-inventory-transactions/`, at.client.owner);
    const { member: storages } = await read(`manger/${at.farm}/feed-storages/`, at.client.owner);
    for (const { feedId, quantityAvailable } of storages) {
      const own = moves.filter(({ product }) => product.identifier.id === feedId);
      const rest = own.reduce(
        (kg, { transactionKind, quantity }) => kg + (['Use', 'Disposal'].includes(transactionKind) ? -1 : 1) * quantity,
        0,
      );
      expect([feedId, rest]).toEqual([feedId, quantityAvailable.value]);
    }
  });
});

describe('access', () => {
  test('a key reads what its scopes allow at its farm', async ({ api }) => {
    const at = await makeReadyFarm(api);
    const other = await makeReadyFarm(api, 'Europe/Kyiv', at.client);
    const keys = { lists: await makeKey(api, at, ['read_lists']), reports: await makeKey(api, at, ['read_reports']) };
    const loads = await makeKey(api, at, ['record_loads', 'write_deliveries']);
    const OF_REPORTS = ['group-feeding', 'feed-inventory-transactions'];
    for (const name of NAMES) {
      const path = `manger/${at.farm}/${name}/`;
      const isReport = OF_REPORTS.includes(name);
      expect([name, (await read(path, keys.lists)).status]).toEqual([name, isReport ? 403 : 200]);
      expect([name, (await read(path, keys.reports)).status]).toEqual([name, isReport ? 200 : 403]);
      expect([name, (await read(path, loads)).status]).toEqual([name, 403]);
      expect([name, (await read(`manger/${other.farm}/${name}/`, isReport ? keys.reports : keys.lists)).status]).toEqual([name, 404]);
    }
  });

  test('another client’s farms don’t exist, by id and by external id', async ({ api }) => {
    const at = await makeReadyFarm(api);
    await at.client.owner.put(`manager/farms/${at.farm}/`, { external_ids: [{ system: 'uk.cph', id: 'theirs' }] });
    const stranger = (await makeClient(api)).owner;
    for (const name of NAMES) {
      for (const place of [`manger/${at.farm}`, 'uk.cph/theirs', 'manger/x', 'manger/0', 'nobody/1', 'manger/99999999999999999999']) {
        expect([place, name, (await read(`${place}/${name}/`, stranger)).status]).toEqual([place, name, 404]);
      }
    }
    expect((await read(`manger/${at.farm}/feeds/`, api.nobody)).status).toBe(401);
  });
});
