import { sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import type { Db } from '#server/db/database.ts';
import { insertMoves } from '#tests/support/insert-moves.ts';
import type { Dice, DiceFarm } from './facts.ts';
import { exact, type Fraction, grouped, minus, over, plus, times, total, ZERO } from './recompute.ts';

/** A ledger row as stored, as text. */
export interface RawMove {
  id: number;
  at: string;
  day: string;
  farm_id: number;
  ingredient_id: number;
  kind: string;
  kg: string;
  price: string;
  value: string;
  reverses_id: number | null;
}

export const readLedger = async (db: Db, client: number): Promise<RawMove[]> =>
  (
    await sql<RawMove>`
      select id, at, day, farm_id, ingredient_id, kind, kg::text, price::text, value::text, reverses_id from ledger where client_id = ${client} order by id`.execute(
      db,
    )
  ).rows;

const THROWN = [
  'delivery',
  'delivery',
  'sale',
  'craft_in',
  'craft_out',
  'count',
  'load',
  'harvest',
  'transfer_in',
  'transfer_out',
] as const;
const GOES: ReadonlySet<string> = new Set(['sale', 'craft_out', 'load', 'transfer_out']);

/** Random deliveries, harvests, sales, crafts, transfers, counts and use of other farms. One in four is reversed some days later. */
export async function throwMoves(
  db: Db,
  client: { id: number },
  farm: DiceFarm,
  others: number[],
  days: string[],
  roll: Dice,
): Promise<void> {
  for (const day of days) {
    for (const ingredient_id of farm.ingredients) {
      if (!roll.chance(0.4)) continue;
      const kind = roll.of(THROWN);
      const away = GOES.has(kind) || (kind === 'count' && roll.chance(0.7));
      const kg = (away ? -1 : 1) * roll.decimal(1, 4000, 3);
      const price = roll.decimal(1, 48, 5);
      const value = Math.round(kg * price * 1e5) / 1e5;
      const row = {
        client_id: client.id,
        farm_id: kind === 'load' ? roll.of(others) : farm.id,
        stock_id: farm.stock,
        ingredient_id,
        price,
        at: `${day}T09:00:00Z`,
      };
      const [id] = await insertMoves(db, { ...row, day, kind, kg, value });
      if (!roll.chance(0.25)) continue;
      const later = days[Math.min(days.length - 1, days.indexOf(day) + roll.whole(0, 9))] as string;
      await insertMoves(db, { ...row, day: later, kind: 'reversal', kg: -kg, value: -value, reverses_id: id });
    }
  }
}

type Sums = Record<string, Fraction>;
const NAMES: Record<string, string> = {
  delivery: 'received',
  harvest: 'harvested',
  craft_in: 'crafted_in',
  transfer_in: 'transferred_in',
  sale: 'sold',
  craft_out: 'crafted_out',
  transfer_out: 'transferred_out',
  count: 'counted',
};
export const AWAY = ['sold', 'fed', 'fed_by_others', 'crafted_out', 'transferred_out'];
export const MOVES = [
  'received',
  'harvested',
  'crafted_in',
  'transferred_in',
  'sold',
  'fed',
  'fed_by_others',
  'crafted_out',
  'transferred_out',
  'counted',
];

const AVERAGE_UNITS = 10n ** 12n;
/** Rounds half away from zero to twelve decimals, like the stored average. */
const kept = ({ n, d }: Fraction): Fraction => {
  const twice = 2n * n * AVERAGE_UNITS;
  return over({ n: (n < 0n ? twice - d : twice + d) / (2n * d), d: 1n }, { n: AVERAGE_UNITS, d: 1n })!;
};

const MIXES: ReadonlySet<string> = new Set(['opening_balance', 'delivery', 'harvest', 'craft_in', 'transfer_in']);

/** The moving average of an ingredient at the end of a day: its valid moves in the order of their positions. */
export function averageAt(all: RawMove[], ingredient: number, evening: string): Fraction {
  const own = all.filter((move) => move.ingredient_id === ingredient);
  const taken = new Set(own.map((move) => move.reverses_id));
  const standing = own.filter((move) => move.kind !== 'reversal' && !taken.has(move.id));
  standing.sort((a, b) => a.day.localeCompare(b.day) || Date.parse(a.at) - Date.parse(b.at) || a.id - b.id);
  let [rest, average] = [ZERO, ZERO];
  for (const { day, kind, ...move } of standing) {
    const [kg, price] = [exact(move.kg), exact(move.price)];
    const lay = rest.n > 0n ? rest : ZERO;
    rest = plus(rest, kg);
    if (day > evening || kg.n <= 0n) continue;
    if (MIXES.has(kind)) average = kept(over(plus(times(lay, average), times(kg, price)), plus(lay, kg))!);
    else if (average.n === 0n) average = price;
  }
  return average;
}

/** Value of each ingredient's kilograms at the average of that evening. */
const worthOf = (all: RawMove[], moves: RawMove[], evening: string): Fraction =>
  total(
    [...grouped(moves, (move) => move.ingredient_id)].map(([id, own]) =>
      times(total(own.map(({ kg }) => exact(kg))), averageAt(all, Number(id), evening)),
    ),
  );

/** The expected figures of a report's rows, from ledger rows one by one. */
export function stockSums(all: RawMove[], moves: RawMove[], wanted: { farms: number[]; from: string; to: string }): Sums {
  const byId = new Map(all.map((move) => [move.id, move]));
  const sums: Sums = {};
  for (const name of ['opening', ...MOVES, 'closing']) sums[name] = sums[`${name}_value`] = ZERO;
  const add = (name: string, kg: Fraction, value: Fraction) => {
    sums[name] = plus(sums[name]!, kg);
    sums[`${name}_value`] = plus(sums[`${name}_value`]!, value);
  };
  for (const move of moves) {
    if (move.day > wanted.to) continue;
    const [kg, value] = [exact(move.kg), exact(move.value)];
    add('closing', kg, ZERO);
    if (move.day < wanted.from) {
      add('opening', kg, ZERO);
      continue;
    }
    const { kind } = move.reverses_id === null ? move : byId.get(move.reverses_id)!;
    const name = kind === 'load' ? (wanted.farms.includes(move.farm_id) ? 'fed' : 'fed_by_others') : NAMES[kind]!;
    const turned = AWAY.includes(name);
    add(name, turned ? minus(ZERO, kg) : kg, turned ? minus(ZERO, value) : value);
  }
  const eve = addDays(wanted.from, -1);
  sums.opening_value = worthOf(
    all,
    moves.filter(({ day }) => day <= eve),
    eve,
  );
  sums.closing_value = worthOf(
    all,
    moves.filter(({ day }) => day <= wanted.to),
    wanted.to,
  );
  sums.revaluation = minus(sums.closing_value, balanced(sums, '_value'));
  return sums;
}

/** opening + moves, as a reader would add them up. */
export const balanced = (sums: Sums, suffix = ''): Fraction =>
  total(['opening', ...MOVES].map((name) => (AWAY.includes(name) ? minus(ZERO, sums[name + suffix]!) : sums[name + suffix]!)));
