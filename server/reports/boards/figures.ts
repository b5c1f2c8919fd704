import { dayAt } from '#common/format/clock.ts';
import type { BoardFigures, BoardQuery, BoardTile, TileFigures, TileProblem } from '#contract/reports/boards.ts';
import { MAX_TILE_ROWS } from '#contract/reports/boards.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError } from '#server/platform/errors.ts';
import { prepareTiles, reportTurns, type Servers } from '#server/reports/kit/endpoints.ts';
import { demandRange, lengthOf, resolveScope } from '#server/reports/sql/scope.ts';
import { readLineDays, toLine } from './lines.ts';
import { type BoardContent, readBar, readSaved, type Source, toTileQuery } from './sources.ts';

type Prepared = Awaited<ReturnType<typeof prepareTiles>>;
type Query = Record<string, string | string[]>;

/** Tiles whose figures come from one answer of one report. */
interface Batch {
  report: string;
  query: Query;
  tiles: BoardTile[];
}

const withProblem = ({ id }: BoardTile, problem: TileProblem): TileFigures => ({ id, problem, data: null, count: 0, line: [] });

/** Why a tile's report was refused. An error of the program is thrown to the caller. */
function findProblem(error: unknown): TileProblem | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 403) return 'no_rights';
  if (error.status === 404) return 'gone';
  if (error.status !== 400) return null;
  return 'farm' in error.errors ? 'no_farm' : 'cannot_be_made';
}

/** The parts of one answer, cut to what each tile shows; the part is gone if the report has no such figure or chart. */
function cutTile(tile: BoardTile, data: ReportData, line: TileFigures['line']): TileFigures {
  const { id, part, key } = tile;
  const { notes: _, alerts: _a, ...rest } = data;
  const empty = { ...rest, notes: [], rows: [], tiles: [], series: [] };
  const shown = (more: Partial<ReportData>, count = 0) => ({ id, problem: null, data: { ...empty, ...more }, count, line });
  if (part === 'table') return shown({ rows: data.rows.slice(0, MAX_TILE_ROWS) }, data.rows.length);
  const tiles = data.tiles.filter((one) => part === 'tile' && one.key === key);
  const series = data.series.filter((one) => part === 'chart' && one.key === key);
  return tiles.length + series.length > 0 ? shown({ tiles, series }) : withProblem(tile, 'gone');
}

async function makeBatch(batch: Batch, { definition, scope, answer }: Prepared): Promise<TileFigures[]> {
  const keys = batch.tiles.flatMap(({ part, key }) => (part === 'tile' ? [key] : []));
  const [{ data }, days] = await Promise.all([answer(), readLineDays(definition.id, scope, keys)]);
  return batch.tiles.map((tile) => cutTile(tile, data, tile.part === 'tile' ? toLine(data, days, tile.key) : []));
}

/** Tiles of equal report and query form one batch. */
function toBatches(tiles: readonly BoardTile[], find: (tile: BoardTile) => { source: Source; query: Query } | null): Batch[] {
  const batches = new Map<string, Batch>();
  for (const tile of tiles) {
    const found = find(tile);
    if (!found) continue;
    const { source, query } = found;
    const key = JSON.stringify([source.report, Object.entries(query).toSorted(([a], [b]) => a.localeCompare(b))]);
    const batch = batches.get(key) ?? { report: source.report, query, tiles: [] };
    batch.tiles.push(tile);
    batches.set(key, batch);
  }
  return [...batches.values()];
}

/** The earliest present day at these farms (by default all of the caller's), as on home, and their time zone. 400 at a farm that isn't the caller's. */
export async function findFarms(context: ClientContext, farm: number[] = []): Promise<{ today: string; timezone: string }> {
  const day = dayAt(context.services.now(), 'UTC');
  const { farms, timezone } = await resolveScope(context, { farm, planned_on_after: day, planned_on_before: day });
  return { today: farms.map(({ today }) => today).toSorted()[0] ?? day, timezone };
}

/**
 * The figures of all tiles of a board with the caller's rights. Each report runs once per query. The whole board counts as one request
 * under the concurrency limits of reports. 400 if the query's days are no range.
 */
export async function makeBoard(context: ClientContext, servers: Servers, board: BoardContent, query: BoardQuery): Promise<BoardFigures> {
  const [{ today }, saved] = await Promise.all([findFarms(context), readSaved(context, board.tiles)]);
  const bar = readBar(board, query, today);
  demandRange(bar.days.after, bar.days.before);
  const tiles = board.tiles.filter(({ part }) => part !== 'block');
  const findSource = (tile: BoardTile): Source | null => {
    if (tile.saved !== null) return saved.get(tile.saved) ?? null;
    return tile.report === null ? null : { report: tile.report, filters: tile.filters };
  };
  const batches = toBatches(tiles, (tile) => {
    const source = findSource(tile);
    return source && { source, query: toTileQuery(source, tile.own, bar, today) };
  });
  const prepared = await Promise.all(batches.map((batch) => prepareBatch(context, servers, batch)));
  const isLong = prepared.some((one) => one.report && lengthOf(one.report.scope.from, one.report.scope.to) === 'long');
  const made = await reportTurns[isLong ? 'long' : 'short'].during(context.client, () =>
    Promise.all(prepared.map((one) => finishBatch(context, one))),
  );
  const figuresById = new Map(made.flat().map((figures) => [figures.id, figures]));
  return {
    filters: {
      farm: [...bar.farm],
      planned_on_after: bar.days.after,
      planned_on_before: bar.days.before,
      compare_with: [bar.compare_with],
    },
    tiles: tiles.map((tile) => figuresById.get(tile.id) ?? withProblem(tile, 'gone')),
  };
}

interface Judged {
  batch: Batch;
  report: Prepared | null;
  problem: TileProblem | null;
}

/** A batch whose right and filters are checked. */
async function prepareBatch(context: ClientContext, servers: Servers, batch: Batch): Promise<Judged> {
  try {
    return { batch, report: await prepareTiles(context, servers, batch.report, batch.query), problem: null };
  } catch (error) {
    return { batch, report: null, problem: explain(context, batch, error) };
  }
}

/** One failing report leaves the other tiles their figures. */
async function finishBatch(context: ClientContext, { batch, report, problem }: Judged): Promise<TileFigures[]> {
  const refuse = (reason: TileProblem) => batch.tiles.map((tile) => withProblem(tile, reason));
  if (!report) return refuse(problem ?? 'gone');
  try {
    return await makeBatch(batch, report);
  } catch (error) {
    return refuse(explain(context, batch, error));
  }
}

function explain(context: ClientContext, { report }: Batch, error: unknown): TileProblem {
  const problem = findProblem(error);
  if (!problem) context.log.error({ err: error, report }, 'failed to make a tile of a board');
  return problem ?? 'failed';
}
