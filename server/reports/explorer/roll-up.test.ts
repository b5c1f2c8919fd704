import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect } from 'vitest';
import { PRESETS } from '#contract/reports/explorer-presets.ts';
import { canTell } from '#contract/reports/explorer-view.ts';
import { DIMENSIONS, type Dimension, MEASURES_OF } from '#contract/reports/explorer-words.ts';
import { rollUpDueDays } from '#server/reports/kit/day-roll-ups.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { expectPreset } from '#tests/support/reports/presets.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, FILTERS, narrowed, range, reportOf } from '#tests/support/reports/world.ts';
import { brokenRollUps } from '#tests/support/roll-ups.ts';
import { OF_LEFTOVERS } from './measures.ts';

let world: DiceWorld;
test.beforeAll(({ world: thrown }) => {
  world = thrown;
});

const db = () => world.api.database.forClient(world.client.id);
const rollUp = () => rollUpDueDays(world.api.services);
/** Reports read the facts of all days. */
const ALL_DUE = sql`insert into feeding_day_due (client_id, farm_id, day) select distinct client_id, farm_id, planned_on from schedule_group`;
const dueIn = async () => {
  const { rows } = await sql<{
    day: string;
  }>`select distinct day from feeding_day_due where day between '2026-10-18' and '2026-10-31'`.execute(db());
  return rows.length;
};

const KEPT = [...MEASURES_OF.delivery, ...MEASURES_OF.share].filter((measure) => !OF_LEFTOVERS.includes(measure));
const explore = (query: string) => reportOf(world.client.owner, `explorer/?${range}${query}`);
const figures = async (query: string) => {
  const { rows, totals, tiles, series } = await explore(query);
  return { rows, totals, tiles, series };
};
/** Cuts that a roll-up by day could get wrong: each dimension, several together, each filter. */
const CUTS: (readonly Dimension[])[] = [
  ...DIMENSIONS.map((row) => [row]),
  ['day', 'group', 'ration'],
  ['ingredient', 'week'],
  ['operator', 'mixer', 'period'],
  ['ingredient', 'group', 'month'],
  ['farm', 'animal_type'],
];
const cuts = () => [
  ...CUTS.map((row) => ({ cut: `&row=${row}`, row })),
  ...FILTERS.flatMap((name) =>
    ([['group', 'day'], ['ingredient']] as const).map((row) => ({ cut: `&row=${row}${narrowed(world, name).query}`, row })),
  ),
];
const askAll = async () => {
  const answers: Record<string, unknown> = {};
  for (const { cut, row } of cuts()) {
    const measures = KEPT.filter((measure) => canTell(measure, row, {}));
    answers[cut] = await figures(`${cut}&measure=${measures}`);
  }
  return answers;
};

test('the roll-ups by day equal the facts to the last digit, for whole ranges and for some days', async () => {
  expect(await dueIn()).toBe(14);
  const ofFacts = await askAll();
  await rollUp();
  expect(await dueIn()).toBe(0);
  expect(await askAll()).toEqual(ofFacts);
  // From the facts again: some days in the midst, and the last.
  for (const days of [['2026-10-22', '2026-10-24'], ['2026-10-31']]) {
    for (const day of days) {
      await sql`insert into feeding_day_due (client_id, farm_id, day) values (${world.client.id}, ${world.kyiv.id}, ${day})`.execute(db());
    }
    expect(await askAll()).toEqual(ofFacts);
    await rollUp();
  }
});

describe('once rolled up, a preset has the figures of its report', () => {
  test.beforeAll(rollUp);
  test.each(PRESETS.map((preset) => [preset.report, preset] as const))('%s', async (_, preset) => {
    for (const name of FILTERS) {
      const { query } = narrowed(world, name);
      if (!query.includes('status')) await expectPreset(world.client.owner, preset, `${range}${query}`);
    }
  });
});

/** Changes of a feeding by any writer. */
const CHANGES: Record<string, (id: number, weight: number) => RawBuilder<unknown>> = {
  item: (id, weight) => sql`update schedule_ingredient set weight_fact = ${weight} where schedule_id = ${id}`,
  price: (id, weight) => sql`update schedule_ingredient set price = ${weight} where schedule_id = ${id}`,
  'dry matter': (id, weight) => sql`update schedule_ingredient set dry_matter = ${weight % 100} where schedule_id = ${id}`,
  // A counted item was weighed and priced.
  'item counted': (id) => sql`
    update schedule_ingredient set counted = not counted where schedule_id = ${id} and weight_fact is not null and price is not null`,
  group: (id, weight) => sql`update schedule_group set weight_fact = ${weight} where schedule_id = ${id}`,
  plan: (id, weight) => sql`update schedule_group set weight_plan = ${weight} where schedule_id = ${id}`,
  heads: (id) => sql`update schedule_group set heads = heads + 1 where schedule_id = ${id}`,
  'group counted': (id) => sql`update schedule_group set counted = not counted where schedule_id = ${id}`,
  'group gone': (id) => sql`delete from schedule_group where schedule_id = ${id} and group_id = ${world.kyiv.groups[0]}`,
  'group come': (id, weight) => sql`
    insert into schedule_group (client_id, schedule_id, group_id, planned_on, farm_id, ration_id, mixer_id, position, heads, weight_per_head,
      weight_plan, weight_fact, counted)
    select client_id, id, ${world.kyiv.groups[0]}, planned_on, farm_id, ration_id, mixer_id, 9, 7, 1, 7, ${weight}, status = 'uploaded'
    from schedule where id = ${id} on conflict do nothing`,
  'feed gone': (id) => sql`
    delete from schedule_ingredient where schedule_id = ${id} and ingredient_id = (
      select max(ingredient_id) from schedule_ingredient where schedule_id = ${id} having count(*) > 1)`,
  ignored: (id) => sql`update schedule set ignore_in_reports = not ignore_in_reports where id = ${id}`,
  deleted: (id) => sql`update schedule set deleted = not deleted where id = ${id}`,
  leftovers: (id, weight) =>
    sql`update schedule set leftovers = not leftovers, auto_load = false, planned_leftovers = ${weight} where id = ${id}`,
  operator: (id) => sql`update schedule set operator_id = ${world.kyiv.operators[0]} where id = ${id}`,
};

/** The sums of the rows by feed and by group. */
const readRollUps = async () => [
  await figures(`&row=day,group,operator&measure=${KEPT}`),
  await figures('&row=ingredient,group,day&measure=given,dry_matter,cost'),
];

test('after any change of a feeding, reports show it immediately and the roll-ups equal their sums', async () => {
  const { rows } = await sql<{ id: number }>`
    select id from schedule where farm_id = ${world.kyiv.id} and planned_on between '2026-10-18' and '2026-10-31' order by id`.execute(
    db(),
  );
  const change = fc.record({
    what: fc.constantFrom(...Object.keys(CHANGES)),
    id: fc.constantFrom(...rows.map(({ id }) => id)),
    weight: fc.integer({ min: 0, max: 2_000_000 }).map((weight) => weight / 1000),
  });
  const each = Object.keys(CHANGES).map((what, place) => ({ what, id: rows[place * 3]?.id ?? 0, weight: 12.345 }));
  // Each of them once, and then at random.
  const examples = [0, 5, 10].map((first): [typeof each] => [each.slice(first, first + 5)]);
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      await rollUp();
      for (const { what, id, weight } of changes) await CHANGES[what]?.(id, weight).execute(db());
      expect(await brokenRollUps(db())).toEqual([]);
      const atOnce = await readRollUps();
      await rollUp();
      expect(await dueIn()).toBe(0);
      const rolled = await readRollUps();
      await ALL_DUE.execute(world.api.database.acrossClients());
      const ofFacts = await readRollUps();
      expect(atOnce).toEqual(ofFacts);
      expect(rolled).toEqual(ofFacts);
    }),
    { numRuns: countRuns(15), examples },
  );
});

test('a day remains stale until the roll-up contains its latest changes', async () => {
  await rollUp();
  await db()
    .transaction()
    .execute(async (tx) => {
      await sql`update schedule_group set heads = heads + 1 where farm_id = ${world.kyiv.id} and planned_on = '2026-10-20'`.execute(tx);
      // Not committed yet, and so nothing that the roll-up could know.
      await sql`insert into feeding_day_due (client_id, farm_id, day) values (${world.client.id}, ${world.kyiv.id}, '2026-10-20')`.execute(
        db(),
      );
      await rollUp();
    });
  expect(await dueIn()).toBe(1);
  await rollUp();
  expect(await dueIn()).toBe(0);
  expect(await brokenRollUps(db())).toEqual([]);
});
