import { addDays } from '#contract/days.ts';
import { reportNamed } from '#contract/reports/index.ts';
import type { ReportDefinition, ReportFilter } from '#contract/reports/shape.ts';
import { SIGNAL_VALUES, type SignalSubject } from '#contract/reports/signal-words.ts';
import type { Signal } from './signal.ts';

/** The filter for a subject; subjects without one are shown in their farm's figures. */
const FILTERS: Partial<Record<SignalSubject, ReportFilter>> = {
  operator: 'worker',
  group: 'group',
  ingredient: 'ingredient',
  mixer: 'mixer',
};
/** The report also shows days before the signal, for comparison. */
const DAYS_BEFORE = 14;

/** The report with more about a signal, over its days and some before, filtered by its subject. */
export function reportOf(signal: Signal): { report: ReportDefinition; address: string } | null {
  const report = reportNamed(SIGNAL_VALUES[signal.rule].report);
  if (!report) return null;
  const params = new URLSearchParams({
    farm: String(signal.farm),
    planned_on_after: addDays(signal.since, -DAYS_BEFORE),
    planned_on_before: signal.last_seen,
  });
  const filter = FILTERS[signal.subject_kind];
  if (filter && report.filters.includes(filter)) params.set(filter, String(signal.subject));
  if (signal.ingredient !== null && report.filters.includes('ingredient')) params.set('ingredient', String(signal.ingredient));
  return { report, address: `reports/${report.route}?${params}` };
}
