import { expect } from 'vitest';
import type { Row } from '#contract/reports/shape.ts';
import { tilesOf } from '#tests/support/reports/compare.ts';
import {
  type Feeding,
  type Fraction,
  feedingsOf,
  grouped,
  number,
  over,
  plus,
  total,
  totalOf,
  ZERO,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, narrowed, range, reportOf } from '#tests/support/reports/world.ts';

let world: DiceWorld;
test.beforeAll(async ({ world: thrown }) => {
  world = thrown;
});

const report = (query: string) => reportOf(world.client.owner, `refusals/make/?${range}${query}`);
const near = (cell: unknown, expected: Fraction | null, what: string) =>
  expect(Math.abs(Number(cell) - Number(number(expected))), what).toBeLessThan(2e-5);
const sumLeftovers = (feedings: Feeding[]) => totalOf(feedings.map(({ leftover }) => leftover)) ?? ZERO;
/** The value of a day's leftover is its part of the day's value. */
const computeWorth = (feedings: Feeding[], key: 'cost' | 'dryMatter'): Fraction =>
  total(
    [...grouped(feedings, ({ day, group }) => `${day} ${group}`).values()].map((own) => {
      const given = totalOf(own.map(({ fact }) => fact));
      const whole = totalOf(own.map((feeding) => feeding[key])) ?? ZERO;
      const left = over(sumLeftovers(own), given) ?? ZERO;
      return { n: whole.n * left.n, d: whole.d * left.d };
    }),
  );

test.each(['all farms', 'one farm', 'groups', 'an animal type'])('leftovers and thrown away feed equal the feedings: %s', async (name) => {
  const { query, wanted } = narrowed(world, name);
  const data = await report(query);
  const feedings = feedingsOf(world.raw, wanted);
  const groups = grouped(feedings, ({ group }) => group);
  expect(data.rows.length).toBeGreaterThan(1);
  for (const row of data.rows) {
    const own = groups.get(String(row.group_id))!;
    expect(row).toMatchObject({ destination: 'waste', to_group: null, of_left: 100, income: 0 });
    near(row.weight, sumLeftovers(own), 'weight');
    near(
      row.of_given,
      over(plus(ZERO, { n: sumLeftovers(own).n * 100n, d: sumLeftovers(own).d }), totalOf(own.map(({ fact }) => fact))),
      'of delivered',
    );
    near(row.refused_cost, computeWorth(own, 'cost'), 'worth');
    near(row.refused_dry_matter, computeWorth(own, 'dryMatter'), 'dry matter');
    expect(row.loss).toBe(row.refused_cost);
  }
  near(data.totals.weight, sumLeftovers(feedings), 'weight in all');
  near(data.totals.loss, computeWorth(feedings, 'cost'), 'lost in all');
  expect(tilesOf(data, 'value')).toMatchObject({ unaccounted: 0, refed_share: 0, income: 0 });
  const [byDay] = data.series;
  const sum = (rows: Row[], key: string) => rows.reduce((all, row) => all + Number(row[key]), 0);
  expect(sum(byDay!.rows, 'waste')).toBeCloseTo(Number(data.totals.weight), 4);
});

test('sold leftovers bring money, leftovers fed to others aren’t lost, and the rest is thrown away', async () => {
  const { client, kyiv } = world;
  const [one, other] = kyiv.groups as [number, number];
  const { data: rows } = await client.owner.get(`leftovers/leftovers/?group=${one}&date_after=2026-10-20&date_before=2026-10-31`);
  // Only days on which reports ignore no feeding of the group: leftovers of an ignored feeding are in no figure.
  const leftOut = new Set(world.raw.schedules.filter(({ ignored }) => ignored).map(({ id }) => id));
  const ids = new Set(world.raw.groups.filter((g) => g.group_id === one && leftOut.has(g.schedule_id)).map((g) => g.schedule_id));
  const days = new Set(world.raw.schedules.filter(({ id }) => ids.has(id)).map(({ planned_on }) => planned_on));
  const [sold, refed] = rows.filter(
    ({ delivered, weight, fed_on }: { delivered: number | null; weight: number; fed_on: string }) =>
      delivered !== null && weight > 10 && !days.has(fed_on),
  );
  const put = async (id: number, body: object) =>
    expect((await client.owner.put(`leftovers/leftovers/${id}/`, body)).errors).toBeUndefined();
  await put(sold.id, { to: 'sold', price: 0.5 });
  await put(refed.id, { to: { group: other }, refed: 4 });
  const data = await report(`&group=${one}`);
  const row = (destination: string) => data.rows.find((each) => each.destination === destination)!;
  expect(data.rows.map(({ destination }) => destination)).toEqual(['refed', 'sold', 'waste']);
  expect(row('refed')).toMatchObject({ to_group: expect.stringContaining('group 1'), weight: 4, loss: 0 });
  expect(row('sold')).toMatchObject({ weight: sold.weight, income: sold.weight / 2 });
  expect(Number(row('sold').loss)).toBeCloseTo(Number(row('sold').refused_cost) - sold.weight / 2, 5);
  expect(data.rows.reduce((all, each) => all + Number(each.of_left), 0)).toBeCloseTo(100, 4);
  expect(tilesOf(data, 'value')).toMatchObject({ unaccounted: 0, income: sold.weight / 2 });
  // At the prices of now it is worth something else, and weighs the same.
  const today = await report(`&group=${one}&price_basis=today`);
  expect(today.totals.weight).toBe(data.totals.weight);
  expect(today.totals.refused_cost).not.toBe(data.totals.refused_cost);
});
