import { addDays } from '#contract/days.ts';
import { type milk, milkPrice, type milkPrices } from '#contract/operations/milk.ts';
import { monthRange } from '#contract/periods.ts';
import type { RowOf } from '#contract/resource.ts';
import type { Figures } from './paste.ts';

export type Milk = RowOf<typeof milk>;
export type MilkPrice = RowOf<typeof milkPrices>;

/** The days of a month, up to the last day with possible milk. */
export function daysOf(month: string, today: string): string[] {
  const { after, before } = monthRange(month);
  const days: string[] = [];
  for (let day = after; day <= before && day <= today; day = addDays(day, 1)) days.push(day);
  return days;
}

/** A day's milk with the input; missing fat and protein come from the last day before. null without milk or contents. */
export function wholeDay(typed: Figures, found: Milk | undefined, rows: readonly Milk[], day: string) {
  const before = lastBefore(rows, day);
  const kg = typed.kg ?? found?.kg;
  const fat = typed.fat ?? found?.fat ?? before?.fat;
  const protein = typed.protein ?? found?.protein ?? before?.protein;
  return kg === undefined || fat === undefined || protein === undefined ? null : { kg, fat, protein };
}

/** The last day before with milk. */
export const lastBefore = <M extends Pick<Milk, 'day'>>(rows: readonly M[], day: string): M | undefined =>
  rows.reduce<M | undefined>((last, row) => (row.day < day && row.day > (last?.day ?? '') ? row : last), undefined);

/** The price of a day. */
export const priceOn = (prices: readonly MilkPrice[], day: string): MilkPrice | undefined =>
  prices.reduce<MilkPrice | undefined>((last, row) => (row.from <= day && row.from > (last?.from ?? '') ? row : last), undefined);

/** Money for a kilogram of a day's milk; null without a price. */
export function priceOf(row: Milk, prices: readonly MilkPrice[]): number | null {
  if (row.price !== null) return row.price;
  const held = priceOn(prices, row.day);
  return held ? milkPrice(held, row) : null;
}

/** Total milk with mean fat and protein by weight; null without any. */
export function sumOf(rows: readonly Milk[]): Pick<Milk, 'kg' | 'fat' | 'protein'> | null {
  const grams = rows.reduce((sum, { kg }) => sum + Math.round(kg * 1000), 0);
  if (grams === 0) return null;
  const mean = (figure: 'fat' | 'protein') => rows.reduce((sum, row) => sum + Math.round(row.kg * 1000) * row[figure], 0) / grams;
  return { kg: grams / 1000, fat: mean('fat'), protein: mean('protein') };
}
