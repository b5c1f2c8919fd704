import { DIMENSIONS, MEASURES } from '#contract/reports/explorer-words.ts';
import type { allReports, ReportId } from '#contract/reports/index.ts';
import { type ReportFilters, type ReportView, SWITCHES } from '#contract/reports/shape.ts';
import { reportsServers } from '#server/reports/index.ts';
import type { ReportServer } from '#server/reports/kit/report.ts';

/** What is asked of reports whose view follows from it: every view that they have. */
const ASKED: Partial<Record<ReportId, readonly ReportFilters[]>> = {
  explorer: DIMENSIONS.flatMap((dimension) => MEASURES.map((measure) => ({ row: [dimension], measure: [measure] }))),
  iofc: SWITCHES.milk_rows.flatMap((rows) =>
    SWITCHES.milk_step.flatMap((step) => SWITCHES.ecm.map((ecm) => ({ milk_rows: [rows], milk_step: [step], ecm: [ecm] }))),
  ),
  budget: SWITCHES.budget_rows.map((rows) => ({ budget_rows: [rows] })),
  supply: [{}, { scenario: [1] }],
};
/** All that a report may show, its detail too. */
export const viewsOf = (report: (typeof allReports)[number]): ReportView[] => {
  const { viewOf }: ReportServer = reportsServers[report.id];
  return [...(viewOf ? (ASKED[report.id] ?? [{}]).map(viewOf) : [report]), ...(report.detail ? [report.detail] : [])];
};
