import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { permissionsOf, type Rights } from '#contract/access.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { make, makeAccount, makeClient, makeFarm, makeIngredient, type TestClient, type TestFarm } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

let insiders: Record<string, Caller>;

const DAYS = 'planned_on_after=2026-01-01&planned_on_before=2026-01-31';
/** Paths that compound feed needs, and paths that it doesn't. */
const KEPT = [
  'manager/companies/',
  'manager/farms/dashboard/',
  'manager/stocks/',
  'manager/ingredients/',
  'manager/recipes/',
  'manager/deliveries/',
  'manager/mixers/',
  'animalfeed/schedules/',
  `report/inout/?${DAYS}`,
  'history/stocks/',
];
const FEEDING = [
  'manager/groups/',
  'manager/animaltypes/',
  'manager/rations/',
  'manager/loadings/',
  'schedule/schedules/',
  'leftovers/leftovers/',
  'manager/months/',
  `report/planfeed/?${DAYS}`,
  `report/form9/make/?${DAYS}`,
  'history/groups/',
];

const setModules = async (api: TestApi, client: TestClient, ...modules: string[]) => {
  const superadmin = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
  const { status } = await superadmin.caller.put(`dashboard/clients/${client.id}/`, { modules });
  expect(status).toBe(200);
};
/** The status of each path for each role in the client. */
const answers = async (client: TestClient, paths: readonly string[]) => {
  const rows = Object.entries(insiders).map(async ([role, caller]) => {
    const inside = role === 'owner' ? '' : `dashboard/clients/${client.id}/`;
    return [role, await Promise.all(paths.map(async (path) => (await caller.get(inside + path)).status))] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
};
const expectAll = (status: number, paths: readonly string[]) =>
  Object.fromEntries(Object.keys(insiders).map((role) => [role, paths.map(() => status)]));

const employee = async (api: TestApi, client: TestClient, rights: Rights, farms: number[] = []) => {
  const group = await make(client.owner, 'perm/groups/', { name: `Group ${Math.random()}`, farms, permissions: permissionsOf(rights) });
  return (await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: group.id })).caller;
};

// The farm is created before a module is removed.
test.beforeAll(async ({ api, client, at: _ }) => {
  insiders = {
    owner: client.owner,
    admin: (await makeAccount(api, { user_type: 'admin' })).caller,
    staff: (await makeAccount(api, { user_type: 'staff', clients: [client.id] })).caller,
    consultant: (await makeAccount(api, { user_type: 'consultant', clients: [client.id] })).caller,
  };
});

describe('a client’s modules gate for everybody who works in it', () => {
  test('a client with compound feed only has farms, stock and recipes, and no feeding', async ({ api, client }) => {
    await setModules(api, client, 'animalfeed');
    expect(await answers(client, KEPT)).toEqual(expectAll(200, KEPT));
    expect(await answers(client, FEEDING)).toEqual(expectAll(403, FEEDING));
    const { data } = await insiders.admin!.get(`dashboard/clients/${client.id}/report/list/`);
    expect(data.map(({ id }: { id: string }) => id)).toEqual([
      'inout',
      'consumption',
      'inout_new',
      'stock_moves',
      'orders',
      'recall',
      'supply',
      'animalfeed_dashboard',
      'plan_animalfeed',
      'animalfeed_loading',
    ]);
  });

  test('a client with feeding only has no batches, and an added module works immediately', async ({ api, client, at }) => {
    const batches = ['animalfeed/schedules/', `report/animalfeed/dashboard/?${DAYS}&farm=${at.farm}`];
    await setModules(api, client, 'manger');
    expect(await answers(client, batches)).toEqual(expectAll(403, batches));
    expect(await answers(client, FEEDING)).toEqual(expectAll(200, FEEDING));
    await setModules(api, client, 'manger', 'animalfeed');
    expect(await answers(client, batches)).toEqual(expectAll(200, batches));
  });

  test('an unknown client is 404 for everybody', async () => {
    expect((await insiders.admin!.get('dashboard/clients/999999999/manager/groups/')).status).toBe(404);
  });
});

describe('filters and blanks', () => {
  const additional = 'report/additional/';
  const filter = (at: TestFarm) => ({ farm: at.farm, kind: 'filter', name: 'Weekly', report_type: 'planfeed' });
  const blank = (at: TestFarm) => ({ farm: at.farm, kind: 'blank', name: 'Waybill', report_type: 'form8' });
  const status = async (answer: Promise<{ status: number }>) => (await answer).status;

  test('filters and templates have rights of their own', async ({ api, client, at }) => {
    const saved = await make(client.owner, additional, filter(at));
    const form = await make(client.owner, additional, blank(at));
    const keepers = [
      { own: saved, other: form, makes: filter(at), not: blank(at), caller: await employee(api, client, { 'manger.filters': 'vacd' }) },
      { own: form, other: saved, makes: blank(at), not: filter(at), caller: await employee(api, client, { 'manger.blanks': 'vacd' }) },
    ];
    for (const { own, other, makes, not, caller } of keepers) {
      expect((await caller.get(additional)).data.map(({ id }: { id: number }) => id)).toEqual([own.id]);
      expect(await status(caller.get(`${additional}${other.id}/`))).toBe(404);
      expect(await status(caller.put(`${additional}${other.id}/`, { name: 'x' }))).toBe(404);
      expect(await status(caller.delete(`${additional}${other.id}/`))).toBe(404);
      expect(await status(caller.post(additional, not))).toBe(403);
      const { id } = await make(caller, additional, { ...makes, name: 'Another' });
      expect(await status(caller.put(`${additional}${id}/`, { name: 'Renamed' }))).toBe(200);
      expect(await status(caller.delete(`${additional}${id}/`))).toBe(204);
    }
    const looks = await employee(api, client, { 'manger.filters': 'v', 'manger.blanks': 'vacd' });
    expect(await status(looks.put(`${additional}${saved.id}/`, { name: 'x' }))).toBe(403);
    expect(await status(looks.delete(`${additional}${saved.id}/`))).toBe(403);
    expect(await status(looks.post(additional, filter(at)))).toBe(403);
  });

  test('rights open the resources that they name', async ({ api, client }) => {
    const opened = async (rights: Rights) => {
      const caller = await employee(api, client, rights);
      const paths = [
        'report/additional/',
        'report/subscriptions/',
        'manager/months/',
        `report/form9/make/?${DAYS}`,
        `report/upload_groups/make/?${DAYS}`,
      ];
      const found = await Promise.all(paths.map(async (path) => ((await caller.get(path)).status === 200 ? [path.split('/')[1]] : [])));
      return found.flat();
    };
    expect(await opened({ 'manger.filters': 'v' })).toEqual(['additional', 'subscriptions']);
    expect(await opened({ 'manger.blanks': 'v' })).toEqual(['additional', 'months', 'form9']);
    expect(await opened({ 'manger.additional': 'v' })).toEqual(['upload_groups']);
  });

  test('`additional` alone includes both, also in access groups of earlier releases', async ({ client }) => {
    const entry = { module: 'manger', name: 'additional', view: true, add: false, change: true, delete: false };
    const { data } = await client.owner.post('perm/groups/', { name: 'By name', permissions: [entry] });
    const said = (permissions: { name: string; change: boolean }[]) => permissions.map(({ name, change }) => [name, change]);
    const all = [
      ['additional', true],
      ['filters', true],
      ['blanks', true],
    ];
    expect(said(data.permissions)).toEqual(all);
    expect(data.permissions[1].label).toBe('access.manger.filters');
  });
});

describe('the options of a report’s filters', () => {
  const options = async (caller: Caller, report: string, filter: string, rest = '') => {
    const answer = await caller.get(`report/${report}/options/?filter=${filter}${rest}`);
    return answer.status === 200 ? answer.data.map(({ name }: { name: string }) => name) : answer.status;
  };

  test('options are open to everybody who may see the report, for all its fields', async ({ api, client, at }) => {
    await setModules(api, client, 'manger', 'animalfeed');
    const feed = await makeIngredient(client.owner, at, { name: 'Maize silage' });
    await make(client.owner, 'manager/groups/', { farm: at.farm, name: 'High yield', animal_type: at.cows, animal_count: 10 });
    const accountant = await employee(api, client, {
      'manger.planfeed': 'v',
      'manger.inout': 'v',
      'manger.load': 'v',
      'manger.blanks': 'v',
    });
    for (const filter of ['animal_type', 'group', 'ration', 'mixer', 'worker', 'loading']) {
      expect(Array.isArray(await options(accountant, 'planfeed', filter)), filter).toBe(true);
    }
    expect(await options(accountant, 'planfeed', 'group')).toEqual(['High yield']);
    expect(await options(accountant, 'inout', 'ingredient')).toEqual([feed.name]);
    expect(await options(accountant, 'schedule_upload', 'group')).toBe(403);
    expect(await options(accountant, 'planfeed', 'stock')).toBe(400);
    expect(await options(accountant, 'planfeed', 'nothing')).toBe(400);
    expect((await accountant.get('manager/groups/list/')).status).toBe(403);
  });

  test('contain only ids and names, of the visible farms', async ({ api, client, at }) => {
    const other = await makeFarm(client.owner);
    const group = await make(client.owner, 'manager/groups/', {
      farm: other.farm,
      name: 'Elsewhere',
      animal_type: at.cows,
      animal_count: 1,
    });
    const bound = await employee(api, client, { 'manger.planfeed': 'v' }, [other.farm]);
    expect((await bound.get('report/planfeed/options/?filter=group')).data).toEqual([{ id: group.id, name: 'Elsewhere' }]);
    expect(await options(bound, 'planfeed', 'group', `&farm=${at.farm}`)).toEqual([]);
    const inside = `dashboard/clients/${client.id}/farms/${other.farm}/report/planfeed/options/?filter=group`;
    for (const role of ['admin', 'staff', 'consultant']) {
      expect((await insiders[role]!.get(inside)).data, role).toEqual([{ id: group.id, name: 'Elsewhere' }]);
    }
    const stranger = await makeClient(api);
    expect((await stranger.owner.get('report/planfeed/options/?filter=group')).data).toEqual([]);
  });

  test('contain rows deleted later if the days contain them', async ({ client, at }) => {
    const feed = await makeIngredient(client.owner, at, { name: 'Old hay' });
    const { id } = await make(client.owner, 'manager/deliveries/', {
      farm: at.farm,
      delivery_type: 'delivery',
      ingredient: feed.id,
      value: 5,
      price: 1,
      delivered_at: '2026-03-05T09:00:00Z',
    });
    await client.owner.delete(`manager/deliveries/${id}/`);
    expect((await client.owner.delete(`manager/ingredients/${feed.id}/`)).status).toBe(204);
    const within = (from: string, to: string) =>
      options(client.owner, 'inout', 'ingredient', `&planned_on_after=${from}&planned_on_before=${to}`);
    expect(await within('2026-03-01', '2026-03-31')).toContain('Old hay');
    expect(await within('2026-02-01', '2026-02-28')).not.toContain('Old hay');
    expect(await options(client.owner, 'inout', 'ingredient')).not.toContain('Old hay');
  });

  test('options of clients contain clients with feeding in which the caller may work', async ({ api, client }) => {
    const readClientNames = async (caller: Caller) =>
      (await caller.get('dashboard/compare/options/?filter=client')).data?.map(({ id }: { id: number }) => id);
    expect(await readClientNames(insiders.consultant!)).toEqual([client.id]);
    expect((await client.owner.get('dashboard/compare/options/?filter=client')).status).toBe(403);
    await setModules(api, client, 'animalfeed');
    expect(await readClientNames(insiders.consultant!)).toEqual([]);
    await setModules(api, client, 'manger', 'animalfeed');
  });
});

test('the right to load shows the plan and nothing else', async ({ api, client }) => {
  for (const item of ['load_schedule', 'upload_schedule', 'schedule_loading']) {
    for (const letter of item === 'schedule_loading' ? ['v'] : ['v', 'a']) {
      const caller = await employee(api, client, { [`manger.${item}`]: letter });
      for (const path of ['schedule/schedules/', 'schedule/loadings/', 'schedule/schedules/options/?filter=group']) {
        expect([item, letter, path, (await caller.get(path)).status]).toEqual([item, letter, path, 200]);
      }
      expect((await caller.get('manager/rations/')).status).toBe(403);
      expect((await caller.post('schedule/schedules/', {})).status).toBe(403);
    }
  }
  const maker = await employee(api, client, { 'animalfeed.load': 'a' });
  expect((await maker.get('animalfeed/schedules/')).status).toBe(200);
  const crafter = await employee(api, client, { 'manger.animalfeed_delivery': 'a' });
  expect((await crafter.get('manager/recipes/')).status).toBe(200);
  expect((await crafter.post('manager/recipes/', {})).status).toBe(403);
});

test('the plan’s filter of periods offers the periods of the days', async ({ api, client, at }) => {
  const { id } = await make(client.owner, 'manager/loadings/', { farm: at.farm, name: 'Dawn' });
  await sql`insert into loading (client_id, farm_id, period_id, planned_on, name, start_time, end_time)
    values (${client.id}, ${at.farm}, ${id}, '2026-03-02', 'Dawn', '05:00', '06:00'), (${client.id}, ${at.farm}, ${id}, '2026-03-03', 'Late', '05:00', '06:00')`.execute(
    api.database.forClient(client.id),
  );
  const { data } = await client.owner.get(
    `schedule/schedules/options/?filter=loading&farm=${at.farm}&planned_on_after=2026-03-02&planned_on_before=2026-03-02`,
  );
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['Dawn']);
});
