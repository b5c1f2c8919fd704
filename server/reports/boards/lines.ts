import { addDays } from '#contract/days.ts';
import type { TileFigures } from '#contract/reports/boards.ts';
import { TREND_DAYS } from '#contract/reports/home.ts';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import { sumMilk } from '#server/reports/iofc/totals.ts';
import { atLevel } from '#server/reports/kit/report.ts';
import { fedSums } from '#server/reports/sql/fed-sums.ts';
import { feedingLevels } from '#server/reports/sql/feeding-levels.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

type Line = TileFigures['line'];
/** Rows by day, with a cell for each figure. */
type Days = readonly Row[];

/** Figures that the sums of feeding cost contain; other figures need all facts of the days. */
const OF_FED_SUMS: ReadonlySet<string> = new Set(['cost', 'cost_per_head']);

const readFed = async (scope: ReportScope, keys: readonly string[]): Promise<Days> =>
  keys.every((key) => OF_FED_SUMS.has(key)) ? atLevel(await fedSums(scope), 'day') : atLevel(await feedingLevels(scope, ['day']), 'day');

/** Reports with figures by day over any range. Lines of other reports come from their charts by day. */
const BY_DAY: Readonly<Record<string, (scope: ReportScope, keys: readonly string[]) => Promise<Days>>> = {
  dashboard: readFed,
  iofc: async (scope) => atLevel(await sumMilk(scope), 'day'),
};

/** The rows by day of the last 60 days of the range; none if the report has no such figures. */
export async function readLineDays(report: string, scope: ReportScope, keys: readonly string[]): Promise<Days> {
  const read = BY_DAY[report];
  if (!read || keys.length === 0) return [];
  return read({ ...scope, from: addDays(scope.to, 1 - 2 * TREND_DAYS) }, keys);
}

/** The rows of a chart by day that draws the figure. */
const findChartDays = ({ series }: ReportData, key: string): Days =>
  series.find(({ x, y }) => x.kind === 'date' && x.key === 'day' && y.some((drawn) => drawn.key === key))?.rows ?? [];

/** The values of a headline figure by day. */
export function toLine(data: ReportData, days: Days, key: string): Line {
  const from = days.some((row) => typeof row[key] === 'number') ? days : findChartDays(data, key);
  return from.flatMap(({ day, [key]: value }) => (typeof day === 'string' && typeof value === 'number' ? [{ day, value }] : []));
}
