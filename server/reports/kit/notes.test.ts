import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Note } from '#contract/reports/shape.ts';
import { insertMoves } from '#tests/support/insert-moves.ts';
import {
  exact,
  type Fraction,
  grouped,
  minus,
  number,
  over,
  plus,
  times,
  total,
  type Wanted,
  whole,
  ZERO,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, FILTERS, narrowed, range, reportOf } from '#tests/support/reports/world.ts';
import { readWorth } from '#tests/support/reports/worth.ts';

/** Kyiv's 25th of October, New York's 24th. */
const NOW = '2026-10-25T03:30:00Z';
type Basis = 'moment' | 'average' | 'today';
const BASES: Basis[] = ['moment', 'average', 'today'];

let worthThen: (ingredient: number, day: string) => Fraction;
let feeds: Map<number, { farm_id: number; average: string; price: string; rest: string }>;
const today = (world: DiceWorld, farm: number) => (farm === world.newYork.id ? '2026-10-24' : '2026-10-25');

test.beforeAll(async ({ world }) => {
  world.api.setNow(NOW);
  const db = world.api.database.acrossClients();
  const client_id = world.client.id;
  const [{ stock: stock_id, id: farm_id, ingredients }, of] = [world.kyiv, { at: '2026-10-20T10:00:00Z', day: '2026-10-20' }];
  const move = { client_id, farm_id, stock_id, ...of };
  await insertMoves(db, [
    { ...move, ingredient_id: ingredients[2]!, kind: 'count', kg: -40.5, price: 2, value: -81 },
    { ...move, ingredient_id: ingredients[3]!, kind: 'reversal', kg: 10, price: 3, value: 30 },
  ]);
  worthThen = await readWorth(db, client_id);
  const { rows } = await sql<{ id: number; farm_id: number; average: string; price: string; rest: string }>`
    select id, farm_id, average_price::text as average, price::text, rest::text from ingredient where client_id = ${client_id}`.execute(db);
  feeds = new Map(rows.map((row) => [row.id, row]));
});

const report = (world: DiceWorld, path: string) => reportOf(world.client.owner, path);
const findNote = (notes: Note[], code: Note['code']) => notes.find((note) => note.code === code);

/** The price of a kilogram by the basis; `own` is the price at the moment of the move. */
function worth(basis: Basis, ingredient: number, own: Fraction): Fraction {
  const { average, price } = feeds.get(ingredient)!;
  if (basis === 'moment') return own;
  const order = basis === 'average' ? [average, price] : [price, average];
  return exact(order.find((one) => Number(one)) ?? '0');
}

interface ExpectedNote {
  code: 'ignored' | 'incomplete' | 'plan_without_facts';
  /** A schedule, or a farm's day. */
  about: string;
  kg: Fraction;
  money: Fraction;
}

/** The schedules in the notes, each with the part of its kilograms and money that the filters on groups and feeds leave. */
function listExpectedNotes(
  world: DiceWorld,
  wanted: Wanted,
  basis: Basis,
  feed: (ingredient: number) => boolean = () => true,
): ExpectedNote[] {
  const { schedules, items, groups } = world.raw;
  const begun = new Set(schedules.filter((s) => !s.deleted && s.status !== 'waited').map((s) => `${s.farm_id} ${s.planned_on}`));
  const itemsOf = grouped(items, (item) => item.schedule_id);
  const groupsOf = grouped(groups, (one) => one.schedule_id);
  return schedules.flatMap((s): ExpectedNote[] => {
    if (s.deleted || !wanted.farms.includes(s.farm_id) || s.planned_on < wanted.from || s.planned_on > wanted.to) return [];
    const own = groupsOf.get(String(s.id)) ?? [];
    const asked = own.filter((one) => wanted.group?.(one.group_id) !== false);
    if (wanted.schedule?.(s) === false || asked.length === 0) return [];
    const dayBegun = begun.has(`${s.farm_id} ${s.planned_on}`);
    const past = s.planned_on < today(world, s.farm_id);
    const late = s.planned_on <= today(world, s.farm_id) && s.status !== 'uploaded' && (past || !dayBegun || s.status !== 'waited');
    if (!s.ignored && !late) return [];
    const parts = (itemsOf.get(String(s.id)) ?? []).filter((item) => feed(item.ingredient_id));
    if (parts.length === 0) return [];
    const loaded = s.ignored && s.loaded !== null;
    const sum = (some: typeof own, key: 'plan' | 'fact') => total(some.map((one) => exact(one[key] ?? '0')));
    const given = loaded ? over(sum(asked, 'fact'), sum(own, 'fact')) : null;
    const portion = wanted.group ? (given ?? over(sum(asked, 'plan'), sum(own, 'plan'))!) : whole(1);
    const weighed = parts.map((item) => {
      const kg = exact(loaded ? (item.fact ?? '0') : item.plan);
      const price = item.price === null ? worthThen(item.ingredient_id, s.planned_on) : exact(item.price);
      return { kg, money: times(kg, worth(basis, item.ingredient_id, price)) };
    });
    const narrowedToFeeds = parts.length < (itemsOf.get(String(s.id)) ?? []).length || wantedFeeds(feed);
    const kg = narrowedToFeeds ? total(weighed.map((one) => one.kg)) : exact(loaded ? s.loaded! : s.plan);
    return [
      {
        code: s.ignored ? 'ignored' : dayBegun ? 'incomplete' : 'plan_without_facts',
        about: s.ignored || dayBegun ? String(s.id) : `${s.farm_id} ${s.planned_on}`,
        kg: times(kg, portion),
        money: times(total(weighed.map((one) => one.money)), portion),
      },
    ];
  });
}
/** Whether feeds were asked for at all. */
const wantedFeeds = (feed: (ingredient: number) => boolean) => [...feeds.keys()].some((id) => !feed(id));

function expectNotes(notes: Note[], expected: ExpectedNote[], what: string) {
  for (const code of ['ignored', 'incomplete', 'plan_without_facts'] as const) {
    const own = expected.filter((one) => one.code === code);
    const note = findNote(notes, code);
    expect(note?.count ?? 0, `${what} ${code}`).toBe(new Set(own.map(({ about }) => about)).size);
    expect(note?.value ?? 0, `${what} ${code} kg`).toBeCloseTo(number(total(own.map(({ kg }) => kg)))!, 4);
    expect(note?.money ?? 0, `${what} ${code} money`).toBeCloseTo(number(total(own.map(({ money }) => money)))!, 4);
  }
}

describe('ignored and missing feedings have their kilograms and money', () => {
  test.for(FILTERS.flatMap((name) => BASES.map((basis) => [name, basis] as const)))(
    '%s, at prices of %s',
    async ([name, basis], { world }) => {
      const { query, wanted } = narrowed(world, name);
      const { notes } = await report(world, `planfeed/?${range}${query}&price_basis=${basis}`);
      expectNotes(notes, listExpectedNotes(world, wanted, basis), name);
    },
  );

  test.for(BASES)('notes on single feeds are exact at prices of %s', async (basis, { world }) => {
    const { wanted } = narrowed(world, 'all farms');
    const asked = [world.kyiv.ingredients[1]!, world.newYork.ingredients[0]!];
    const { notes } = await report(world, `load/?${range}&ingredient=${asked}&price_basis=${basis}`);
    expectNotes(
      notes,
      listExpectedNotes(world, wanted, basis, (ingredient) => asked.includes(ingredient)),
      'feeds',
    );
  });

  test.for(BASES)('notes on single stocks are exact at prices of %s', async (basis, { world }) => {
    const { wanted } = narrowed(world, 'all farms');
    const { notes } = await report(world, `inout/?${range}&stock=${world.kyiv.stock}&price_basis=${basis}`);
    expectNotes(
      notes,
      listExpectedNotes(world, wanted, basis, (ingredient) => feeds.get(ingredient)!.farm_id === world.kyiv.id),
      'stock',
    );
  });

  test("missing records of past days equal the reports' column of not recorded feed", async ({ world }) => {
    world.api.setNow('2026-11-10T12:00:00Z');
    const data = await report(world, `load/?${range}&status=waited`);
    world.api.setNow(NOW);
    const missing = data.notes.filter(({ code }) => code === 'incomplete' || code === 'plan_without_facts');
    // The plan of a schedule and those of its feeds are thrown apart in this world.
    const ids = new Set(data.rows.map(({ id }) => id));
    const plan = world.raw.schedules.filter(({ id }) => ids.has(id)).map((s) => exact(s.plan));
    expect(missing.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(number(total(plan))!, 3);
    expect(data.totals.not_recorded).toBe(data.totals.plan);
  });
});

describe('notes on stock follow filters and prices', () => {
  const negative = () => [...feeds].filter(([, { rest }]) => rest.startsWith('-'));
  const missing = (basis: Basis, ids: number[]) =>
    number(
      total(
        ids.map((id) => {
          const { average, price, rest } = feeds.get(id)!;
          return times(minus(ZERO, exact(rest)), worth(basis, id, exact(Number(average) ? average : price)));
        }),
      ),
    )!;

  test.for(BASES)('negative stocks are exact at prices of %s', async (basis, { world }) => {
    const ids = negative().map(([id]) => id);
    expect(ids).toHaveLength(2);
    const all = findNote((await report(world, `inout/?${range}&price_basis=${basis}`)).notes, 'stock_below_zero')!;
    expect(all.count).toBe(2);
    expect(all.money).toBeCloseTo(missing(basis, ids), 5);
    const own = ids.filter((id) => feeds.get(id)!.farm_id === world.newYork.id);
    const narrow = findNote(
      (await report(world, `inout/?${range}&stock=${world.newYork.stock}&price_basis=${basis}`)).notes,
      'stock_below_zero',
    )!;
    expect(narrow.items.map(({ id }) => id)).toEqual(own);
    expect(narrow.money).toBeCloseTo(missing(basis, own), 5);
  });

  test('corrections by hand are of the feeds, the stock, the rations asked for, at the price asked for', async ({ world }) => {
    const corrected = async (query: string) => {
      const note = findNote((await report(world, query)).notes, 'manual_corrections');
      return note && [note.count, note.value, note.money];
    };
    expect(await corrected(`inout/?${range}`)).toEqual([2, 50.5, 111]);
    expect(await corrected(`inout/?${range}&price_basis=today`)).toEqual([2, 50.5, 126.25]);
    expect(await corrected(`inout/?${range}&stock=${world.newYork.stock}`)).toBeUndefined();
    expect(await corrected(`load/?${range}&ingredient=${world.kyiv.ingredients[3]}`)).toEqual([1, 10, 30]);
    expect(await corrected(`planfeed/?${range}&ration=${world.newYork.rations[0]}`)).toBeUndefined();
  });

  test.for(BASES)('feed with stale dry matter has its cost at prices of %s', async (basis, { world }) => {
    const { wanted } = narrowed(world, 'all farms');
    const [feed] = world.kyiv.ingredients;
    const data = await report(world, `load/?${range}&farm=${world.kyiv.id}&price_basis=${basis}`);
    const late = new Set(
      world.raw.schedules
        .filter((s) => !s.deleted && !s.ignored && s.planned_on > '2026-10-25' && s.planned_on <= wanted.to)
        .map(({ id }) => id),
    );
    const fed = world.raw.items.filter((item) => item.ingredient_id === feed && late.has(item.schedule_id) && item.price !== null);
    const money = fed.reduce((sum, item) => plus(sum, times(exact(item.fact ?? '0'), worth(basis, feed!, exact(item.price!)))), ZERO);
    expect(findNote(data.notes, 'stale_dry_matter')!.money).toBeCloseTo(number(money)!, 4);
    expect(
      findNote((await report(world, `inout/?${range}&stock=${world.newYork.stock}`)).notes, 'stale_dry_matter')?.items ?? [],
    ).not.toContainEqual(expect.objectContaining({ id: feed }));
  });
});
