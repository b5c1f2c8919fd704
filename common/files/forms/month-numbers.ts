import type { FormSource } from './form.ts';

/** A closing of one farm's month, whether it stands or was opened again. */
export interface NumberedClosing {
  month: string;
  number: number;
  version: number;
  closed: boolean;
}

/**
 * Number and version of a farm's months (`3/1`), by days: of closed ones for good, and of open ones what each would get if it were the
 * next to be closed. `closings`: all that the farm ever had; the numbers of a year follow from them alone.
 */
export function monthNumbers(closings: readonly NumberedClosing[]): Required<Pick<FormSource, 'numberOf' | 'draftNumberOf'>> {
  const ofClosed = new Map(closings.filter(({ closed }) => closed).map(({ month, number, version }) => [month, `${number}/${version}`]));
  return {
    numberOf: (day) => ofClosed.get(day.slice(0, 7)) ?? '',
    draftNumberOf(day) {
      const own = closings.filter(({ month }) => month === day.slice(0, 7));
      const ofYear = closings.filter(({ month }) => month.startsWith(day.slice(0, 4)));
      const number = own[0]?.number ?? Math.max(0, ...ofYear.map((one) => one.number)) + 1;
      return `${number}/${Math.max(0, ...own.map(({ version }) => version)) + 1}`;
    },
  };
}
