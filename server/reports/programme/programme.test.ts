import { expect } from 'vitest';
import { daysBetween } from '#contract/days.ts';
import { feedOfDay } from '#contract/operations/programmes.ts';
import { programmeView } from '#contract/reports/programme-view.ts';
import { expectBefore, expectFigures, most, only, tilesOf, without } from '#tests/support/reports/compare.ts';
import { type Feeding, feedingsOf, grouped, summedFigures } from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, FROM, range, reportOf, TO } from '#tests/support/reports/world.ts';

/** In the middle of the range: the days before are no days on feed. */
const STARTED_ON = '2026-10-21';
let world: DiceWorld;
let programme: { steps: { day: number; ration: number; weight_per_head: number }[]; blend_days: number };
let followers: number[];

test.beforeAll(async ({ world: thrown }) => {
  world = thrown;
  const db = world.api.database.acrossClients();
  const client_id = world.client.id;
  const [first, second] = world.kyiv.rations as [number, number];
  programme = {
    steps: [
      { day: 1, ration: first, weight_per_head: 12.5 },
      { day: 6, ration: second, weight_per_head: 20.333 },
    ],
    blend_days: 2,
  };
  const { id } = await db
    .insertInto('programme')
    .values({ client_id, farm_id: world.kyiv.id, name: 'Step-up', blend_days: 2 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('programme_step')
    .values(programme.steps.map(({ ration, ...step }) => ({ ...step, client_id, programme_id: id, ration_id: ration, ration_size: 100 })))
    .execute();
  followers = world.kyiv.groups.slice(0, 2);
  await db
    .updateTable('animal_group')
    .set({ programme_id: id, started_on: STARTED_ON })
    .where('client_id', '=', client_id)
    .where('id', 'in', followers)
    .execute();
});

const wanted = (groups = followers, from = FROM, to = TO) => ({
  farms: [world.kyiv.id, world.newYork.id, world.empty],
  from,
  to,
  group: (group: number) => groups.includes(group),
  schedule: ({ planned_on }: { planned_on: string }) => planned_on >= STARTED_ON,
});
const grams = (kg: number) => Math.round(kg * 1000);
const perHead = (day: string) =>
  feedOfDay(programme, daysBetween(STARTED_ON, day)).reduce((sum, part) => sum + grams(part.weight_per_head), 0);

function figures(feedings: Feeding[]) {
  const days = [...grouped(feedings, ({ day, group }) => `${day}_${group}`).values()];
  const asked = days.reduce((sum, own) => sum + perHead(own[0]!.day) * most(own), 0) / 1000;
  const heads = days.reduce((sum, own) => sum + most(own), 0);
  const sums = summedFigures(feedings);
  return {
    ...without(sums, 'dry_matter', 'leftovers', 'leftovers_percent', 'plan_per_head', 'unloading_accuracy', 'unloading_bias'),
    by_programme: asked,
    off_programme: Number(sums.plan) - asked,
    by_programme_per_head: heads > 0 ? asked / heads : null,
    unexplained: 0,
  };
}

test('the programme’s ration of each day on feed is shown next to plan and delivery, without an unexplained rest', async () => {
  const data = await reportOf(world.client.owner, `programme/make/?${range}`);
  const feedings = feedingsOf(world.raw, wanted());
  const rows = grouped(feedings, ({ day, group }) => `${day}_${group}`);
  expect(rows.size).toBeGreaterThan(10);
  expect(data.rows.map(({ id }) => id).sort()).toEqual([...rows.keys()].sort());
  for (const row of data.rows) {
    const day_on_feed = daysBetween(STARTED_ON, String(row.day));
    expect(row).toMatchObject({ programme: 'Step-up', day_on_feed });
    expect(String(row.rations).split(' + ')).toHaveLength(day_on_feed === 6 || day_on_feed === 7 ? 2 : 1);
    expectFigures(row, without(figures(rows.get(String(row.id))!), 'unexplained'), String(row.id));
  }
  expectFigures(data.totals, figures(feedings), 'total');
  expectFigures(tilesOf(data, 'value'), only(figures(feedings), programmeView.tiles), 'tile');
  expectBefore(data, { fact: null, by_programme: null });
  const [curve] = data.series;
  expect(curve!.rows.map(({ day_on_feed }) => day_on_feed)).toEqual(
    [...new Set(data.rows.map((row) => Number(row.day_on_feed)))].sort((a, b) => a - b),
  );
  for (const { day_on_feed, by_programme_per_head } of curve!.rows) {
    const [{ day }] = data.rows.filter((row) => row.day_on_feed === day_on_feed) as [{ day: string }];
    expect(by_programme_per_head).toBe(perHead(day) / 1000);
  }
});

test('the report filters by one group, and is empty before its programme and for a farm without programmes', async () => {
  const [first] = followers;
  const one = await reportOf(world.client.owner, `programme/make/?${range}&group=${first}`);
  expectFigures(one.totals, figures(feedingsOf(world.raw, wanted([first!]))), 'one group');
  expect(
    (await reportOf(world.client.owner, `programme/make/?planned_on_after=${before.from}&planned_on_before=${before.to}`)).rows,
  ).toEqual([]);
  const none = await reportOf(world.client.owner, `programme/make/?${range}&farm=${world.newYork.id}`);
  expect([none.rows, none.totals.by_programme]).toEqual([[], null]);
});
