import { dayAt } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { monthRange, type Range } from '#contract/periods.ts';
import { type ReportId, reports } from '#contract/reports/index.ts';
import type { ReportFilters } from '#contract/reports/shape.ts';
import { type ClientContext, may } from '#server/platform/context.ts';
import { withSwitchDefaults } from '#server/reports/kit/switch-defaults.ts';
import { type ReportScope, resolveScope } from '#server/reports/sql/scope.ts';

/** How a report is asked, so that it has the same figures: its filters, and the scope that they come to. */
export interface Asked {
  report: ReportId;
  filters: ReportFilters;
  scope: ReportScope;
}

/** The scope of the blocks of home: all farms of the caller, and the finished days of each. */
export interface HomeScope {
  /** The last day that is over at every farm. */
  yesterday: string;
  /** The last seven whole days. */
  week: Range;
  ask(report: ReportId, range: Range, more?: ReportFilters): Asked;
  /** Whether the caller may see that report. */
  maySee(report: ReportId): boolean;
}

export async function homeScope(context: ClientContext): Promise<HomeScope> {
  const day = dayAt(context.services.now(), 'UTC');
  const resolved = await resolveScope(context, { planned_on_after: day, planned_on_before: day });
  const [today = day] = resolved.farms.map((farm) => farm.today).toSorted();
  const yesterday = addDays(today, -1);
  return {
    yesterday,
    week: { after: addDays(yesterday, -6), before: yesterday },
    maySee: (report) => may(context, reports[report].permission, 'view'),
    ask(report, { after: from, before: to }, more = {}) {
      const days = { planned_on_after: from, planned_on_before: to };
      const filters = { ...more, ...days, ...withSwitchDefaults(reports[report], more), farm: resolved.farmIds };
      return { report, filters, scope: { ...resolved, from, to, filters } };
    },
  };
}

/** The month of a day up to it, and the same days of the month before; whole months where the day is the last of its own. */
export function monthTo(day: string): { month: Range; before: Range } {
  const after = `${day.slice(0, 8)}01`;
  const whole = monthRange(addDays(after, -1).slice(0, 7));
  const isWhole = monthRange(day.slice(0, 7)).before === day;
  const same = `${whole.after.slice(0, 8)}${day.slice(8)}`;
  return {
    month: { after, before: day },
    before: { after: whole.after, before: isWhole || same > whole.before ? whole.before : same },
  };
}
