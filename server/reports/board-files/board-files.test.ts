import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { permissionsOf } from '#contract/access.ts';
import { ACCESS_PRESETS } from '#contract/access-presets.ts';
import { LANGUAGES } from '#contract/kinds.ts';
import type { boards } from '#contract/reports/boards.ts';
import { PRODUCT_BOARDS } from '#contract/reports/boards.ts';
import { productBoards } from '#contract/reports/product-boards.ts';
import type { RowOf } from '#contract/resource.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import type { Caller } from '#tests/support/api.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import type { MailServer } from '#tests/support/mail-server.ts';
import { type PdfPage, readPdf } from '#tests/support/pdf.ts';
import { confirmAll, DAILY, makeSaved, turn } from '#tests/support/reports/subscriptions.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, reportOf } from '#tests/support/reports/world.ts';

type Board = RowOf<typeof boards>;
const NOW = '2026-11-03T12:00:00Z';
const DAYS = '?planned_on_after=2026-10-21&planned_on_before=2026-11-03&compare_with=previous';

let owner: Caller;
test.beforeAll(async ({ world }) => {
  world.api.setNow(NOW);
  owner = (await makeAccount(world.api, { user_type: 'client', client_id: world.client.id })).caller;
});

const place = { x: 0, y: 0, w: 6, h: 6 };
const cost = { ...place, id: 'cost', report: 'dashboard', part: 'tile', key: 'cost_per_head' };
const parts = [
  cost,
  { ...place, x: 6, id: 'stock', report: 'inout', part: 'tile', key: 'closing_value' },
  { ...place, y: 6, id: 'days', report: 'dashboard', part: 'chart', key: 'by_day' },
  { ...place, x: 6, y: 6, id: 'groups', report: 'upload_groups', part: 'chart', key: 'by_group' },
  { ...place, y: 12, w: 12, id: 'farms', report: 'compare', part: 'table' },
  { ...place, y: 18, id: 'next', part: 'block', key: 'next' },
];
let number = 0;
function makeBoard(values: object = {}): Promise<Board> {
  number += 1;
  return make(owner, 'report/boards/', { name: `Ранкова панель ${number}`, tiles: parts, ...values }) as unknown as Promise<Board>;
}

/** Fetches a board's file as its raw answer, because it is no JSON. */
async function fetchFile({ api }: Pick<DiceWorld, 'api'>, path: string, { token }: Caller) {
  const response = await api.app.fetch(new Request(`http://localhost/api/${path}`, { headers: { authorization: `JWT ${token}` } }));
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type') ?? '', bytes };
}
async function readText(world: Pick<DiceWorld, 'api'>, path: string, caller: Caller): Promise<string> {
  const { status, type, bytes } = await fetchFile(world, path, caller);
  expect([status, type]).toEqual([200, 'application/pdf']);
  return readPdf(bytes)
    .map(({ text }) => text)
    .join('\n')
    .replaceAll(/[^\S\n]+/gu, ' ');
}

describe('the PDF of a board', () => {
  test('the PDF of a board has the figures of the reports, the board’s farms and days, and the parts that it leaves out', async ({
    world,
  }) => {
    const board = await makeBoard();
    const text = await readText(world, `report/boards/${board.id}/file/${DAYS}&language=uk`, owner);
    const overview = await reportOf(owner, `dashboard/make/${DAYS}`);
    const format = createFormatter({ language: 'uk', units: 'kg', clock: '24', timezone: overview.timezone, currency: overview.currency });
    const t = await textsOf('uk');
    const value = overview.tiles.find(({ key }) => key === 'cost_per_head')?.value ?? null;
    expect(value).not.toBeNull();
    const flat = text.replaceAll('\u00a0', ' ');
    expect(flat).toContain('Ранкова панель');
    expect(flat).toContain(format.money(value).replaceAll('\u00a0', ' '));
    expect(flat).toContain(t('boards:all_farms'));
    expect(flat).toMatch(/21\.10\.2026 – 03\.11\.2026/);
    expect(flat).toContain(t('operations:planning.next_load'));
    expect(flat).toContain('Kyiv');
    expect(flat).not.toContain('?');
  });

  test('a tile that keeps its own days and filters states them in the PDF', async ({ world }) => {
    const { api, kyiv } = world;
    const { rows } = await sql<{ name: string }>`select name from animal_group where id = ${kyiv.groups[0]}`.execute(
      api.database.acrossClients(),
    );
    const filters = { farm: [kyiv.id], group: [kyiv.groups[0]], planned_on_after: '2026-10-20', planned_on_before: '2026-10-25' };
    const own = { ...parts[2], own: true, filters };
    const board = await makeBoard({ tiles: [own] });
    const text = await readText(world, `report/boards/${board.id}/file/${DAYS}&language=de`, owner);
    expect(text).toMatch(/20\.10\.2026 – 25\.10\.2026/);
    expect(text).toContain(rows[0]!.name);
  });

  const printed = PRODUCT_BOARDS.filter((role) => productBoards[role].some(({ part }) => part !== 'block'));
  const cases = LANGUAGES.map((language, at) => [language, printed[at % printed.length]!] as const);
  test.for(cases)(
    'a PDF in %s of the board of the %s is complete, without a missing text and within its pages',
    async ([language, role], { world }) => {
      const { status, bytes } = await fetchFile(world, `report/product-boards/${role}/file/${DAYS}&language=${language}`, owner);
      expect(status).toBe(200);
      const pages = readPdf(bytes);
      const text = pages.map((page) => page.text).join('\n');
      expect(/\b(boards|reports|pages|core|hints):[a-z_.]+/.exec(text)?.[0]).toBeUndefined();
      const findOutside = ({ words, width, height }: PdfPage) => words.filter(({ x, end, y }) => x < 0 || end > width + 1 || y > height);
      expect(pages.flatMap(findOutside)).toEqual([]);
    },
  );

  test('a PDF names the tiles that its reader may not see, and is refused if nothing is left', async ({ world }) => {
    const board = await makeBoard({ for_people: true });
    const permissions = permissionsOf({ 'manger.dashboard': 'v' });
    const group = await make(owner, 'perm/groups/', { name: 'Overview only', permissions });
    const { caller } = await makeAccount(world.api, { user_type: 'employee', client_id: world.client.id, access_group_id: group.id });
    const text = await readText(world, `report/boards/${board.id}/file/${DAYS}&language=en`, caller);
    expect(text).toContain('You may not see this report');
    const hidden = await makeBoard({ for_people: true, tiles: [parts[1]] });
    expect((await fetchFile(world, `report/boards/${hidden.id}/file/${DAYS}`, caller)).status).toBe(403);
    const alone = await makeBoard();
    expect((await fetchFile(world, `report/boards/${alone.id}/file/`, caller)).status).toBe(404);
    const feeder = await make(owner, 'perm/groups/', { name: 'Feeders', permissions: permissionsOf(ACCESS_PRESETS.feeder) });
    const other = await makeAccount(world.api, { user_type: 'employee', client_id: world.client.id, access_group_id: feeder.id });
    expect((await fetchFile(world, `report/boards/${board.id}/file/`, other.caller)).status).toBe(403);
  });

  test('answers 400 for a board without figures: of parts of home only, or of a farm that is gone', async ({ world }) => {
    expect((await fetchFile(world, 'report/product-boards/feeder/file/', owner)).status).toBe(400);
    const board = await makeBoard({ tiles: [{ ...cost, own: true, filters: { farm: ['999999'] } }] });
    expect((await fetchFile(world, `report/boards/${board.id}/file/`, owner)).status).toBe(400);
  });
});

describe('a mailed board', () => {
  const path = 'report/subscriptions/';
  let mail: MailServer;
  test.beforeAll(async ({ mail: server }) => {
    mail = server;
  });
  test.beforeEach(() => {
    mail.mails.length = 0;
  });
  const save = (world: DiceWorld, board: string, name = `Mail of ${board}`) =>
    makeSaved(owner, world.kyiv.id, { name, report_type: 'board', filters: { board, compare_with: 'previous' } });
  const subscribe = (saved: number, values: object = {}) => owner.post(path, { saved, ...DAILY, format: 'pdf', ...values });
  async function turnAt(world: DiceWorld, at: string) {
    world.api.setNow(at);
    await turn(world.api);
    world.api.setNow(NOW);
  }

  test('a mailed board arrives as PDF of its days, and stops if its author loses the right to all of it', async ({ world }) => {
    const board = await makeBoard();
    const saved = await save(world, String(board.id));
    const { status, data } = await subscribe(saved.id);
    expect([status, data.format, data.report_type]).toEqual([201, 'pdf', 'board']);
    await confirmAll(world.api);
    await turnAt(world, '2026-11-04T04:00:05Z');
    expect(mail.mails).toHaveLength(1);
    const { raw } = mail.mails[0]!;
    expect(raw).toContain('application/pdf');
    const [, base64 = ''] = /application\/pdf[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw) ?? [];
    const text = readPdf(new Uint8Array(Buffer.from(base64, 'base64')))
      .map((page) => page.text)
      .join('\n');
    expect(text).toContain('03.11.2026');
    await owner.delete(`report/boards/${board.id}/`);
    await turnAt(world, '2026-11-05T04:00:05Z');
    expect(mail.mails).toHaveLength(1);
    expect((await owner.get(`${path}${data.id}/`)).data).toMatchObject({ stopped: 'cannot_be_made' });
  });

  test('a mailed board must be a PDF of a board that its author sees', async ({ world }) => {
    const board = await makeBoard();
    const saved = await save(world, String(board.id));
    const refused = async (id: number, values: object = {}) => {
      const { status, errors } = await subscribe(id, values);
      return [status, Object.keys(errors ?? {})];
    };
    expect(await refused(saved.id, { format: 'xlsx' })).toEqual([400, ['format']]);
    expect(await refused((await save(world, '999999')).id)).toEqual([400, ['saved']]);
    expect(await refused((await save(world, 'nobody')).id)).toEqual([400, ['saved']]);
    const { caller: other } = await makeAccount(world.api, { user_type: 'client', client_id: world.client.id });
    expect((await other.post(path, { saved: saved.id, ...DAILY, format: 'pdf' })).status).toBe(400);
    expect((await subscribe((await save(world, 'owner')).id)).status).toBe(201);
  });
});
