import fc from 'fast-check';
import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import type { TestApi } from '#tests/support/api.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import type { TestClient } from '#tests/support/factories.ts';
import { tilesOf } from '#tests/support/reports/compare.ts';
import { type DiceFarm, makeDiceFarm } from '#tests/support/reports/facts.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test as base } from '#tests/support/test.ts';

let farm: DiceFarm;
let day = '2026-09-01';

const test = base.override({ now: '2026-11-10T12:00:00Z' });
test.beforeAll(async ({ api, client }) => {
  farm = await makeDiceFarm(api.database.acrossClients(), client, 'Kyiv', 'Europe/Kyiv', [client.ownerId]);
});

interface Load {
  items: { kg: number; price: number; dryMatter: number }[];
  /** Planned kilograms of leftovers in the mixer with the other feeds; null if leftovers are off. */
  leftovers: number | null;
  /** The kilograms given to each group; empty until unloading has ended. */
  given: number[];
}

const kg = (most: number) => fc.integer({ min: 0, max: most * 1000 }).map((grams) => grams / 1000);
const someLoad: fc.Arbitrary<Load> = fc.record({
  items: fc.array(fc.record({ kg: kg(3000), price: kg(40), dryMatter: fc.integer({ min: 10, max: 98 }) }), { minLength: 1, maxLength: 4 }),
  leftovers: fc.option(kg(500)),
  given: fc.array(fc.oneof(kg(2500), fc.constant(0)), { maxLength: 4 }),
});

/** A load of a day of its own. */
async function write(api: TestApi, client: TestClient, { items, leftovers, given }: Load): Promise<string> {
  day = addDays(day, 1);
  const db = api.database.forClient(client.id);
  await db.selectNoFrom(({ fn, val, cast }) => fn<string>('ensure_month', [cast(val(day), 'date')]).as('done')).execute();
  const common = { client_id: client.id, farm_id: farm.id, planned_on: day, ration_id: farm.rations[0]!, mixer_id: farm.mixers[0]! };
  const schedule = await db
    .insertInto('schedule')
    .values({
      ...common,
      position: 0,
      status: given.length > 0 ? 'uploaded' : 'loaded',
      leftovers: leftovers !== null,
      planned_leftovers: leftovers ?? 300,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const facts = { ...common, schedule_id: schedule.id };
  await db
    .insertInto('schedule_ingredient')
    .values(
      items.map((item, n) => ({
        ...facts,
        ingredient_id: farm.ingredients[n]!,
        position: n,
        percent: 10,
        weight_plan: 500,
        weight_fact: item.kg,
        price: item.price,
        dry_matter: item.dryMatter,
        counted: true,
      })),
    )
    .execute();
  const groups = given.length > 0 ? given : [null];
  await db
    .insertInto('schedule_group')
    .values(
      groups.map((fact, n) => ({
        ...facts,
        group_id: farm.groups[n]!,
        position: n,
        heads: 10 * (n + 1),
        weight_per_head: 30,
        weight_plan: 700,
        weight_fact: fact,
        counted: fact !== null,
      })),
    )
    .execute();
  return `planned_on_after=${day}&planned_on_before=${day}&farm=${farm.id}`;
}

const sum = (values: readonly unknown[]) => values.reduce((all: number, value) => all + Number(value ?? 0), 0);
const figures = ({ items }: Load) => ({
  kg: sum(items.map((item) => item.kg)),
  dryMatter: sum(items.map((item) => (item.kg * item.dryMatter) / 100)),
  cost: sum(items.map((item) => item.kg * item.price)),
});
const steps = (data: ReportData, measure: string) => Object.fromEntries(data.rows.map((row) => [row.id, Number(row[measure])]));

test('groups and what wasn’t delivered are the load, in kilograms, dry matter and money, in every report that shares it', async ({
  api,
  client,
}) => {
  const report = (path: string) => reportOf(client.owner, path);
  await fc.assert(
    fc.asyncProperty(someLoad, async (load) => {
      const asked = await write(api, client, load);
      const { kg: loaded, dryMatter, cost } = figures(load);
      const unloaded = sum(load.given);
      const mix = Math.max(loaded + (load.leftovers ?? 0), unloaded);
      const part = mix > 0 ? unloaded / mix : 0;
      const near = (given: unknown, expected: number, what: string) => expect(Math.abs(Number(given) - expected), what).toBeLessThan(1e-4);

      const [plan, parts, upload, bridge, overview, form8, form9, common] = await Promise.all([
        report(`planfeed/?${asked}`),
        report(`load_ings_by_groups/make/?${asked}`),
        report(`upload/?${asked}`),
        report(`cost_bridge/make/?${asked}`),
        report(`dashboard/make/?${asked}`),
        report(`form8/make/?${asked}`),
        report(`form9/make/?${asked}`),
        report(`compare/make/?${asked}&prices=common`),
      ]);
      // Each part belongs to a group or to nobody.
      for (const [key, whole] of [
        ['given', loaded],
        ['dry_matter', dryMatter],
        ['cost', cost],
      ] as const) {
        near(parts.totals[key], whole, `parts ${key}`);
        near(sum(parts.rows.filter(({ group_id }) => group_id !== null).map((row) => row[key])), whole * part, `parts of groups ${key}`);
      }
      near(parts.totals.undelivered, loaded * (1 - part), 'undelivered');
      for (const [measure, whole, delivered] of [
        ['weight', loaded, unloaded],
        ['dry_matter', dryMatter, dryMatter * part],
        ['cost', cost, cost * part],
      ] as const) {
        const step = steps(bridge, measure);
        if (bridge.rows.length === 0) continue;
        near(step.loaded, whole, `loaded ${measure}`);
        near(step.undelivered, -whole * (1 - part), `undelivered ${measure}`);
        near(step.delivered, delivered, `delivered ${measure}`);
        near(step.loaded! + step.undelivered! + step.beyond_load!, step.delivered!, `steps ${measure}`);
        expect(step.undelivered).toBeLessThanOrEqual(1e-6);
      }
      for (const data of [plan, upload]) near(data.totals.cost, cost * part, 'cost');
      near(tilesOf(overview, 'value').cost, cost * part, 'overview');
      near(sum(overview.series.find(({ key }) => key === 'by_ingredient')!.rows.map((row) => row.cost)), cost * part, 'overview by feed');
      near(form9.totals.cost, cost * part, 'form 9');
      near(form8.totals.arrived, loaded * part, 'form 8');
      near(common.totals.cost, cost * part, 'compare');
      near(common.rows[0]?.cost, cost * part, 'compare at one price list');
      // A group that was given nothing wasn't fed, and a group without records has no head-days.
      const heads = sum(load.given.map((fact, n) => (fact > 0 ? 10 * (n + 1) : 0)));
      near(form9.totals.heads, heads, 'heads of form 9');
      near(common.totals.head_days, heads, 'head-days');
      near(plan.totals.heads, heads, 'heads of the plan');
    }),
    { numRuns: countRuns(40) },
  );
});

test('half a load thrown away is half its cost, and the rest is shown as not delivered', async ({ api, client }) => {
  const asked = await write(api, client, { items: [{ kg: 1000, price: 4, dryMatter: 50 }], leftovers: null, given: [500] });
  const plan = await reportOf(client.owner, `planfeed/?${asked}`);
  expect(plan.totals).toMatchObject({ fact: 500, cost: 2000, dry_matter: 250, cost_per_head: 200 });
  const bridge = await reportOf(client.owner, `cost_bridge/make/?${asked}`);
  expect(bridge.rows.find(({ id }) => id === 'undelivered')).toMatchObject({ weight: -500, dry_matter: -250, cost: -2000 });
  const parts = await reportOf(client.owner, `load_ings_by_groups/make/?${asked}`);
  expect(parts.rows.map(({ group_id, given, cost }) => [group_id, given, cost])).toEqual([
    [farm.groups[0], 500, 2000],
    [null, 500, 2000],
  ]);
});

test('leftovers in the mixer weigh and cost nothing a second time', async ({ api, client }) => {
  const asked = await write(api, client, { items: [{ kg: 900, price: 4, dryMatter: 50 }], leftovers: 100, given: [1000] });
  expect((await reportOf(client.owner, `planfeed/?${asked}`)).totals).toMatchObject({ fact: 1000, cost: 3600 });
  const bridge = await reportOf(client.owner, `cost_bridge/make/?${asked}`);
  expect(steps(bridge, 'weight')).toMatchObject({ loaded: 900, undelivered: 0, beyond_load: 100, delivered: 1000 });
  expect(steps(bridge, 'cost')).toMatchObject({ loaded: 3600, undelivered: 0, beyond_load: 0, delivered: 3600 });
});
