import { sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import type { SavedFilters } from '#contract/operations/blanks.ts';
import { isPeriod, type Period, periodRange, type Range } from '#contract/periods.ts';
import type { BoardQuery, BoardTile } from '#contract/reports/boards.ts';
import { reportNamed } from '#contract/reports/index.ts';
import type { ReportFilter } from '#contract/reports/shape.ts';
import { type ClientContext, farmsInScope, may } from '#server/platform/context.ts';
import { monthTo } from '#server/reports/home/scope.ts';
import { toSavedQuery } from '#server/reports/kit/author.ts';

/** The parts of a board that decide its figures. */
export interface BoardContent {
  farm: readonly number[];
  period: Period;
  compare_with: NonNullable<BoardQuery['compare_with']>;
  tiles: readonly BoardTile[];
}

/** The bar of a board, with its days. */
export interface Bar {
  farm: readonly number[];
  days: Range;
  compare_with: BoardContent['compare_with'];
}

export function readBar({ farm, period, compare_with }: BoardContent, query: BoardQuery, today: string): Bar {
  const { after, before } = periodRange(query.period ?? period, today);
  return {
    farm: query.farm.length > 0 ? query.farm : farm,
    days: { after: query.planned_on_after ?? after, before: query.planned_on_before ?? before },
    compare_with: query.compare_with ?? compare_with,
  };
}

/** A report with its filters, from the tile or from its saved filter. */
export interface Source {
  report: string;
  filters: SavedFilters;
}

/** The saved filters that tiles show, by id. The caller must be allowed to see saved filters and their farm. */
export async function readSaved(context: ClientContext, tiles: readonly BoardTile[]): Promise<Map<number, Source>> {
  const ids = tiles.flatMap(({ saved }) => saved ?? []);
  if (ids.length === 0 || !may(context, 'filters', 'view')) return new Map();
  const farms = farmsInScope(context);
  const { rows } = await sql<Source & { id: number; farm: number }>`
    select a.id, a.report_type as report, a.filters, a.farm_id as farm from additional_report a
    where a.client_id = ${context.client} and a.id = any(${ids}) and a.kind = 'filter' and not a.deleted
      ${farms ? sql`and a.farm_id = any(${farms})` : sql``}`.execute(context.db);
  return new Map(rows.map(({ id, farm, report, filters }) => [id, { report, filters: { farm: [farm], ...filters } }]));
}

/** Days of a tile, and those that its causes are compared with if the tile decides. */
interface OwnDays {
  days: Range;
  before?: Range;
}

/**
 * The days of a tile that keeps its own: days of its filters, or its period. The present month ends with yesterday and is compared with the
 * same days of the month before, as on home.
 */
function findOwnDays({ period, planned_on_after: after, planned_on_before: before }: SavedFilters, today: string): OwnDays | null {
  if (period === 'this_month') {
    const { month, before: base } = monthTo(addDays(today, -1));
    return { days: month, before: base };
  }
  if (isPeriod(period)) return { days: periodRange(period, today) };
  return typeof after === 'string' && typeof before === 'string' ? { days: { after, before } } : null;
}

/** The query of a tile's report, as in its address. */
export function toTileQuery({ report, filters }: Source, own: boolean, bar: Bar, today: string): Record<string, string | string[]> {
  const definition = reportNamed(report);
  const takes = (filter: ReportFilter) => definition?.filters.includes(filter) ?? false;
  const { days, before }: OwnDays = (own ? findOwnDays(filters, today) : null) ?? { days: bar.days };
  const { compare_with, ...rest } = toSavedQuery(filters);
  const compared = own ? compare_with : [bar.compare_with];
  return {
    ...(before && takes('previous_on_after') ? { previous_on_after: before.after, previous_on_before: before.before } : {}),
    ...rest,
    ...(compared !== undefined && takes('compare_with') ? { compare_with: compared } : {}),
    ...(!own && bar.farm.length > 0 ? { farm: bar.farm.map(String) } : {}),
    planned_on_after: days.after,
    planned_on_before: days.before,
  };
}
