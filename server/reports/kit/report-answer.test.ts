import { expect, it } from 'vitest';
import { allReports } from '#contract/reports/index.ts';
import type { ReportView, Row } from '#contract/reports/shape.ts';
import { viewsOf } from '#tests/support/reports/views.ts';
import { dataOf } from './answer.ts';
import { ReportAnswer } from './report-answer.ts';

const around = { farms: [], filters: {}, from: '2026-01-01', to: '2026-01-07', timezone: 'UTC', currency: 'EUR', lockedUntil: null };
const buildEmptyRow = (view: readonly { key: string }[]): Row => Object.fromEntries(view.map(({ key }) => [key, null]));

/** The answer to a query whose one row is this. */
function answerTo(id: string, view: ReportView, change: (row: Row) => Row) {
  const made = {
    rows: [change(buildEmptyRow(view.columns))],
    totals: buildEmptyRow(view.columns),
    tiles: buildEmptyRow(view.tiles),
    series: Object.fromEntries(view.series.map(({ key, x, side, y }) => [key, [buildEmptyRow([x, ...(side ? [side] : []), ...y])]])),
  };
  return ReportAnswer.safeParse({ data: dataOf(view, id, around, made, [], new Date()), count: 1 });
}

it.each(allReports)('$id: a query that gives all that is declared is believed, one with a misspelt column is not', (report) => {
  const [view] = viewsOf(report);
  expect(answerTo(report.id, view!, (row) => row).success).toBe(true);
  const key = view!.columns.find((column) => column.key !== 'farm')?.key ?? '';
  const { error } = answerTo(report.id, view!, ({ [key]: value = null, ...row }) => ({ ...row, [`${key}s`]: value }));
  expect(error?.issues.map(({ message }) => message)).toEqual([`rows: ${key}`]);
});
