import { describe, expect } from 'vitest';
import type { ImportAction, Imported } from '#contract/imports.ts';
import type { Caller } from '#tests/support/api.ts';
import {
  make,
  makeAccount,
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
const send = (path: string, rows: Row[], more: object = {}, caller = owner) =>
  caller.post<Imported>(`manager/${path}/import/`, { rows, ...more });
const actions = ({ data }: { data: Imported }): ImportAction[] => data.rows.map(({ action }) => action);
const rowsOf = async (path: string): Promise<Row[]> => (await owner.get(`manager/${path}/?page_size=1000`)).data;
const codes = (errors: object) => Object.fromEntries(Object.entries(errors).map(([field, [{ code }]]) => [field, code]));
const nameOf = async (path: string, id: number): Promise<string> => (await owner.get(`manager/${path}/${id}/`)).data.name;

test('files of one client are imported one after the other, and too many waiting files are refused', async () => {
  const files = Array.from({ length: 6 }, (_, file) =>
    Array.from({ length: 50 }, (_, n) => ({ farm: at.farm, name: `Group ${file} ${n}`, animal_type: at.cows, animal_count: 1 })),
  );
  const answers = await Promise.all(files.map((rows) => send('groups', rows)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429]);
  expect(answers.find(({ status }) => status === 429)?.errors.detail?.[0]).toMatchObject({ code: 'too_many_at_once', limit: 10 });
  expect((await owner.get('manager/groups/')).count).toBe(150);
});

describe('exporting and importing again changes nothing', () => {
  test('for the rows of every list, by id and by name', async () => {
    const feed = await makeIngredient(owner, at);
    await makeGroup(owner, at);
    await makeRation(owner, at, [{ ingredient: feed.id, percent: 100 }]);
    await make(owner, 'manager/deliveries/', {
      farm: at.farm,
      delivery_type: 'delivery',
      ingredient: feed.id,
      value: 1.5,
      price: 3.12345,
      delivered_at: '2026-10-14T07:08:09.123Z',
      note: 'n',
    });
    for (const path of ['groups', 'groups/heads', 'ingredients', 'rations', 'deliveries']) {
      const before = await rowsOf(path);
      expect(before.length, path).toBe(1);
      for (const rows of [before, path === 'deliveries' ? before : before.map(({ id: _, ...row }) => row)]) {
        const done = await send(path, rows);
        expect([path, done.status, actions(done)]).toEqual([path, 200, ['same']]);
      }
      expect(await rowsOf(path), path).toEqual(before);
    }
    expect((await owner.get('history/groups/')).count).toBe(1);
  });

  test('for a moment that a file stores to the second, the minute or the day, in the farm’s time', async () => {
    const feed = await makeIngredient(owner, at);
    const { id } = await make(owner, 'manager/deliveries/', {
      farm: at.farm,
      delivery_type: 'delivery',
      ingredient: feed.id,
      value: 10,
      price: 1,
      // In the second of the two hours with the same clock time when summer time ends.
      delivered_at: '2025-10-26T01:30:20.900Z',
    });
    for (const delivered_at of ['2025-10-26T03:30:20', '2025-10-26 03:30', '2025-10-26', '2025-10-26T01:30:21Z']) {
      expect([delivered_at, actions(await send('deliveries', [{ id, delivered_at }]))]).toEqual([delivered_at, ['same']]);
    }
    expect(actions(await send('deliveries', [{ id, delivered_at: '2025-10-27T06:00' }]))).toEqual(['update']);
    const { data } = await owner.get(`manager/deliveries/${id}/`);
    expect(new Date(data.delivered_at).toISOString()).toBe('2025-10-27T04:00:00.000Z');
  });

  test('a clock time that doesn’t exist is refused at its field', async () => {
    const feed = await makeIngredient(owner, at);
    const row = { delivery_type: 'delivery', ingredient: feed.id, value: 10, price: 1 };
    for (const delivered_at of ['2026-03-02 12:75', '2026-03-02T12:10:75', '2026-03-02 25:00']) {
      const { status, errors } = await send('deliveries', [{ ...row, delivered_at }], { farm: at.farm });
      expect([delivered_at, status, Object.keys(errors)]).toEqual([delivered_at, 400, ['rows.0.delivered_at']]);
    }
  });
});

describe('a file of groups', () => {
  test('adds, changes and keeps rows, by name or id, with one history entry per row', async () => {
    const kept = await makeGroup(owner, at, 10);
    const renamed = await makeGroup(owner, at, 20);
    const type = await nameOf('animaltypes', at.cows);
    const rows = [
      { name: kept.name, animal_count: 11 },
      { id: renamed.id, name: 'Dry', animal_count: 20 },
      { name: 'Fresh', animal_type_name: type.toUpperCase(), animal_count: 5 },
      { name: 'Calves', animal_type: at.cows, animal_count: null },
    ];
    const dry = await send('groups', rows, { farm: at.farm, dry_run: true });
    expect(dry.data).toMatchObject({ created: 2, updated: 2, same: 0, errors: {} });
    expect(dry.data.rows.map(({ before }) => before)).toEqual([{ animal_count: 10 }, { name: renamed.name }, {}, {}]);
    expect((await owner.get('manager/groups/')).count).toBe(2);
    const done = await send('groups', rows, { farm: at.farm });
    expect(actions(done)).toEqual(['update', 'update', 'create', 'create']);
    const groups = new Map((await rowsOf('groups')).map((row) => [row.name, row]));
    expect(groups.get(kept.name as string)).toMatchObject({ animal_count: 11, version: 2 });
    expect(groups.get('Dry')).toMatchObject({ id: renamed.id, animal_count: 20 });
    expect(groups.get('Fresh')).toMatchObject({ id: done.data.rows[2]?.id, animal_type: at.cows, animal_count: 5 });
    expect(groups.get('Calves')).toMatchObject({ animal_count: 0 });
    expect((await owner.get(`manager/groups/${kept.id}/heads/`)).data).toEqual([{ day: '2026-10-15', heads: 11 }]);
    const history = (await owner.get('history/groups/')).data;
    expect(history.filter((row: { type: string }) => row.type === 'update')).toHaveLength(2);
    expect(history.find((row: { name: string }) => row.name === 'Fresh')).toMatchObject({
      type: 'create',
      before: null,
      after: { animal_count: 5, farm: at.farm },
      timezone: 'Europe/Kyiv',
    });
  });

  test('with one wrong row writes nothing, and reports each wrong field', async () => {
    const group = await makeGroup(owner, at, 10);
    const other = await makeFarm(owner);
    const foreign = await makeGroup(owner, other);
    const rows = [
      { name: 'Good', animal_type: at.cows, animal_count: 3 },
      { name: '', animal_type_name: 'Nobody', animal_count: -1 },
      { name: 'Half', animal_type: at.cows, animal_count: 2.5 },
      { name: 'Text', animal_type: at.cows, animal_count: '12 cows' },
      { name: 'good', animal_type: at.cows },
      { id: 999_999, name: 'x' },
      { id: foreign.id, name: 'x' },
      { id: group.id, version: 7, name: 'Stale' },
      { name: 'Typeless' },
      { id: null, name: group.name, animal_type: at.cows },
    ];
    const expected = {
      'rows.1.name': 2,
      'rows.1.animal_type_name': 'unknown_name',
      'rows.1.animal_count': 9,
      'rows.2.animal_count': 1,
      'rows.3.animal_count': 1,
      'rows.4.name': 5,
      'rows.5.id': 23,
      'rows.6.id': 23,
      'rows.7.version': 'stale_version',
      'rows.8.animal_type_name': 2,
      'rows.9.name': 5,
    };
    const dry = await send('groups', rows, { farm: at.farm, dry_run: true });
    expect([dry.status, codes(dry.data.errors)]).toEqual([200, expected]);
    expect(actions(dry)).toEqual(['create', ...Array(9).fill('wrong')]);
    const refused = await send('groups', rows, { farm: at.farm });
    expect([refused.status, codes(refused.errors)]).toEqual([400, expected]);
    expect((await owner.get(`manager/groups/?farm=${at.farm}`)).data).toMatchObject([{ id: group.id, version: 1 }]);
  });

  test('a name of another group is refused even if the file renames that group too', async () => {
    const [a, b] = [await makeGroup(owner, at), await makeGroup(owner, at)];
    const rows = [
      { id: a.id, name: b.name },
      { id: b.id, name: 'Free' },
    ];
    expect(codes((await send('groups', rows)).errors)).toEqual({ 'rows.0.name': 5 });
  });

  test('is imported to the row’s own farm, to the farm of the file, or to the only farm', async () => {
    expect((await send('groups', [{ name: 'One', animal_type: at.cows }])).status).toBe(200);
    const other = await makeFarm(owner);
    const farm_name = (await owner.get(`manager/farms/${other.farm}/`)).data.name;
    const done = await send('groups', [{ name: 'Two', animal_type: at.cows, farm_name }]);
    expect(done.status).toBe(200);
    const lost = await send('groups', [
      { name: 'Three', animal_type: at.cows },
      { name: 'Four', animal_type: at.cows, farm_name: 'Nowhere' },
    ]);
    expect(codes(lost.errors)).toEqual({ 'rows.0.farm_name': 2, 'rows.1.farm_name': 'unknown_name' });
    expect((await owner.get(`manager/groups/?farm=${other.farm}`)).data).toMatchObject([{ name: 'Two' }]);
  });

  test('needs the right to add or to change, depending on the file', async ({ api }) => {
    const group = await makeGroup(owner, at, 10);
    const may = async (view: object) => {
      const access = await make(owner, 'perm/groups/', {
        name: `May ${JSON.stringify(view)}`,
        permissions: [{ module: 'manger', name: 'group', view: true, add: false, change: false, delete: false, ...view }],
      });
      return (await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: access.id })).caller;
    };
    const change = [{ name: group.name, animal_count: 12 }];
    const add = [{ name: 'New', animal_type: at.cows }];
    const looks = await may({});
    expect((await send('groups', change, {}, looks)).status).toBe(403);
    const changes = await may({ change: true });
    expect((await send('groups', change, {}, changes)).status).toBe(200);
    expect(codes((await send('groups', add, {}, changes)).errors)).toEqual({ 'rows.0.id': 'not_permitted' });
    const adds = await may({ add: true });
    expect((await send('groups', add, {}, adds)).status).toBe(200);
    expect(codes((await send('groups', [{ name: 'New', animal_count: 3 }], {}, adds)).errors)).toEqual({ 'rows.0.id': 'not_permitted' });
  });

  test('groups, farms and types of another client aren’t found', async ({ api }) => {
    const group = await makeGroup(owner, at);
    const theirs = await makeClient(api);
    const farm = await makeFarm(theirs.owner);
    const farm_name = (await owner.get(`manager/farms/${at.farm}/`)).data.name;
    const type = await nameOf('animaltypes', at.cows);
    const answer = await send(
      'groups',
      [
        { id: group.id, name: 'Taken' },
        { name: 'A', farm_name, animal_type: farm.cows },
        { name: 'B', animal_type_name: type },
        { name: 'C', animal_type: at.cows },
        { name: 'D', farm: at.farm, animal_type: farm.cows },
      ],
      {},
      theirs.owner,
    );
    expect(codes(answer.errors)).toEqual({
      'rows.0.id': 23,
      'rows.1.farm_name': 'unknown_name',
      'rows.2.animal_type_name': 'unknown_name',
      'rows.3.animal_type': 23,
      'rows.4.farm': 23,
    });
    expect((await owner.get('manager/groups/')).count).toBe(1);
    expect((await theirs.owner.get('manager/groups/')).count).toBe(0);
  });
});

describe('a file of head counts', () => {
  test('stores one count per day; the newest one is the group’s', async () => {
    const group = await makeGroup(owner, at, 10);
    const { name } = group;
    const rows = [
      { group_name: name, day: '2026-10-01', heads: 8 },
      { group_name: name, day: '2026-10-15', heads: 12 },
    ];
    const done = await send('groups/heads', rows, { farm: at.farm });
    expect([actions(done), done.data.rows[1]?.before]).toEqual([['create', 'update'], { heads: 10 }]);
    expect((await owner.get(`manager/groups/${group.id}/`)).data).toMatchObject({ animal_count: 12, version: 2 });
    expect((await owner.get(`manager/groups/heads/?group=${group.id}`)).data).toMatchObject(rows.toReversed());
    expect(actions(await send('groups/heads', rows))).toEqual(['same', 'same']);
    expect(actions(await send('groups/heads', [{ group_name: name, day: '2026-10-02', heads: 9 }]))).toEqual(['create']);
    expect((await owner.get(`manager/groups/${group.id}/`)).data.animal_count).toBe(12);
    const [latest] = (await owner.get(`history/groups/?id=${group.id}`)).data;
    expect(latest).toMatchObject({ type: 'update', after: { heads: [{ day: '2026-10-02', heads: 9 }] } });
  });

  test('is refused for future days, repeated days, a missing group or a closed month', async () => {
    const { name } = await makeGroup(owner, at, 10);
    await make(owner, 'manager/months/', { farm: at.farm, month: '2026-09' });
    const answer = await send('groups/heads', [
      { group_name: name, day: '2026-10-16', heads: 1 },
      { group_name: name, day: '2026-10-14', heads: 1 },
      { group_name: name, day: '2026-10-14', heads: 2 },
      { group_name: name, day: '2026-09-30', heads: 1 },
      { group_name: name, day: '31.09.2026', heads: 1 },
      { day: '2026-10-14', heads: 1 },
      { group_name: name, day: '2026-10-13' },
    ]);
    expect(codes(answer.errors)).toEqual({
      'rows.0.day': 8,
      'rows.2.day': 5,
      'rows.3.day': 'month_closed',
      'rows.4.day': 1,
      'rows.5.group_name': 2,
      'rows.6.heads': 2,
    });
  });

  test('a change of today’s head count changes the plan', async () => {
    const feed = await makeIngredient(owner, at);
    const group = await makeGroup(owner, at, 10);
    const ration = await makeRation(owner, at, [{ ingredient: feed.id, percent: 100 }]);
    const mixer = await makeMixer(owner, at);
    const schedule = await make(owner, 'schedule/schedules/', {
      farm: at.farm,
      planned_on: '2026-10-15',
      ration: ration.id,
      mixer: mixer.id,
      groups: [{ group: group.id, weight_per_head: 2 }],
    });
    expect((await send('groups/heads', [{ group: group.id, heads: 30 }])).status).toBe(200);
    expect((await owner.get(`schedule/schedules/${schedule.id}/`)).data.weight_plan).toBe(60);
  });
});
