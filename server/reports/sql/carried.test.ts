import fc from 'fast-check';
import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { LEFTOVER_DAYS } from '#contract/operations/leftovers.ts';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import { rollUpDueDays } from '#server/reports/kit/day-roll-ups.ts';
import type { TestApi } from '#tests/support/api.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { make, type TestClient } from '#tests/support/factories.ts';
import { tilesOf } from '#tests/support/reports/compare.ts';
import { type DiceFarm, makeDiceFarm } from '#tests/support/reports/facts.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test } from '#tests/support/test.ts';

let api: TestApi;
let client: TestClient;
let farm: DiceFarm;
let first = '2025-01-01';

test.override('now', '2026-11-10T12:00:00Z');
test.beforeAll(async ({ api: server, client: own }) => {
  [api, client] = [server, own];
  farm = await makeDiceFarm(api.database.acrossClients(), client, 'Kyiv', 'Europe/Kyiv', [client.ownerId]);
});

const GROUPS = [0, 1, 2, 3];
const DAYS = 5;

interface Load {
  day: number;
  items: { kg: number; price: number; dryMatter: number }[];
  /** The part of the mixer's contents given to each group, in thousandths. */
  given: number[];
}
/**
 * A leftover of the group's last fed day before `day`, in thousandths of the feed given, and the thousandths of it that are fed again to
 * `to`.
 */
interface Leftover {
  day: number;
  from: number;
  to: number | 'waste';
  left: number;
  refed: number;
}
interface Web {
  loads: Load[];
  leftovers: Leftover[];
}

const share = (most: number) => fc.integer({ min: 0, max: most });
const someWeb: fc.Arbitrary<Web> = fc.record({
  loads: fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: DAYS - 1 }),
      items: fc.array(
        fc.record({
          kg: fc.integer({ min: 100, max: 3000 }),
          price: fc.integer({ min: 1, max: 4000 }).map((price) => price / 100),
          dryMatter: fc.integer({ min: 10, max: 98 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      given: fc.array(fc.oneof(share(400), fc.constant(0)), { minLength: GROUPS.length, maxLength: GROUPS.length }),
    }),
    { minLength: 4, maxLength: 10 },
  ),
  leftovers: fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: 1, max: DAYS - 1 }),
      from: fc.constantFrom(...GROUPS),
      to: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...GROUPS) }, { weight: 1, arbitrary: fc.constant('waste' as const) }),
      left: share(300),
      refed: fc.constantFrom(1000, 1000, 500),
    }),
    { selector: ({ day, from }) => `${day} ${from}`, maxLength: 12 },
  ),
});

type Part = { kg: number; dryMatter: number; cost: number };
const NOTHING: Part = { kg: 0, dryMatter: 0, cost: 0 };
type Parts = Map<number, Part>;
const add = (parts: Parts, feed: number, by: Part, times: number) => {
  const known = parts.get(feed) ?? NOTHING;
  parts.set(feed, { kg: known.kg + by.kg * times, dryMatter: known.dryMatter + by.dryMatter * times, cost: known.cost + by.cost * times });
};
const whole = (parts: Iterable<Part>) => {
  const sum = { ...NOTHING };
  for (const part of parts) for (const key of ['kg', 'dryMatter', 'cost'] as const) sum[key] += part[key];
  return sum;
};
const kilograms = (kg: number) => Math.round(kg * 1000) / 1000;

/** The feed given to each group, by an independent calculation: day by day, with leftovers transferred into loads of later days. */
interface Expected {
  groups: Parts[];
  days: Parts[];
  nowhere: Part;
  loaded: Part;
  brought: number;
}

/** Writes a web into days of its own, with its leftovers as a user would; returns the query and the expected report. */
async function write(web: Web): Promise<{ asked: string; from: string; to: string; expected: Expected }> {
  first = addDays(first, DAYS + 2 * LEFTOVER_DAYS);
  const start = first;
  const toDay = (n: number) => addDays(start, n);
  const expected: Expected = {
    groups: GROUPS.map(() => new Map()),
    days: Array.from({ length: DAYS }, () => new Map()),
    nowhere: { ...NOTHING },
    loaded: { ...NOTHING },
    brought: 0,
  };
  const loads = web.loads.toSorted((a, b) => a.day - b.day);
  /** Leftovers to feed again go into the first load of their group from the day of weighing on. */
  const due: { to: number; day: number; kg: number; portion: number; sources: { load: number; fact: number }[]; group: number }[] = [];
  const held: Parts[] = [];
  const wholes: number[] = [];
  const fed = new Map<string, { load: number; fact: number }[]>();
  const rows: { kg: number; leftover: Leftover }[] = [];
  const facts: { load: Load; day: string; given: number[] }[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    for (const leftover of web.leftovers.filter((one) => one.day === day)) {
      const before = [...Array(Math.min(day, LEFTOVER_DAYS)).keys()].map((back) => fed.get(`${day - 1 - back} ${leftover.from}`));
      const sources = before.find((some) => some !== undefined);
      const given = kilograms((sources ?? []).reduce((sum, { fact }) => sum + fact, 0));
      const kg = kilograms((given * leftover.left) / 1000);
      const goesOn = sources !== undefined && leftover.to !== 'waste' && leftover.to !== leftover.from;
      rows.push({ kg, leftover: goesOn ? leftover : { ...leftover, to: 'waste' } });
      const refed = kilograms((kg * leftover.refed) / 1000);
      if (goesOn) due.push({ to: leftover.to as number, day, kg: refed, portion: refed / given, sources: sources!, group: leftover.from });
    }
    for (const [index, load] of loads.entries()) {
      if (load.day !== day) continue;
      const parts: Parts = new Map();
      load.items.forEach(({ kg, price, dryMatter }, n) => {
        const part = { kg, dryMatter: (kg * dryMatter) / 100, cost: kg * price };
        add(parts, n, part, 1);
        expected.loaded = whole([expected.loaded, part]);
      });
      const own = whole(parts.values()).kg;
      const given = load.given.map((thousandths) => kilograms((own * thousandths) / 1000));
      const takes = due.filter(({ to }) => given[to]! > 0);
      for (const one of takes) {
        due.splice(due.indexOf(one), 1);
        for (const { load: source, fact } of one.sources) {
          for (const [feed, part] of held[source]!) {
            const times = wholes[source]! > 0 ? (fact / wholes[source]!) * one.portion : 0;
            add(parts, feed, part, times);
            add(expected.groups[one.group]!, feed, part, -times);
            add(expected.days[loads[source]!.day]!, feed, part, -times);
            expected.brought += part.cost * times;
          }
        }
      }
      const unloaded = given.reduce((sum, kg) => sum + kg, 0);
      const base = Math.max(whole(parts.values()).kg, unloaded);
      for (const [feed, part] of parts) {
        for (const group of GROUPS) {
          add(expected.groups[group]!, feed, part, given[group]! / base);
          add(expected.days[day]!, feed, part, given[group]! / base);
        }
        expected.nowhere = whole([
          expected.nowhere,
          ...[part].map(({ kg, dryMatter, cost }) => {
            const rest = 1 - unloaded / base;
            return { kg: kg * rest, dryMatter: dryMatter * rest, cost: cost * rest };
          }),
        ]);
      }
      held[index] = parts;
      wholes[index] = base;
      for (const group of GROUPS) {
        if (given[group]! > 0) fed.set(`${day} ${group}`, [...(fed.get(`${day} ${group}`) ?? []), { load: index, fact: given[group]! }]);
      }
      facts.push({ load, day: toDay(day), given });
    }
  }
  for (const [position, fact] of facts.entries()) await writeLoad(fact, position);
  // In any order: transferred cost follows each later change.
  for (const { kg, leftover } of rows.toReversed()) {
    const { from, day, to, refed } = leftover;
    await make(client.owner, 'leftovers/leftovers/', {
      farm: farm.id,
      group: farm.groups[from],
      date: toDay(day),
      weight: kg,
      ...(to === 'waste' ? {} : { to: { group: farm.groups[to] }, refed: kilograms((kg * refed) / 1000) }),
    });
  }
  const [from, to] = [toDay(0), toDay(DAYS - 1)];
  return { asked: `planned_on_after=${from}&planned_on_before=${to}&farm=${farm.id}`, from, to, expected };
}

async function writeLoad({ load, day, given }: { load: Load; day: string; given: number[] }, position: number): Promise<void> {
  const db = api.database.forClient(client.id);
  await db.selectNoFrom(({ fn, val, cast }) => fn<string>('ensure_month', [cast(val(day), 'date')]).as('done')).execute();
  const common = { client_id: client.id, farm_id: farm.id, planned_on: day, ration_id: farm.rations[0]!, mixer_id: farm.mixers[0]! };
  const { id: schedule_id } = await db
    .insertInto('schedule')
    .values({ ...common, position, status: 'uploaded' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('schedule_ingredient')
    .values(
      load.items.map(({ kg, price, dryMatter }, n) => ({
        ...common,
        schedule_id,
        ingredient_id: farm.ingredients[n]!,
        position: n,
        percent: 10,
        weight_plan: 500,
        weight_fact: kg,
        price,
        dry_matter: dryMatter,
        counted: true,
      })),
    )
    .execute();
  await db
    .insertInto('schedule_group')
    .values(
      GROUPS.map((n) => ({
        ...common,
        schedule_id,
        group_id: farm.groups[n]!,
        position: n,
        heads: 10,
        weight_per_head: 30,
        weight_plan: 700,
        weight_fact: given[n]!,
        counted: true,
      })),
    )
    .execute();
}

const load = (day: number, ...given: number[]): Load => ({ day, items: [{ kg: 1000, price: 1 + day, dryMatter: 30 + day }], given });
/** The leftovers fed again on the first day are in a load that gave the last groups nothing; their own leftovers form a chain. */
const CHAIN: Web = {
  loads: [load(0, 0, 0, 400, 0), load(1, 0, 0, 0, 400), load(1, 400, 0, 0, 0), load(2, 0, 400, 0, 0), load(3, 400, 0, 0, 0)],
  leftovers: [
    { day: 1, from: 2, to: 0, left: 200, refed: 1000 },
    { day: 2, from: 3, to: 1, left: 200, refed: 1000 },
    { day: 3, from: 1, to: 0, left: 200, refed: 1000 },
  ],
};

const report = (path: string) => reportOf(client.owner, path);
const near = (given: unknown, expected: number, what: string) =>
  expect(Math.abs(Number(given ?? 0) - expected), `${what}: ${given} for ${expected}`).toBeLessThan(2e-4);
const total = (rows: readonly Row[], key: string) => rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0);
const step = (data: ReportData, id: string, key: string) => Number(data.rows.find((row) => row.id === id)?.[key] ?? 0);

test('any leftovers fed again leave the cost and dry matter of groups equal to those of loads, in every report and group by group', async () => {
  await fc.assert(
    fc.asyncProperty(someWeb, async (web) => {
      const { asked, from, to, expected } = await write(web);
      const given = whole(expected.groups.flatMap((parts) => [...parts.values()]));
      // The cost of loads is either the groups' or was delivered to no group.
      near(given.cost + expected.nowhere.cost, expected.loaded.cost, 'the model');
      const cut = (rows: string, measures: string) => report(`explorer/?${asked}&row=${rows}&measure=${measures}`);
      const changed = `cost_change/make/?${asked}&previous_on_after=${addDays(from, -19)}&previous_on_before=${addDays(to, -19)}`;
      const [plan, upload, byGroup, parts, bridge, overview, form9, compare, common, change] = await Promise.all([
        report(`planfeed/?${asked}`),
        report(`upload/?${asked}`),
        report(`upload_groups/make/?${asked}`),
        report(`load_ings_by_groups/make/?${asked}`),
        report(`cost_bridge/make/?${asked}`),
        report(`dashboard/make/?${asked}`),
        report(`form9/make/?${asked}`),
        report(`compare/make/?${asked}`),
        report(`compare/make/?${asked}&prices=common`),
        report(changed),
      ]);
      for (const data of [plan, byGroup, compare, common, form9, upload]) near(data.totals.cost, given.cost, `${data.report} cost`);
      near(plan.totals.dry_matter, given.dryMatter, 'dry matter');
      near(tilesOf(overview, 'value').cost, given.cost, 'overview');
      near(total(overview.series.find(({ key }) => key === 'by_ingredient')!.rows, 'cost'), given.cost, 'overview by feed');
      near(tilesOf(change, 'value').cost, given.cost, 'cost change');
      if (change.totals.cost_effect !== null) near(total(change.rows, 'cost_effect'), Number(change.totals.cost_effect), 'causes');

      // Each part belongs to a group or to nobody, and the parts add up to the load.
      near(parts.totals.given, expected.loaded.kg, 'parts');
      near(parts.totals.dry_matter, expected.loaded.dryMatter, 'parts dry matter');
      near(parts.totals.cost, expected.loaded.cost, 'parts cost');
      near(parts.totals.undelivered, expected.nowhere.kg, 'not delivered');
      for (const measure of ['weight', 'dry_matter', 'cost']) {
        let level = 0;
        for (const row of bridge.rows) {
          if (row.standing === true && row.id !== 'paper') near(row[measure], level, `bridge ${row.id} ${measure}`);
          level = row.standing === true ? Number(row[measure]) : level + Number(row[measure]);
        }
      }
      near(step(bridge, 'refed', 'cost'), expected.brought, 'brought');
      near(step(bridge, 'undelivered', 'cost'), -expected.nowhere.cost, 'bridge not delivered');

      const explored = async () => {
        const [groups, feeds, days, nowhere] = await Promise.all([
          cut('group', 'given,carried,dry_matter,cost'),
          cut('group,ingredient', 'given,carried,dry_matter,cost'),
          cut('day', 'given,carried,dry_matter,cost'),
          cut('ingredient', 'loaded,undelivered'),
        ]);
        for (const [n, group] of farm.groups.entries()) {
          const own = whole(expected.groups[n]!.values());
          const row = groups.rows.find(({ group_id }) => group_id === group);
          for (const [key, value] of [
            ['given', own.kg],
            ['dry_matter', own.dryMatter],
            ['cost', own.cost],
          ] as const)
            near(row?.[key], value, `explorer ${key} of ${n}`);
          for (const [feed, part] of expected.groups[n]!) {
            const cell = feeds.rows.find(({ group_id, ingredient_id }) => group_id === group && ingredient_id === farm.ingredients[feed]);
            for (const [key, value] of [
              ['given', part.kg],
              ['dry_matter', part.dryMatter],
              ['cost', part.cost],
            ] as const)
              near(cell?.[key], value, `explorer ${key} of ${n}/${feed}`);
          }
        }
        near(groups.totals.carried, 0, 'carried in all');
        near(feeds.totals.carried, 0, 'carried in all, by feed');
        for (const [n, own] of expected.days.entries()) {
          near(days.rows.find(({ day }) => day === addDays(from, n))?.cost, whole(own.values()).cost, `explorer day ${n}`);
        }
        near(nowhere.totals.undelivered, expected.nowhere.kg, 'explorer not delivered');
      };
      await explored();
      for (const [n, group] of farm.groups.entries()) {
        const own = whole(expected.groups[n]!.values());
        near(byGroup.rows.find(({ group_id }) => group_id === group)?.cost, own.cost, `cost of ${n}`);
        near(
          total(
            plan.rows.filter(({ group_id }) => group_id === group),
            'dry_matter',
          ),
          own.dryMatter,
          `dry matter of ${n}`,
        );
        near(
          total(
            form9.rows.filter(({ group_id }) => group_id === group),
            'cost',
          ),
          own.cost,
          `form 9 of ${n}`,
        );
        near(
          total(
            parts.rows.filter(({ group_id }) => group_id === group),
            'cost',
          ),
          own.cost,
          `feeds of ${n}`,
        );
      }
      // From the roll-ups of the days the same as from the facts.
      await rollUpDueDays(api.services);
      await explored();
      expect((await report(changed)).rows).toEqual(change.rows);
    }),
    { numRuns: countRuns(12), examples: [[CHAIN]], endOnFailure: true },
  );
});
