import { addDays, daysBetween } from '#contract/days.ts';
import { monthRange, type Range } from '#contract/periods.ts';

/** How many months a range is, from the first day of one to the last of one; null where it is no whole months. */
function monthsIn({ after, before }: Range): number | null {
  if (!after.endsWith('-01') || monthRange(before.slice(0, 7)).before !== before) return null;
  const at = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return at(before) - at(after) + 1;
}

/** The month so many months before that of a day. */
function monthBack(day: string, months: number): string {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** The same day a year before; the last of February where that year has no 29th. */
const yearBack = (day: string): string => {
  const [month, last] = [monthBack(day, 12), monthRange(monthBack(day, 12)).before];
  return [`${month}-${day.slice(8)}`, last].sort()[0]!;
};

/** What a range is compared with: whole months with as many whole months, other days with as many days; just before, or a year before. */
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
