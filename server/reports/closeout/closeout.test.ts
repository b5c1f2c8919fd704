import { expect } from 'vitest';
import { addDays, daysBetween } from '#contract/days.ts';
import type { WeightKind } from '#contract/operations/weights.ts';
import type { Row } from '#contract/reports/shape.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule } from '#tests/support/feeding.ts';
import { expectFigures, tilesOf } from '#tests/support/reports/compare.ts';
import { dice } from '#tests/support/reports/facts.ts';
import {
  exact,
  type Fraction,
  feedingsOf,
  HUNDRED,
  hasFed,
  minus,
  number,
  over,
  plus,
  times,
  total,
  totalOf,
  whole,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, FROM, range, reportOf, TO } from '#tests/support/reports/world.ts';

interface Weighing {
  farm: number;
  group: number;
  day: string;
  kind: WeightKind;
  heads: number;
  kg: string;
  price: string | null;
  cost: string | null;
  /** Heads that are there after it. */
  after: number;
}
let world: DiceWorld;
const weighings: Weighing[] = [];

/** Lots of animals that come, are weighed in part, die and leave, one after the other, some from before the range and some beyond it. */
test.beforeAll(async ({ world: thrown }) => {
  world = thrown;
  const roll = dice(91);
  const { kyiv, newYork, client } = world;
  const weigh = (farm: number, group: number) => {
    let after = 0;
    for (let day = addDays(FROM, -6); day <= addDays(TO, 2); day = addDays(day, roll.chance(0.5) ? 1 : 2)) {
      const kinds: WeightKind[] = after === 0 ? ['in'] : roll.chance(0.15) ? ['in'] : roll.chance(0.5) ? ['check'] : ['death', 'out'];
      for (const kind of kinds) {
        if (kind !== 'in' && after === 0) continue;
        const all = kind === 'out' && roll.chance(0.4);
        const heads =
          kind === 'in'
            ? 20 + Math.floor(roll.decimal(0, 20, 0))
            : all
              ? after
              : 1 + Math.floor(roll.decimal(0, 1, 3) * (kind === 'death' ? 1 : after - 1));
        if (kind === 'in') after += heads;
        else if (kind !== 'check') after -= heads;
        const kg = kind === 'death' && roll.chance(0.5) ? '0' : (heads * roll.decimal(300, 600, 3)).toFixed(3);
        const price = kind === 'in' && roll.chance(0.9) ? roll.decimal(50, 90, 5).toFixed(5) : null;
        weighings.push({
          farm,
          group,
          day,
          kind,
          heads,
          kg,
          price,
          cost: roll.chance(0.3) ? roll.decimal(10, 900, 2).toFixed(2) : null,
          after,
        });
      }
    }
  };
  for (const group of kyiv.groups) weigh(kyiv.id, group);
  for (const group of newYork.groups.slice(0, 1)) weigh(newYork.id, group);
  await world.api.database
    .acrossClients()
    .insertInto('animal_weight')
    .values(
      weighings.map(({ farm, group, after: _, ...values }) => ({
        client_id: client.id,
        farm_id: farm,
        group_id: group,
        at: `${values.day}T12:00:00Z`,
        ...values,
      })) as never,
    )
    .execute();
});

interface Account {
  group: number;
  since: string;
  until: string;
  kgIn: Fraction;
  kgOut: Fraction;
  headsIn: number;
  headsOut: number;
  deaths: number;
  onHand: number;
  headDays: number;
  purchase: Fraction | null;
  other: Fraction;
  cost: Fraction;
  eaten: Fraction;
}
const zero = whole(0);
const getKg = ({ kg }: Weighing) => exact(kg);

/** The weight of all animals after a weighing, if known. */
function findKnownWeight(one: Weighing, before: number): Fraction | null {
  if (one.after === 0) return zero;
  if (one.kind === 'check') return over(times(getKg(one), whole(one.after)), whole(one.heads));
  return one.kind === 'in' && before === 0 ? getKg(one) : null;
}

/** Each lot of a group from its first known weight in the range to its last, of raw rows. */
function computeAccounts(farms: readonly number[], groups?: readonly number[]): { accounts: Account[]; leftOut: Fraction } {
  const fed = feedingsOf(world.raw, { farms: [...farms], from: FROM, to: TO }).filter(hasFed);
  const accounts: Account[] = [];
  let leftOut = zero;
  const named = [...new Set(weighings.filter(({ farm }) => farms.includes(farm)).map(({ group }) => group))];
  for (const group of groups ? named.filter((one) => groups.includes(one)) : named) {
    const own = weighings.filter((one) => one.group === group && one.day <= TO);
    const lots: { one: Weighing; before: number }[][] = [];
    own.forEach((one, at) => {
      const before = own[at - 1]?.after ?? 0;
      if (before === 0) lots.push([]);
      lots.at(-1)?.push({ one, before });
    });
    const made: Account[] = [];
    for (const lot of lots) {
      const within = lot.filter(({ one, before }) => one.day >= FROM && findKnownWeight(one, before));
      const [first, last] = [within[0], within.at(-1)];
      if (!first || !last || last.one.day <= first.one.day) continue;
      const fresh = (lot[0]?.one.day ?? '') >= FROM;
      const [from, to] = [lot.indexOf(first), lot.indexOf(last)];
      const moved = lot.slice(fresh ? from : from + 1, to + 1).map(({ one }) => one);
      const of = (kind: WeightKind) => moved.filter((one) => one.kind === kind);
      const heads = (kind: WeightKind) => of(kind).reduce((sum, one) => sum + one.heads, 0);
      const opening = fresh ? zero : findKnownWeight(first.one, first.before)!;
      let headDays = 0;
      for (let at = from; at < to; at++) headDays += lot[at]!.one.after * (daysBetween(lot[at]!.one.day, lot[at + 1]!.one.day) - 1);
      const priced = fresh && of('in').every(({ price }) => price !== null);
      made.push({
        group,
        since: first.one.day,
        until: last.one.day,
        kgIn: plus(opening, total(of('in').map(getKg))),
        kgOut: plus(total(of('out').map(getKg)), findKnownWeight(last.one, last.before)!),
        headsIn: (fresh ? 0 : first.one.after) + heads('in'),
        headsOut: heads('out') + last.one.after,
        deaths: heads('death'),
        onHand: last.one.after,
        headDays,
        purchase: priced ? total(of('in').map((one) => times(getKg(one), exact(one.price!)))) : null,
        other: total(moved.flatMap(({ cost }) => (cost === null ? [] : [exact(cost)]))),
        cost: zero,
        eaten: zero,
      });
    }
    if (own.length === 0) continue;
    for (const feeding of fed.filter((one) => one.group === group)) {
      // A day is of the animals that came on it, rather than of those that left.
      const holder = made.findLast(
        ({ since, until, onHand }) => feeding.day >= since && (feeding.day < until || (feeding.day === until && onHand === 0)),
      );
      if (!holder) leftOut = plus(leftOut, feeding.cost ?? zero);
      else {
        holder.cost = plus(holder.cost, feeding.cost ?? zero);
        holder.eaten = plus(holder.eaten, minus(feeding.dryMatter ?? zero, feeding.leftoverDryMatter ?? zero));
      }
    }
    accounts.push(...made);
  }
  return { accounts, leftOut };
}

function figures(accounts: readonly Account[]): Record<string, number | null> {
  const sum = (key: 'kgIn' | 'kgOut' | 'other' | 'cost' | 'eaten') => total(accounts.map((one) => one[key]));
  const count = (key: 'headsIn' | 'headsOut' | 'deaths' | 'onHand' | 'headDays') => whole(accounts.reduce((all, one) => all + one[key], 0));
  const gain = minus(sum('kgOut'), sum('kgIn'));
  const purchase = accounts.every((one) => one.purchase) ? totalOf(accounts.map((one) => one.purchase!)) : null;
  const gained = (number(gain) ?? 0) > 0 ? gain : null;
  return {
    heads_in: number(count('headsIn')),
    weight_in: number(over(sum('kgIn'), count('headsIn'))),
    heads_out: number(count('headsOut')),
    weight_out: number(over(sum('kgOut'), count('headsOut'))),
    deaths: number(count('deaths')),
    death_percent: number(over(times(HUNDRED, count('deaths')), count('headsIn'))),
    on_hand: number(count('onHand')),
    head_days: number(count('headDays')),
    gain: number(gain),
    adg: number(over(gain, count('headDays'))),
    eaten: number(sum('eaten')),
    dmi: number(over(sum('eaten'), count('headDays'))),
    feed_to_gain: number(over(sum('eaten'), gained)),
    cost: number(sum('cost')),
    cost_per_head: number(over(sum('cost'), count('headDays'))),
    cost_of_gain: number(over(sum('cost'), gained)),
    other_cost: number(sum('other')),
    purchase: number(purchase),
    break_even: number(over(purchase && plus(plus(purchase, sum('cost')), sum('other')), sum('kgOut'))),
  };
}

const ask = (query: string) => reportOf(world.client.owner, `closeout/?${query}`);

test('each lot is accounted for between its first and last known weight, and the total is of them all', async () => {
  const farms = [world.kyiv.id, world.newYork.id];
  const data = await ask(range);
  const { accounts, leftOut } = computeAccounts(farms);
  expect(accounts.length).toBeGreaterThan(4);
  expect(accounts.some(({ onHand }) => onHand === 0)).toBe(true);
  expect(accounts.some(({ purchase }) => purchase === null)).toBe(true);
  const found = new Map(data.rows.map((row) => [`${row.group_id} ${row.since}`, row]));
  expect([...found.keys()].sort()).toEqual(accounts.map(({ group, since }) => `${group} ${since}`).sort());
  for (const account of accounts) {
    const row = found.get(`${account.group} ${account.since}`) as Row;
    expect(row.until).toBe(account.until);
    expectFigures(row, figures([account]), String(row.id));
    // Nobody is lost: who came left, died or is there.
    expect(account.headsIn - account.headsOut - account.deaths).toBe(0);
  }
  expectFigures(data.totals, figures(accounts), 'total');
  expect(tilesOf(data, 'value').cost_rest).toBe(0);
  const [note] = data.notes.filter(({ code }) => code === 'weight_missing');
  expect(note?.money ?? 0).toBeCloseTo(number(leftOut) ?? 0, 4);
});

test('a filter on a group or a farm keeps its figures', async () => {
  const [group] = world.kyiv.groups;
  const one = await ask(`${range}&group=${group}`);
  expectFigures(one.totals, figures(computeAccounts([world.kyiv.id], [group as number]).accounts), 'total');
  const farm = await ask(`${range}&farm=${world.newYork.id}`);
  expectFigures(farm.totals, figures(computeAccounts([world.newYork.id]).accounts), 'total');
  expect(tilesOf(farm, 'value').cost_rest).toBe(0);
});

test('a farm that weighs nobody has no row, no figure and no note', async () => {
  const data = await ask(`${range}&farm=${world.empty}`);
  expect([data.rows, data.notes]).toEqual([[], []]);
});

const LB = 0.45359237;
/** Published figures: pounds and dollars of one head, and the results of the source. */
const PUBLISHED = [
  // 600 lb to 1 200 lb for 356.94: 59.49 cents a pound; bought for 634.38, it breaks even at 82.61 a hundredweight.
  ['Poky Feeders, questions', { from: 600, to: 1200, days: 200, feed: 356.94, paid: 634.38 }, { cost_of_gain: 0.5949, break_even: 0.8261 }],
  // A ration of 0.92 a day for a steer of 800 lb that gains 2.75 lb: 0.334 a pound.
  ['Alberta Agriculture, 4-H feed cost calculations', { from: 800, to: 855, days: 20, feed: 18.4 }, { cost_of_gain: 0.334, adg: 2.75 }],
  // 1 000 lb to 1 100 lb in 31 days: 3.2 lb a day.
  ['Byrd Cattle Company, average daily gain', { from: 1000, to: 1100, days: 31, feed: 30 }, { adg: 3.2 }],
  // 18 lb of dry matter a day for 3 lb of gain: 6.
  ['Byrd Cattle Company, feed conversion', { from: 700, to: 730, days: 10, feed: 20, eaten: 180 }, { feed_to_gain: 6, adg: 3 }],
] as const;

test('published examples come out as they were printed', async () => {
  const { api } = world;
  const farm = await makeReadyFarm(api, 'UTC');
  const owner = farm.client.owner;
  const db = api.database.acrossClients();
  const [fedOn, until] = ['2026-11-06', '2026-11-07'];
  for (const [source, { from, to, days, feed, ...more }, printed] of PUBLISHED) {
    const since = addDays(until, -days);
    const group = (
      await make(owner, 'manager/groups/', { farm: farm.farm, name: source + since, animal_type: farm.cows, animal_count: 100 })
    ).id;
    const weigh = (kind: string, day: string, pounds: number, values: object = {}) =>
      make(owner, 'manager/weights/', {
        group,
        kind,
        at: `${day}T12:00:00Z`,
        heads: 100,
        kg: Math.round(pounds * 100 * LB * 1000) / 1000,
        ...values,
      });
    const price = 'paid' in more ? { price: Math.round((more.paid / from / LB) * 1e5) / 1e5 } : {};
    await weigh('in', since, from, price);
    await weigh('out', until, to);
    // The feed of a hundred head on one day: cost per head, and dry matter.
    const { id } = await makeSchedule(farm, '2026-11-10', { groups: [{ group, weight_per_head: 40 }] });
    const dry = 'eaten' in more ? (more.eaten * LB * 100) / 40 : 50;
    await db.updateTable('schedule').set({ planned_on: fedOn, status: 'uploaded', weight_fact: 4000 }).where('id', '=', id).execute();
    await db
      .updateTable('schedule_ingredient')
      .set(({ ref }) => ({
        planned_on: fedOn,
        counted: true,
        weight_fact: ref('weight_plan'),
        price: feed / 40,
        dry_matter: Math.min(dry, 100),
      }))
      .where('schedule_id', '=', id)
      .execute();
    await db
      .updateTable('schedule_group')
      .set({ planned_on: fedOn, counted: true, weight_fact: 4000 })
      .where('schedule_id', '=', id)
      .execute();
    const [row] = (await reportOf(owner, `closeout/?planned_on_after=${since}&planned_on_before=${until}&farm=${farm.farm}&group=${group}`))
      .rows;
    // A kilogram's money is the pound's ÷ 0.4536, kilograms a pound's × it; a ratio stays.
    const inPounds = { cost_of_gain: LB, break_even: LB, adg: 1 / LB, feed_to_gain: 'eaten' in more ? Math.max(1, dry / 100) : 1 };
    for (const [figure, value] of Object.entries(printed)) {
      const found = Number(row?.[figure]) * inPounds[figure as keyof typeof inPounds];
      const digits = String(value).split('.')[1]?.length ?? 0;
      expect(Math.abs(found - value), `${source}, ${figure}: ${found}`).toBeLessThan(0.6 * 10 ** -digits);
    }
  }
});
