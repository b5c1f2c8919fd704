import { addDays, daysBetween } from './days.ts';
import { monthRange, type Range } from './periods.ts';

/** Number of months of a range that starts on a first and ends on a last day; null if it isn't of whole months. */
function monthsIn({ after, before }: Range): number | null {
  if (!after.endsWith('-01') || monthRange(before.slice(0, 7)).before !== before) return null;
  const at = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return at(before) - at(after) + 1;
}

/** The month this many months before that of a day. */
function monthBack(day: string, months: number): string {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** The same day a year before; 28 February if that year has no 29th. */
const yearBack = (day: string): string => {
  const [month, last] = [monthBack(day, 12), monthRange(monthBack(day, 12)).before];
  return [`${month}-${day.slice(8)}`, last].sort()[0]!;
};

/** The range to compare with: as many whole months, or as many days, just before or a year before. */
export function baseRange(range: Range, compareWith: 'previous' | 'last_year'): Range {
  const months = monthsIn(range);
  if (months !== null) {
    const back = compareWith === 'previous' ? months : 12;
    return {
      after: monthRange(monthBack(range.after, back)).after,
      before: monthRange(monthBack(range.before, back)).before,
    };
  }
  if (compareWith === 'last_year') return { after: yearBack(range.after), before: yearBack(range.before) };
  return { after: addDays(range.after, -daysBetween(range.after, range.before)), before: addDays(range.after, -1) };
}
