import { sql } from 'kysely';
import { BLOCK_TITLES, isTitledBlock } from '#common/files/boards/block-titles.ts';
import type { BoardInput, PaperTile } from '#common/files/boards/board-input.ts';
import { toPaperTile } from '#common/files/boards/paper-tile.ts';
import { cellWords } from '#common/files/cell-words.ts';
import type { ExportLine } from '#common/files/export-input.ts';
import { fileName } from '#common/files/file-name.ts';
import { daysText } from '#common/format/days-text.ts';
import { createFormatter } from '#common/format/formatter.ts';
import type { Language } from '#contract/kinds.ts';
import type { Range } from '#contract/periods.ts';
import type { BoardQuery, BoardTile, TileFigures } from '#contract/reports/boards.ts';
import { reportNamed } from '#contract/reports/index.ts';
import type { Conventions } from '#contract/words.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { invalid, notPermitted } from '#server/platform/errors.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { makeBoard } from '#server/reports/boards/figures.ts';
import { type NamedBoard, nameBoard } from '#server/reports/boards/named-board.ts';
import type { Servers } from '#server/reports/kit/endpoints.ts';
import { filterLines } from '#server/reports/subscriptions/filter-names.ts';

export interface Reader extends Pick<Conventions, 'units' | 'clock'> {
  language: Language;
}

export interface BoardFile {
  input: BoardInput;
  fileName: string;
  days: Range;
  /** Names of the farms of all tiles; '' for all farms. */
  farms: string;
}

/** Names of farms that the caller sees; '' for all farms. */
async function nameFarms({ db, client, ...context }: ClientContext, farm: readonly number[]): Promise<string> {
  if (farm.length === 0) return '';
  const scope = farmsInScope({ db, client, ...context });
  const { rows } = await sql<{ name: string }>`
    select name from farm where client_id = ${client} and id = any(${[...farm]}) and not deleted
      ${scope ? sql`and id = any(${scope})` : sql``} order by name`.execute(db);
  return rows.map(({ name }) => name).join(', ');
}

async function readClientName({ db, client }: ClientContext): Promise<string> {
  const { rows } = await sql<{ name: string }>`select company_name as name from client where id = ${client}`.execute(db);
  return rows[0]?.name ?? '';
}

/**
 * 403 or 400 if no tile has figures, because the file would contain nothing. A failure of the program is an error, so that a mail is tried
 * again.
 */
function demandFigures(tiles: readonly TileFigures[]): void {
  if (tiles.some(({ problem }) => problem === null)) return;
  if (tiles.some(({ problem }) => problem === 'failed')) throw new Error('The figures of a board failed');
  if (tiles.length > 0 && tiles.every(({ problem }) => problem === 'no_rights')) throw notPermitted();
  throw invalid('board', 'invalid_value');
}

/** Charts of reports that take the place of parts of home, which are on screen only. */
const INSTEAD: Readonly<Record<string, Pick<BoardTile, 'report' | 'part' | 'key'>>> = {
  farms: { report: 'compare', part: 'chart', key: 'cost_per_head_by_farm' },
  stock: { report: 'consumption', part: 'chart', key: 'by_ingredient' },
};
const toFileTile = (tile: BoardTile): BoardTile => (tile.part === 'block' ? { ...tile, ...INSTEAD[tile.key] } : tile);

type TileLines = (tile: BoardTile, figures: TileFigures) => Promise<string>;

const writeLines = (lines: readonly ExportLine[]) => lines.map(({ label, value }) => `${label}: ${value}`).join(' · ');

/**
 * A board's file with the caller's rights: the figures of its screen, and the filters of each tile in words. 403 or 400 if no tile has
 * figures.
 */
export async function makeBoardFile(
  context: ClientContext,
  servers: Servers,
  board: NamedBoard,
  bar: BoardQuery,
  { language, units, clock }: Reader,
): Promise<BoardFile> {
  const all = board.tiles.map(toFileTile);
  const made = makeBoard(context, servers, { ...board, tiles: all }, bar);
  const [figures, t, client] = await Promise.all([made, textsOf(language), readClientName(context)]);
  demandFigures(figures.tiles);
  const { farm = [], planned_on_after: after = '', planned_on_before: before = '', compare_with = [] } = figures.filters;
  const days = { after, before };
  const farms = await nameFarms(context, farm);
  const formatIn = (place: { timezone: string; currency: string }) =>
    createFormatter({ language, units, clock, ...place, labels: cellWords(t) });
  const first = figures.tiles.find(({ data }) => data)?.data;
  const format = formatIn(first ?? { timezone: 'UTC', currency: 'UAH' });
  const toFilters: TileLines = async (tile, { data }) => {
    const definition = reportNamed(data?.report ?? '');
    if (!data || !definition) return '';
    const { planned_on_after: from = '', planned_on_before: to = '' } = data.filters;
    const ownDays = tile.own ? [{ label: t('reports:filter.period'), value: daysText({ after: from, before: to }, format) }] : [];
    const namesFarm = tile.saved !== null || ((tile.own || farm.length === 0) && tile.filters.farm !== undefined);
    const filters = definition.filters.filter((filter) => filter !== 'farm' || namesFarm);
    return writeLines([...ownDays, ...(await filterLines(context, { filters }, data, t))]);
  };
  const figuresById = new Map(figures.tiles.map((one) => [one.id, one]));
  const blocks = new Set(board.tiles.filter(({ part }) => part === 'block').map(({ id }) => id));
  const inOrder = all.toSorted((a, b) => a.y - b.y || a.x - b.x);
  const tiles: PaperTile[] = [];
  for (const tile of inOrder) {
    const found = figuresById.get(tile.id);
    // A part of home isn't shown to people without its right.
    if (!found || (found.problem !== null && blocks.has(tile.id))) continue;
    const words = { t, format: found.data ? formatIn(found.data) : format };
    tiles.push(toPaperTile(tile, found, await toFilters(tile, found), words));
  }
  const leftOut = inOrder.flatMap(({ part, key }) => (part === 'block' && isTitledBlock(key) ? t(BLOCK_TITLES[key]) : []));
  const title = nameBoard(board, t);
  return {
    input: {
      title,
      language,
      page: t('reports:export.page', { skipInterpolation: true }),
      lines: [
        { label: t('reports:filter.client'), value: client },
        { label: t('reports:filter.farm'), value: farms || t('boards:all_farms') },
        { label: t('reports:filter.period'), value: daysText(days, format) },
        ...compare_with.map((one) => ({ label: t('reports:filter.compare_with'), value: t(`reports:switch.compare_with.${one}`) })),
        { label: t('reports:export.made_at'), value: format.value('datetime', context.services.now().toISOString()) },
      ],
      notes: leftOut.length > 0 ? [t('boards:left_out', { parts: leftOut.join(', ') })] : [],
      tiles,
    },
    fileName: fileName(title, after, before, 'pdf'),
    days,
    farms,
  };
}
