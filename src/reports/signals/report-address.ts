import { addDays } from '#contract/days.ts';
import { reportNamed } from '#contract/reports/index.ts';
import type { ReportDefinition, ReportFilter } from '#contract/reports/shape.ts';
import { type SignalSubject, TOLD } from '#contract/reports/signal-words.ts';
import type { Signal } from './signal.ts';

/** The filter that a subject is chosen by; what has none is seen in its farm's figures. */
const FILTERS: Partial<Record<SignalSubject, ReportFilter>> = {
  operator: 'worker',
  group: 'group',
  ingredient: 'ingredient',
  mixer: 'mixer',
};
/** What is wrong is seen beside what was right before. */
const DAYS_BEFORE = 14;

/** The report that tells more of a signal, over its days and some before them, narrowed to what it is about. */
export function reportOf(signal: Signal): { report: ReportDefinition; address: string } | null {
  const report = reportNamed(TOLD[signal.rule].report);
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
