import { DIMENSIONS, MEASURES } from '#contract/reports/explorer-words.ts';
import type { allReports, ReportId } from '#contract/reports/index.ts';
import { type ReportFilters, type ReportView, SWITCHES } from '#contract/reports/shape.ts';
import { reportsServers } from '#server/reports/index.ts';
import type { ReportServer } from '#server/reports/kit/report.ts';

/** Filters of reports whose view depends on them: one for every view. */
const ASKED: Partial<Record<ReportId, readonly ReportFilters[]>> = {
  explorer: DIMENSIONS.flatMap((dimension) => MEASURES.map((measure) => ({ row: [dimension], measure: [measure] }))),
  iofc: SWITCHES.milk_rows.flatMap((rows) =>
    SWITCHES.milk_step.flatMap((step) => SWITCHES.ecm.map((ecm) => ({ milk_rows: [rows], milk_step: [step], ecm: [ecm] }))),
  ),
  budget: SWITCHES.budget_rows.map((rows) => ({ budget_rows: [rows] })),
  recall: [{}, { group: [1] }],
  supply: [{}, { scenario: [1] }],
};
/** All views of a report, including its detail. */
export const viewsOf = (report: (typeof allReports)[number]): ReportView[] => {
  const { viewOf, detail }: ReportServer = reportsServers[report.id];
  return [...(viewOf ? (ASKED[report.id] ?? [{}]).map(viewOf) : [report]), ...(report.detail ? [detail?.view ?? report.detail] : [])];
};
