import { addDays } from '#contract/days.ts';
import type { Range } from '#contract/periods.ts';
import { type HomeTrends, TREND_DAYS } from '#contract/reports/home.ts';
import { sumMilk } from '#server/reports/iofc/totals.ts';
import { judgedBase } from '#server/reports/kit/comparison.ts';
import { coverageOf } from '#server/reports/kit/coverage.ts';
import { atLevel } from '#server/reports/kit/report.ts';
import { fedSums } from '#server/reports/sql/fed-sums.ts';
import { findDaysBefore, type ReportScope } from '#server/reports/sql/scope.ts';
import type { HomeScope } from './scope.ts';

type Figure = HomeTrends['figures'][number];
/** Sums of a report by day and in total. */
type Sums = readonly ({ level: string; day: unknown } & Record<string, unknown>)[];

const toNumber = (value: unknown) => (typeof value === 'number' ? value : null);

/** Returns the headline figures of the last 30 whole days, each with its values by day over 60 days. Figures without any value are left out. */
export async function findTrends(home: HomeScope): Promise<HomeTrends> {
  const range: Range = { after: addDays(home.yesterday, 1 - TREND_DAYS), before: home.yesterday };
  const [fed, milk] = await Promise.all([
    findFigures(home, 'dashboard', ['cost_per_head'], range, fedSums),
    home.maySee('iofc') ? findFigures(home, 'iofc', ['iofc_per_head', 'efficiency'], range, sumMilk) : [],
  ]);
  return { figures: [...fed, ...milk] };
}

async function findFigures(
  home: HomeScope,
  report: 'dashboard' | 'iofc',
  keys: readonly Figure['key'][],
  range: Range,
  sum: (scope: ReportScope) => Promise<Sums>,
): Promise<Figure[]> {
  const { scope, ...source } = home.ask(report, range);
  const before = findDaysBefore(scope);
  const base = { ...scope, ...before };
  const [now, then, both, coverage] = await Promise.all([
    sum(scope),
    sum(base),
    sum({ ...scope, from: before.from }),
    coverageOf('feedings', scope, base),
  ]);
  const judged = judgedBase({ ...before, coverage });
  const [total, previous] = [now, then].map((sums) => atLevel(sums, 'total')[0]);
  return keys.flatMap((key) => {
    const days = atLevel(both, 'day').flatMap((row) => {
      const value = toNumber(row[key]);
      return value === null ? [] : [{ day: String(row.day), value }];
    });
    if (days.length === 0) return [];
    const previousValue = judged.reason === null ? toNumber(previous?.[key]) : null;
    return [{ ...source, key, value: toNumber(total?.[key]), previous: previousValue, base: judged, days }];
  });
}
