import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { permissionsOf } from '#contract/access.ts';
import { ACCESS_PRESETS } from '#contract/access-presets.ts';
import { type BoardFigures, type boards, PRODUCT_BOARDS, type TileFigures } from '#contract/reports/boards.ts';
import { productBoards } from '#contract/reports/product-boards.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import type { RowOf } from '#contract/resource.ts';
import type { Caller } from '#tests/support/api.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { throwMilk } from '#tests/support/reports/milk.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, reportOf } from '#tests/support/reports/world.ts';

type Board = RowOf<typeof boards>;
const path = 'report/boards/';

let owner: Caller;
let other: Caller;

test.beforeAll(async ({ world }) => {
  world.api.setNow('2026-11-03T12:00:00Z');
  const account = () => makeAccount(world.api, { user_type: 'client', client_id: world.client.id });
  [owner, other] = [(await account()).caller, (await account()).caller];
  await throwMilk(world);
});

const place = { x: 0, y: 0, w: 4, h: 4 };
const figure = (id: string, report: string, key: string, more: object = {}) => ({ ...place, id, report, part: 'tile', key, ...more });
const chart = (id: string, report: string, key: string, more: object = {}) => ({ ...place, id, report, part: 'chart', key, ...more });
const table = (id: string, report: string, more: object = {}) => ({ ...place, id, report, part: 'table', ...more });

let number = 0;
const makeBoard = (caller: Caller, values: object = {}): Promise<Board> => {
  number += 1;
  return make(caller, path, { name: `Board ${number}`, period: 'days_14', ...values }) as unknown as Promise<Board>;
};

async function readFigures(caller: Caller, board: Board, query = ''): Promise<BoardFigures> {
  const answer = await caller.get<BoardFigures>(`${path}${board.id}/figures/${query}`);
  expect(answer.errors).toBeUndefined();
  return answer.data;
}
const byId = ({ tiles }: BoardFigures): Record<string, TileFigures> => Object.fromEntries(tiles.map((tile) => [tile.id, tile]));
const ask = (report: string, from: string, to: string, more = '') =>
  reportOf(owner, `${report}/make/?planned_on_after=${from}&planned_on_before=${to}${more}`);
const findTile = ({ tiles }: ReportData, key: string) => tiles.find((tile) => tile.key === key);
const findSeries = ({ series }: ReportData, key: string) => series.find((one) => one.key === key);

describe('tiles', () => {
  test('every part of a board equals the same part of its report over the bar’s days', async () => {
    const board = await makeBoard(owner, {
      tiles: [
        figure('cost', 'dashboard', 'cost_per_head'),
        chart('days', 'dashboard', 'by_day'),
        table('farms', 'compare'),
        figure('cut', 'explorer', 'cost', { filters: { row: ['farm'], measure: ['cost'] } }),
        chart('causes', 'cost_change', 'causes'),
      ],
    });
    const { filters, ...figures } = await readFigures(owner, board);
    expect(filters).toMatchObject({ planned_on_after: '2026-10-21', planned_on_before: '2026-11-03', compare_with: ['previous'] });
    const found = byId({ filters, ...figures });
    const days = ['2026-10-21', '2026-11-03'] as const;
    const overview = await ask('dashboard', ...days, '&compare_with=previous');
    expect(found.cost?.data?.tiles).toEqual([findTile(overview, 'cost_per_head')]);
    expect(found.cost?.data?.tiles[0]?.value).toBeGreaterThan(0);
    expect(found.cost?.data?.comparison).toEqual(overview.comparison);
    expect(found.days?.data?.series).toEqual([findSeries(overview, 'by_day')]);
    expect(found.days?.data?.rows).toEqual([]);
    const farms = await ask('compare', ...days, '&compare_with=previous');
    expect([found.farms?.data?.rows, found.farms?.data?.totals, found.farms?.count]).toEqual([farms.rows, farms.totals, farms.rows.length]);
    expect(farms.rows.length).toBeGreaterThan(1);
    const cut = await ask('explorer', ...days, '&row=farm&measure=cost&compare_with=previous');
    expect(found.cut?.data?.tiles).toEqual([findTile(cut, 'cost')]);
    expect(found.causes?.data?.series).toEqual([findSeries(await ask('cost_change', ...days), 'causes')]);
  });

  test('a headline figure has a line whose values are those of the report on each day, over 60 days', async () => {
    const board = await makeBoard(owner, {
      tiles: [
        figure('cost', 'dashboard', 'cost_per_head'),
        figure('dmi', 'dashboard', 'dmi'),
        figure('iofc', 'iofc', 'iofc_per_head'),
        figure('used', 'consumption', 'rest'),
      ],
    });
    const found = byId(await readFigures(owner, board));
    for (const [id, report, key] of [
      ['cost', 'dashboard', 'cost_per_head'],
      ['dmi', 'dashboard', 'dmi'],
      ['iofc', 'iofc', 'iofc_per_head'],
    ] as const) {
      const line = found[id]!.line;
      expect(line.length).toBeGreaterThan(20);
      for (const { day, value } of [line[0]!, line.at(-1)!])
        expect([id, day, findTile(await ask(report, day, day), key)?.value]).toEqual([id, day, value]);
    }
    expect(found.used?.line).toEqual([]);
  });

  test('a tile with its own range keeps farms, days and comparison, and the others follow the bar of the request', async ({ world }) => {
    const own = { own: true, filters: { farm: [world.kyiv.id], planned_on_after: '2026-10-20', planned_on_before: '2026-10-25' } };
    const board = await makeBoard(owner, {
      tiles: [
        figure('own', 'dashboard', 'cost', own),
        figure('moving', 'dashboard', 'cost', { own: true, filters: { period: 'yesterday' } }),
        figure('bar', 'dashboard', 'cost', { filters: { farm: [world.kyiv.id] } }),
      ],
    });
    const bar = `?farm=${world.newYork.id}&planned_on_after=2026-10-26&planned_on_before=2026-10-27&compare_with=none`;
    const found = byId(await readFigures(owner, board, bar));
    const expected = {
      own: await ask('dashboard', '2026-10-20', '2026-10-25', `&farm=${world.kyiv.id}`),
      moving: await ask('dashboard', '2026-11-02', '2026-11-02'),
      bar: await ask('dashboard', '2026-10-26', '2026-10-27', `&farm=${world.newYork.id}`),
    };
    for (const [id, report] of Object.entries(expected)) expect([id, found[id]?.data?.tiles]).toEqual([id, [findTile(report, 'cost')]]);
    expect(found.own?.data?.filters.farm).toEqual([world.kyiv.id]);
  });

  test('this month of a tile ends with yesterday and is compared with the same days of the month before', async () => {
    const own = { own: true, filters: { period: 'this_month' } };
    const board = await makeBoard(owner, {
      tiles: [chart('causes', 'cost_change', 'causes', own), figure('cost', 'dashboard', 'cost', own)],
    });
    const found = byId(await readFigures(owner, board));
    const month = { planned_on_after: '2026-11-01', planned_on_before: '2026-11-02' };
    expect(found.causes?.data?.filters).toMatchObject({ ...month, previous_on_after: '2026-10-01', previous_on_before: '2026-10-02' });
    expect(found.cost?.data?.filters).toMatchObject(month);
  });

  test('a saved filter in a tile follows its changes, and its deletion shows a message', async ({ world }) => {
    const saved = await make(owner, 'report/additional/', {
      farm: world.kyiv.id,
      kind: 'filter',
      name: 'One group',
      report_type: 'dashboard',
      filters: { group: [String(world.kyiv.groups[0])] },
    });
    const board = await makeBoard(owner, { tiles: [{ ...place, id: 'saved', saved: saved.id, part: 'tile', key: 'fact' }] });
    const days = ['2026-10-21', '2026-11-03'] as const;
    const readValue = async () => byId(await readFigures(owner, board)).saved?.data?.tiles[0]?.value;
    const readFact = async (group: number) =>
      findTile(await ask('dashboard', ...days, `&farm=${world.kyiv.id}&group=${group}`), 'fact')?.value;
    expect(await readValue()).toBe(await readFact(world.kyiv.groups[0]!));
    await owner.put(`report/additional/${saved.id}/`, { filters: { group: [String(world.kyiv.groups[1])] } });
    expect(await readValue()).toBe(await readFact(world.kyiv.groups[1]!));
    await owner.delete(`report/additional/${saved.id}/`);
    expect(byId(await readFigures(owner, board)).saved).toMatchObject({ problem: 'gone', data: null });
  });

  test('a board names the problem of each tile that it can’t show, and shows the others', async ({ world }) => {
    const board = await makeBoard(owner, {
      for_people: true,
      tiles: [
        figure('cost', 'dashboard', 'cost'),
        figure('stock', 'inout', 'closing_value'),
        figure('part', 'dashboard', 'no_such_figure'),
        figure('words', 'explorer', 'cost', { filters: { row: ['nonsense'] } }),
        figure('far', 'dashboard', 'cost', { own: true, filters: { farm: ['999999'] } }),
      ],
    });
    const found = byId(await readFigures(owner, board));
    const problems = (all: Record<string, TileFigures>) =>
      Object.fromEntries(Object.entries(all).map(([id, { problem }]) => [id, problem]));
    expect(problems(found)).toEqual({ cost: null, stock: null, part: 'gone', words: 'cannot_be_made', far: 'no_farm' });
    const permissions = permissionsOf({ 'manger.dashboard': 'v' });
    const group = await make(owner, 'perm/groups/', { name: 'Overview', permissions });
    const { caller } = await makeAccount(world.api, { user_type: 'employee', client_id: world.client.id, access_group_id: group.id });
    const limited = byId(await readFigures(caller, board));
    expect(problems(limited)).toMatchObject({ cost: null, stock: 'no_rights' });
    expect(limited.stock?.data).toBeNull();
  });

  test('a board over a deleted farm, or another person’s farm, shows a message in each tile', async ({ world }) => {
    const db = world.api.database.acrossClients();
    const { rows } = await sql<{ id: number }>`
      insert into farm (client_id, company_id, name) select client_id, company_id, 'Soon gone' from farm where id = ${world.kyiv.id}
      returning id`.execute(db);
    const board = await makeBoard(owner, { for_people: true, farm: [rows[0]!.id], tiles: [figure('cost', 'dashboard', 'cost')] });
    expect(byId(await readFigures(owner, board)).cost?.problem).toBeNull();
    const permissions = permissionsOf(ACCESS_PRESETS.manager);
    const group = await make(owner, 'perm/groups/', { name: 'One farm', permissions, farms: [world.kyiv.id] });
    const { caller } = await makeAccount(world.api, { user_type: 'employee', client_id: world.client.id, access_group_id: group.id });
    expect(byId(await readFigures(caller, board)).cost).toMatchObject({ problem: 'no_farm', data: null });
    await sql`delete from farm where id = ${rows[0]!.id}`.execute(db);
    expect(byId(await readFigures(owner, board)).cost).toMatchObject({ problem: 'no_farm', data: null });
  });
});

describe('boards', () => {
  test('a board belongs to its author; the client’s people see it only if its author shows it to them', async () => {
    const board = await makeBoard(owner, { tiles: [figure('cost', 'dashboard', 'cost')] });
    expect((await other.get(`${path}${board.id}/`)).status).toBe(404);
    expect((await other.get(`${path}${board.id}/figures/`)).status).toBe(404);
    await owner.put(`${path}${board.id}/`, { for_people: true });
    expect((await other.get<Board>(`${path}${board.id}/`)).data).toMatchObject({ name: board.name, author: board.author });
    expect((await other.put(`${path}${board.id}/`, { name: 'Mine' })).status).toBe(403);
    expect((await other.delete(`${path}${board.id}/`)).status).toBe(403);
    expect((await owner.delete(`${path}${board.id}/`)).status).toBe(204);
  });

  test('a person has one board as home', async () => {
    const [first, second] = [await makeBoard(owner, { home: true }), await makeBoard(owner)];
    const others = await makeBoard(other, { home: true });
    await owner.put(`${path}${second.id}/`, { home: true });
    const { data } = await owner.get<Board[]>(path);
    expect(data.filter(({ home }) => home).map(({ id }) => id)).toEqual([second.id]);
    expect((await owner.get<Board>(`${path}${first.id}/`)).data.version).toBe(first.version + 1);
    expect((await other.get<Board>(`${path}${others.id}/`)).data.home).toBe(true);
  });

  test('refuses tiles without a source, of an unknown report, twice the same id, or outside the grid', async () => {
    const refused = async (tiles: object[]) => {
      const { status, errors } = await owner.post(path, { name: 'Refused', tiles });
      return [status, Object.keys(errors)];
    };
    expect(await refused([{ ...place, id: 'a', part: 'tile', key: 'cost' }])).toEqual([400, ['tiles.0.report']]);
    expect(await refused([figure('a', 'nothing', 'cost')])).toEqual([400, ['tiles.0.report']]);
    expect(await refused([table('a', 'dashboard', { key: 'cost' })])).toEqual([400, ['tiles.0.key']]);
    expect(await refused([figure('a', 'dashboard', 'cost'), figure('a', 'dashboard', 'fact')])).toEqual([400, ['tiles']]);
    expect(await refused([figure('a', 'dashboard', 'cost', { x: 9 })])).toEqual([400, ['tiles.0.x']]);
    expect((await owner.post(path, { name: 'Blocks', tiles: [{ ...place, id: 'a', part: 'block', key: 'next' }] })).status).toBe(201);
    const board = await makeBoard(owner);
    const days = await owner.get(`${path}${board.id}/figures/?planned_on_after=2026-11-02&planned_on_before=2026-11-01`);
    expect([days.status, Object.keys(days.errors)]).toEqual([400, ['planned_on_after']]);
  });

  test('a person without any report has no board', async ({ world }) => {
    const group = await make(owner, 'perm/groups/', { name: 'Feeders', permissions: permissionsOf(ACCESS_PRESETS.feeder) });
    const feeder = (await makeAccount(world.api, { user_type: 'employee', client_id: world.client.id, access_group_id: group.id })).caller;
    expect([(await feeder.get(path)).status, (await feeder.get('report/product-boards/owner/figures/')).status]).toEqual([403, 403]);
  });

  test('a board of twelve tiles runs each report once per query', async () => {
    const keys = ['cost', 'cost_per_head', 'plan', 'fact', 'dmi', 'punctuality'];
    const board = await makeBoard(owner, {
      tiles: [
        ...keys.map((key) => figure(key.replaceAll('_', '-'), 'dashboard', key)),
        ...keys.map((key) => figure(`b-${key.replaceAll('_', '-')}`, 'dashboard', key)),
      ],
    });
    const { tiles } = await readFigures(owner, board);
    expect(new Set(tiles.map(({ data }) => data?.generated_at)).size).toBe(1);
    expect(tiles.map(({ problem }) => problem)).toEqual(Array(12).fill(null));
  });
});

describe('product boards', () => {
  const read = (name: string, caller: Caller = owner) => caller.get<BoardFigures>(`report/product-boards/${name}/figures/`);

  test.each(PRODUCT_BOARDS)('every tile of the board of the %s has figures for a person with all rights', async (name) => {
    const { data } = await read(name);
    const parts = productBoards[name].filter(({ part }) => part !== 'block');
    expect(data.tiles.map(({ id, problem }) => [id, problem])).toEqual(parts.map(({ id }) => [id, null]));
    expect(new Set(productBoards[name].map(({ id }) => id)).size).toBe(productBoards[name].length);
  });

  test('answers 404 for an unknown product board', async () => {
    expect((await read('nobody')).status).toBe(404);
  });

  test('shows a person only tiles of that person’s reports', async ({ world }) => {
    const group = await make(owner, 'perm/groups/', { name: 'Stock', permissions: permissionsOf({ 'manger.inout': 'v' }) });
    const { caller } = await makeAccount(world.api, { user_type: 'employee', client_id: world.client.id, access_group_id: group.id });
    const { data } = await read('owner', caller);
    const report = new Map(productBoards.owner.map((tile) => [tile.id, tile.report]));
    for (const { id, problem } of data.tiles) expect([id, problem]).toEqual([id, report.get(id) === 'consumption' ? null : 'no_rights']);
  });
});

describe('shared boards', () => {
  const share = (caller: Caller, filters: object) => caller.post('report/shares/', { report: 'board', filters, until: '2026-11-20' });
  const lookUp = async (world: DiceWorld, url: string) =>
    (await world.api.nobody.post('report/shared/look/', { secret: url.split('/').at(-1)!, language: 'en' })).data;

  test('a shared board shows its figures to a stranger until its end, with the author’s rights', async ({ world }) => {
    const board = await makeBoard(owner, {
      tiles: [figure('cost', 'dashboard', 'cost'), { ...place, id: 'next', part: 'block', key: 'next' }],
    });
    const { data, status } = await share(owner, { board: String(board.id), period: 'days_14' });
    expect(status).toBe(201);
    const { board: shown, report } = await lookUp(world, data.url);
    expect(report).toBeNull();
    expect(shown).toMatchObject({ title: board.name, units: 'kg' });
    expect(shown.tiles.map(({ id }: { id: string }) => id)).toEqual(['cost']);
    const own = await readFigures(owner, board);
    expect(shown.figures.tiles[0].data.tiles).toEqual(own.tiles[0]?.data?.tiles);
    await owner.delete(`${path}${board.id}/`);
    expect(await lookUp(world, data.url)).toMatchObject({ report: null, board: null });
  });

  test('a product board is shared by its role, and another person’s board or an unknown filter is refused', async ({ world }) => {
    const { data } = await share(owner, { board: 'zootechnician' });
    expect((await lookUp(world, data.url)).board.title).toBe('Nutritionist');
    const board = await makeBoard(owner);
    const refused = async (caller: Caller, filters: object) => {
      const { status, errors } = await share(caller, filters);
      return [status, Object.keys(errors)];
    };
    expect(await refused(other, { board: String(board.id) })).toEqual([400, ['board']]);
    expect(await refused(owner, { board: String(board.id), group: ['1'] })).toEqual([400, ['group']]);
    expect(await refused(owner, { board: String(board.id), farm: ['999999'] })).toEqual([400, ['farm']]);
  });
});
