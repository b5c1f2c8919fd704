import { z } from 'zod';
import { ReportData, type Row } from '#contract/reports/shape.ts';

/** Finds what a response declares but lacks: a misspelt alias in the query would give an empty column, total or chart. */
export function lackingIn({ columns, rows, totals, series }: ReportData): string[] {
  // A row need not have a cell for each of the columns that come with the figures, as a feed that its group was not given.
  const lacks = (what: string, given: readonly Row[], some: readonly { key: string }[]) =>
    given.length === 0 ? [] : some.filter(({ key }) => given.every((row) => row[key] === undefined)).map(({ key }) => `${what}: ${key}`);
  return [
    ...lacks('rows', rows, columns),
    ...(rows.length > 0
      ? lacks(
          'totals',
          [totals],
          columns.filter(({ total }) => total),
        )
      : []),
    ...series.flatMap(({ key, x, side, y, rows: points }) => lacks(key, points, [x, ...(side ? [side] : []), ...y])),
  ];
}

/** The schema of an answer with this data. If responses are validated, a response must contain everything it declares. */
export const answerWith = <T extends z.ZodType>(data: T) =>
  z.object({ data, count: z.int() }).superRefine((answer, { addIssue }) => {
    for (const message of lackingIn((answer as { data: ReportData }).data)) addIssue({ code: 'custom', message });
  });

/** The schema of every report's response. */
export const ReportAnswer = answerWith(ReportData);
