import type { FormSource } from './form.ts';

/** A closing of one farm's month, whether it stands or was opened again. */
export interface NumberedClosing {
  month: string;
  number: number;
  version: number;
  closed: boolean;
}

/**
 * Number and version of a farm's months (`3/1`), by days: of closed months for good, and of open months what closing each would give it,
 * for the open months before it are closed first. `closings`: all that the farm ever had. `begins`: the first month of its books.
 */
export function monthNumbers(
  closings: readonly NumberedClosing[],
  begins?: string | null,
): Required<Pick<FormSource, 'numberOf' | 'draftNumberOf'>> {
  const ofClosed = new Map(closings.filter(({ closed }) => closed).map(({ month, number, version }) => [month, `${number}/${version}`]));
  const known = new Map(closings.map(({ month, number }) => [month, number]));
  const first = [begins, ...known.keys()].filter((month) => month != null).toSorted()[0];
  return {
    numberOf: (day) => ofClosed.get(day.slice(0, 7)) ?? '',
    draftNumberOf(day) {
      const month = day.slice(0, 7);
      const versions = closings.filter((one) => one.month === month).map(({ version }) => version);
      const ofYear = [...known].filter(([one]) => one.startsWith(month.slice(0, 4)));
      const closedFirst = monthsBefore(month, first).filter((one) => !known.has(one)).length;
      const number = known.get(month) ?? Math.max(0, ...ofYear.map(([, number]) => number)) + closedFirst + 1;
      return `${number}/${Math.max(0, ...versions) + 1}`;
    },
  };
}

/** The months of the same year before this one, from `first` on; none without it. */
const monthsBefore = (month: string, first: string | undefined): string[] =>
  Array.from({ length: Number(month.slice(5)) - 1 }, (_, at) => `${month.slice(0, 5)}${String(at + 1).padStart(2, '0')}`).filter(
    (one) => first !== undefined && one >= first,
  );
