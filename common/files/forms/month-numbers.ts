import type { FormSource } from './form.ts';

/** A closing of one farm's month, whether it stands or was opened again. */
export interface NumberedClosing {
  month: string;
  number: number;
  version: number;
  closed: boolean;
}

/** A version of one template's paper of a month. */
export interface NumberedPaper {
  month: string;
  number: number;
  version: number;
  current: boolean;
}

/**
 * Number and version of a template's papers (`3/1`), by days: of the current paper of a closed month, and what issuing the paper would give,
 * for open months before it are closed first. `closings`: all that the farm ever had. `begins`: the first month of its books.
 */
export function monthNumbers(
  closings: readonly NumberedClosing[],
  begins?: string | null,
  papers: readonly NumberedPaper[] = [],
): Required<Pick<FormSource, 'numberOf' | 'draftNumberOf'>> {
  const current = new Map(papers.filter((paper) => paper.current).map(({ month, number, version }) => [month, `${number}/${version}`]));
  const known = new Map(closings.map(({ month, number }) => [month, number]));
  const first = [begins, ...known.keys()].filter((month) => month != null).toSorted()[0];
  return {
    numberOf: (day) => current.get(day.slice(0, 7)) ?? '',
    draftNumberOf(day) {
      const month = day.slice(0, 7);
      const ofYear = [...known].filter(([one]) => one.startsWith(month.slice(0, 4)));
      const closedFirst = monthsBefore(month, first).filter((one) => !known.has(one)).length;
      const number = known.get(month) ?? Math.max(0, ...ofYear.map(([, number]) => number)) + closedFirst + 1;
      return `${number}/${nextVersion(month, closings, papers)}`;
    },
  };
}

/** The version that issuing the month's paper would give: one more than its last one; for a first one the version of the closing. */
function nextVersion(month: string, closings: readonly NumberedClosing[], papers: readonly NumberedPaper[]): number {
  const issued = papers.filter((one) => one.month === month).map(({ version }) => version);
  if (issued.length > 0) return Math.max(...issued) + 1;
  const closed = closings.filter((one) => one.month === month);
  return closed.find((one) => one.closed)?.version ?? Math.max(0, ...closed.map(({ version }) => version)) + 1;
}

/** The months of the same year before this one, from `first` on; none without it. */
const monthsBefore = (month: string, first: string | undefined): string[] =>
  Array.from({ length: Number(month.slice(5)) - 1 }, (_, at) => `${month.slice(0, 5)}${String(at + 1).padStart(2, '0')}`).filter(
    (one) => first !== undefined && one >= first,
  );
