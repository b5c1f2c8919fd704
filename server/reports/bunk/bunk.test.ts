import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { BUNK_SCORES, proposeCall } from '#contract/operations/daily-call.ts';
import { bunkView } from '#contract/reports/bunk-view.ts';
import { expectBefore, expectFigures, only, tilesOf, without } from '#tests/support/reports/compare.ts';
import { dice } from '#tests/support/reports/facts.ts';
import { type Feeding, feedingsOf, grouped, type Raw, summedFigures } from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, narrowed, range, reportOf } from '#tests/support/reports/world.ts';

const RULES = {
  rows: [
    { score: 0, percent: 4 },
    { score: 2, percent: -2 },
    { score: 3, percent: -5 },
  ] as const,
  max_percent: 4,
};
/** By day and group (`day_group`). */
const scores = new Map<string, (typeof BUNK_SCORES)[number]>();
const called = new Map<string, { percent: number; reason: string }>();
const bases = new Map<string, number>();
let world: DiceWorld;

test.beforeAll(async ({ world: thrown }) => {
  world = thrown;
  const db = world.api.database.acrossClients();
  const client_id = world.client.id;
  const roll = dice(8);
  const rows = [world.kyiv, world.newYork].flatMap(({ id, groups }) =>
    groups.flatMap((group_id) =>
      // Two days more than there are feedings on: a bunk may be scored of a group that is fed nothing.
      Array.from({ length: 36 }, (_, n) => ({ client_id, farm_id: id, group_id, day: addDays('2026-09-30', n) })),
    ),
  );
  for (const row of rows) {
    const key = `${row.day}_${row.group_id}`;
    if (roll.chance(0.6)) scores.set(key, roll.of(BUNK_SCORES));
    if (roll.chance(0.4)) called.set(key, { percent: roll.whole(-10, 10), reason: roll.chance(0.5) ? 'hot day' : '' });
  }
  const of = <T>(said: Map<string, T>) =>
    rows.flatMap((row) => (said.has(`${row.day}_${row.group_id}`) ? [{ row, said: said.get(`${row.day}_${row.group_id}`)! }] : []));
  await db
    .insertInto('bunk_score')
    .values(of(scores).map(({ row, said }) => ({ ...row, score: said })))
    .execute();
  await db
    .insertInto('feed_call')
    .values(of(called).map(({ row, said }) => ({ ...row, ...said })))
    .execute();
  await db
    .insertInto('call_rule')
    .values({ client_id, farm_id: world.kyiv.id, max_percent: RULES.max_percent, rows: JSON.stringify(RULES.rows) })
    .execute();
  // Every third feeding of a called day has been changed by its call.
  const plans = await db.selectFrom('schedule_group').select(['schedule_id', 'group_id', 'planned_on', 'weight_plan']).execute();
  for (const [at, { schedule_id, group_id, planned_on, weight_plan }] of plans.entries()) {
    if (at % 3 > 0 || !called.has(`${planned_on}_${group_id}`)) continue;
    const base_plan = Math.round(Number(weight_plan) * 950) / 1000;
    bases.set(`${schedule_id}_${group_id}`, base_plan);
    await db
      .updateTable('schedule_group')
      .set({ base_plan })
      .where('planned_on', '=', planned_on)
      .where('schedule_id', '=', schedule_id)
      .where('group_id', '=', group_id)
      .execute();
  }
});

const grams = (kg: number) => Math.round(kg * 1000);
function figures(feedings: Feeding[], raw: Raw) {
  const own = new Set(feedings.map(({ schedule, group }) => `${schedule}_${group}`));
  const planned = raw.groups.filter((one) => own.has(`${one.schedule_id}_${one.group_id}`));
  const base = planned.reduce((sum, one) => sum + grams(bases.get(`${one.schedule_id}_${one.group_id}`) ?? Number(one.plan)), 0);
  const sums = summedFigures(feedings);
  const { plan = 0, fact = null, leftovers = null } = sums;
  const uncalled = feedings.length > 0 ? base / 1000 : null;
  return {
    ...without(sums, 'cost', 'cost_per_head', 'dry_matter', 'leftovers_percent', 'plan_per_head', 'unloading_accuracy', 'unloading_bias'),
    uncalled,
    called: uncalled === null ? null : Number(plan) - uncalled,
    eaten: fact === null ? null : fact - (leftovers ?? 0),
  };
}

const keysIn = (from: string, to: string, groups: readonly number[]) => (key: string) => {
  const [day = '', group] = key.split('_');
  return from <= day && day <= to && groups.includes(Number(group));
};
const computeMean = (values: readonly number[]) => (values.length > 0 ? values.reduce((sum, one) => sum + one, 0) / values.length : null);

test.each(['all farms', 'one farm', 'groups', 'an animal type'])(
  'bunk scores, calls and intakes equal an independent recomputation: %s',
  async (name) => {
    const { query, wanted } = narrowed(world, name);
    const data = await reportOf(world.client.owner, `bunk/make/?${range}${query}`);
    const feedings = feedingsOf(world.raw, wanted);
    const rows = grouped(feedings, ({ day, group }) => `${day}_${group}`);
    const groups = [world.kyiv, world.newYork]
      .flatMap((farm) => (wanted.farms.includes(farm.id) ? farm.groups : []))
      .filter((group) => wanted.group?.(group) !== false);
    const inRange = keysIn(wanted.from, wanted.to, groups);
    const scored = [...scores].filter(([key]) => inRange(key));
    const keys = new Set([...rows.keys(), ...scored.map(([key]) => key), ...[...called.keys()].filter(inRange)]);
    expect(data.rows.map(({ id }) => id).sort()).toEqual([...keys].sort());
    const total = {
      ...figures(feedings, world.raw),
      score: computeMean(scored.map(([, score]) => score)),
      calls: [...called.keys()].filter(inRange).length,
      unexplained: 0,
    };
    for (const row of data.rows) {
      const id = String(row.id);
      const level = (back: number) => called.get(`${addDays(String(row.day), -back)}_${row.group_id}`)?.percent ?? 0;
      const judged = { score: scores.get(id) ?? null, percent_before: level(1), percent_two_before: level(2) };
      const rules = world.kyiv.groups.includes(Number(row.group_id)) ? { ...RULES, rows: [...RULES.rows] } : null;
      expect(row).toMatchObject({
        score: judged.score,
        call: called.get(id)?.percent ?? null,
        reason: called.get(id)?.reason || null,
        proposal: proposeCall(judged, rules).percent,
      });
      if (rows.has(id)) expectFigures(row, figures(rows.get(id)!, world.raw), id);
      else expect(row).toMatchObject({ plan: null, fact: null, eaten: null, uncalled: null, called: null });
    }
    expectFigures(data.totals, total, 'total');
    expectFigures(tilesOf(data, 'value'), only(total, bunkView.tiles), 'tile');
    expectBefore(data, only(figures(feedingsOf(world.raw, { ...wanted, ...before }), world.raw), ['fact', 'eaten', 'dmi']));
    const [byDay, scoreByDay, scoreByGroup] = data.series;
    for (const row of byDay!.rows)
      expectFigures(
        row,
        only(
          figures(
            feedings.filter(({ day }) => day === row.day),
            world.raw,
          ),
          ['fact', 'eaten'],
        ),
        `day ${row.day}`,
      );
    for (const row of scoreByDay!.rows)
      expectFigures(
        row,
        { score: computeMean(scored.filter(([key]) => key.startsWith(`${row.day}_`)).map(([, score]) => score)) },
        `day ${row.day}`,
      );
    for (const row of scoreByGroup!.rows)
      expectFigures(
        row,
        { score: computeMean(scored.filter(([key]) => key.endsWith(`_${row.group_id}`)).map(([, score]) => score)) },
        `group ${row.group}`,
      );
    expect(scoreByGroup!.rows.length).toBe(new Set(scored.map(([key]) => key.split('_')[1])).size);
  },
);

test('the plan without calls leads to the intake without an unexplained rest in every row', async () => {
  const data = await reportOf(world.client.owner, `bunk/make/?${range}`);
  const grammes = (value: unknown) => Math.round(Number(value ?? 0) * 1e6);
  for (const row of [...data.rows, data.totals]) {
    const sum = (keys: readonly string[]) => keys.reduce((all, key) => all + grammes(row[key]), 0);
    expect(sum(['uncalled', 'called', 'deviation']) - sum(['waiting', 'not_recorded', 'leftovers', 'eaten']), String(row.id)).toBe(0);
  }
  expect(tilesOf(data, 'value').unexplained).toBe(0);
});
