import { addDays } from '#contract/days.ts';
import { dice } from './facts.ts';
import { exact, type Fraction, HUNDRED, minus, over, plus, times } from './recompute.ts';
import { type DiceWorld, FROM, TO } from './world.ts';

export interface Milk {
  farm: number;
  group: number | null;
  day: string;
  kg: string;
  fat: string;
  protein: string;
  price: string | null;
}
export interface MilkPrice {
  farm: number;
  from: string;
  base: string;
  fat: string;
  protein: string;
}
const BASE = { base_fat: '3.60', base_protein: '3.10' };

/** Random milk: by group for two groups of one farm, as a whole for the other farm, and none on some days. */
export async function throwMilk({ api, client, kyiv, newYork }: DiceWorld): Promise<{ milk: Milk[]; prices: MilkPrice[] }> {
  const milk: Milk[] = [];
  const db = api.database.acrossClients();
  const roll = dice(18);
  const say = (farm: number, group: number | null, day: string) => {
    if (roll.chance(0.2)) return;
    const figure = (low: number, high: number, digits: number) => roll.decimal(low, high, digits).toFixed(digits);
    const price = roll.chance(0.1) ? figure(10, 20, 5) : null;
    milk.push({ farm, group, day, kg: figure(900, 4000, 3), fat: figure(3, 5, 2), protein: figure(2.8, 4, 2), price });
  };
  for (let day = addDays(FROM, -14); day <= TO; day = addDays(day, 1)) {
    for (const group of kyiv.groups.slice(0, 2)) say(kyiv.id, group, day);
    say(newYork.id, null, day);
  }
  const prices: MilkPrice[] = [
    { farm: kyiv.id, from: '2026-09-01', base: '15.20000', fat: '130', protein: '170' },
    { farm: kyiv.id, from: '2026-10-22', base: '16.35000', fat: '142', protein: '188' },
    { farm: newYork.id, from: '2026-09-01', base: '0', fat: '210', protein: '290' },
  ];
  await db
    .insertInto('milk')
    .values(milk.map(({ farm, group, ...values }) => ({ client_id: client.id, farm_id: farm, group_id: group, ...values })) as never)
    .execute();
  await db
    .insertInto('milk_price')
    .values(prices.map(({ farm, from, ...values }) => ({ client_id: client.id, farm_id: farm, since: from, ...values, ...BASE })) as never)
    .execute();
  return { milk, prices };
}

/** The prices of a farm's day; none before the first. */
export const pricesOn = (prices: readonly MilkPrice[], { farm, day }: Pick<Milk, 'farm' | 'day'>) =>
  prices.filter((one) => one.farm === farm && one.from <= day).at(-1);

/** Money per kilogram of a day's milk. */
export function milkPriceOf(prices: readonly MilkPrice[], { farm, day, fat, protein, price }: Milk): Fraction | null {
  if (price !== null) return exact(price);
  const held = pricesOn(prices, { farm, day });
  if (!held) return null;
  const beyond = (content: string, base: string, money: string) => times(minus(exact(content), exact(base)), exact(money));
  return plus(
    exact(held.base),
    over(plus(beyond(fat, BASE.base_fat, held.fat), beyond(protein, BASE.base_protein, held.protein)), HUNDRED)!,
  );
}
