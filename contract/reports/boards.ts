import { z } from 'zod';
import { Day, Id, Name } from '#contract/kinds.ts';
import { SavedFilters } from '#contract/operations/blanks.ts';
import { SHARES } from '#contract/operations/who-sees.ts';
import { PERIODS } from '#contract/periods.ts';
import { defineResource, named, Version } from '#contract/resource.ts';
import { REPORT_FILTERS, ReportData, ReportFilters } from './shape.ts';
import { SWITCHES } from './switches.ts';

/** Columns of a board's grid. */
export const BOARD_COLUMNS = 12;
/** Max tiles of a board: more reports at once would delay other requests of the client. */
export const MAX_BOARD_TILES = 24;
/** Max rows of a tile's table. The report shows all of them. */
export const MAX_TILE_ROWS = 50;

/** The part of a report that a tile shows: a headline figure, a chart, or the table. A block is a part of the product's own home. */
export const TILE_PARTS = ['tile', 'chart', 'table', 'block'] as const;
const Word = z.string().regex(/^[a-z][a-z0-9_]{0,59}$/);

/** `key` names the headline figure, the chart or the block. `saved` is a saved filter that gives report and filters instead. */
export const BoardTile = z
  .object({
    id: z.string().regex(/^[a-z0-9-]{1,40}$/),
    report: Word.nullable().default(null),
    saved: Id.nullable().default(null),
    filters: SavedFilters.default({}),
    part: z.enum(TILE_PARTS),
    key: z.string().max(60).default(''),
    /** True if the tile keeps the farms, days and comparison of its filters instead of the board's. */
    own: z.boolean().default(false),
    x: z.int().min(0),
    y: z.int().min(0).max(1000),
    w: z.int().min(1).max(BOARD_COLUMNS),
    h: z.int().min(1).max(40),
  })
  .refine(({ x, w }) => x + w <= BOARD_COLUMNS, { path: ['x'] });
export type BoardTile = z.infer<typeof BoardTile>;
const Tiles = z
  .array(BoardTile)
  .max(MAX_BOARD_TILES)
  .refine((tiles) => new Set(tiles.map(({ id }) => id)).size === tiles.length);

/** The boards that come with the product, by role. */
export const PRODUCT_BOARDS = ['owner', 'accountant', 'feeder', 'storekeeper', 'zootechnician', 'consultant'] as const;
export type ProductBoardId = (typeof PRODUCT_BOARDS)[number];

const Bar = {
  /** Farms of all tiles that follow the board. Empty for all farms of the viewer. */
  farm: z.array(Id).max(500),
  period: z.enum(PERIODS),
  compare_with: z.enum(SWITCHES.compare_with),
};

/**
 * A board of tiles from reports. It belongs to its author, who alone changes it. `for_people` shows it to other people of the client. `home`
 * makes it the author's first page, instead of the former one.
 */
export const boards = defineResource({
  id: 'boards',
  path: 'report/boards',
  ...SHARES,
  final: true,
  row: z
    .object({
      id: Id,
      name: z.string(),
      ...Bar,
      home: z.boolean(),
      for_people: z.boolean(),
      tiles: z.array(BoardTile),
      ...named('author'),
      version: Version,
    })
    .meta({ id: 'Board' }),
  create: z.object({
    name: Name,
    farm: Bar.farm.default([]),
    period: Bar.period.default('whole_7'),
    compare_with: Bar.compare_with.default('previous'),
    home: z.boolean().default(false),
    for_people: z.boolean().default(false),
    tiles: Tiles.default([]),
  }),
  filters: {},
  ordering: ['name'],
});

/** The bar above a board, instead of the board's own. Days are inclusive, at the farm. */
export const BoardQuery = z.object({
  farm: REPORT_FILTERS.farm,
  period: Bar.period.optional(),
  planned_on_after: Day.optional(),
  planned_on_before: Day.optional(),
  compare_with: z.enum(SWITCHES.compare_with).optional(),
});
export type BoardQuery = z.infer<typeof BoardQuery>;

/** Why a tile shows nothing: its report isn't the viewer's, its farm or its source is gone, or the report refuses these filters. */
export const TILE_PROBLEMS = ['no_rights', 'no_farm', 'gone', 'cannot_be_made', 'failed'] as const;
export type TileProblem = (typeof TILE_PROBLEMS)[number];

/**
 * The figures of a tile. `data` is the report with only the tile's part. `count` is the number of all rows of a table. `line` is the
 * headline figure by day, over 60 days if the report has such values; days without a value are missing.
 */
export const TileFigures = z.object({
  id: z.string(),
  problem: z.enum(TILE_PROBLEMS).nullable(),
  data: ReportData.nullable(),
  count: z.int(),
  line: z.array(z.object({ day: Day, value: z.number() })),
});
export type TileFigures = z.infer<typeof TileFigures>;

/** The figures of all tiles, over the farms and days of the bar. */
export const BoardFigures = z.object({ filters: ReportFilters, tiles: z.array(TileFigures) }).meta({ id: 'BoardFigures' });
export type BoardFigures = z.infer<typeof BoardFigures>;
