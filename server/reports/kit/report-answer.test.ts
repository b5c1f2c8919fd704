import { expect, it } from 'vitest';
import { allReports } from '#contract/reports/index.ts';
import type { Row } from '#contract/reports/shape.ts';
import { dataOf } from './answer.ts';
import { ReportAnswer } from './report-answer.ts';

const around = { farms: [], filters: {}, from: '2026-01-01', to: '2026-01-07', timezone: 'UTC', currency: 'EUR', lockedUntil: null };
const rowOf = (view: readonly { key: string }[]): Row => Object.fromEntries(view.map(({ key }) => [key, null]));

/** The answer to a query whose one row is this. */
function answerTo(report: (typeof allReports)[number], change: (row: Row) => Row) {
  const made = {
    rows: [change(rowOf(report.columns))],
    totals: rowOf(report.columns),
    tiles: rowOf(report.tiles),
    series: Object.fromEntries(report.series.map(({ key, x, side, y }) => [key, [rowOf([x, ...(side ? [side] : []), ...y])]])),
  };
  return ReportAnswer.safeParse({ data: dataOf(report, report.id, around, made, [], new Date()), count: 1 });
}

/** Where the columns follow from what is asked (the explorer, milk), a report's own test asks for them. */
const declared = allReports.filter(({ columns }) => columns.length > 0);

it.each(declared)('$id: a query that gives all that is declared is believed, one with a misspelt column is not', (report) => {
  expect(answerTo(report, (row) => row).success).toBe(true);
  const key = report.columns.find((column) => column.key !== 'farm')?.key ?? '';
  const { error } = answerTo(report, ({ [key]: value = null, ...row }) => ({ ...row, [`${key}s`]: value }));
  expect(error?.issues.map(({ message }) => message)).toEqual([`rows: ${key}`]);
});
