import { sql } from 'kysely';
import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import type { PriceYield } from '#contract/reports/iofc-price-yield.ts';
import { iofcView } from '#contract/reports/iofc-view.ts';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import { rollUpDueDays } from '#server/reports/kit/day-roll-ups.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule } from '#tests/support/feeding.ts';
import { expectFigures, only, tilesOf } from '#tests/support/reports/compare.ts';
import { type Milk, type MilkPrice, milkPriceOf, throwMilk } from '#tests/support/reports/milk.ts';
import {
  exact,
  type Feeding,
  type Fraction,
  feedingsOf,
  grouped,
  HUNDRED,
  hasFed,
  minus,
  number,
  over,
  plus,
  times,
  total,
  totalOf,
  type Wanted,
  whole,
  ZERO,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, FROM, range, reportOf, TO } from '#tests/support/reports/world.ts';

let world: DiceWorld;
let milk: Milk[];
let prices: MilkPrice[];

test.beforeAll(async ({ world: thrown }) => {
  world = thrown;
  ({ milk, prices } = await throwMilk(world));
});

const ECM: Record<string, (kg: Fraction, fat: Fraction, protein: Fraction) => Fraction> = {
  ifcn: (m, f, p) => over(plus(plus(times(exact('0.7832'), m), times(exact('38.3'), f)), times(exact('24.2'), p)), exact('3.1138'))!,
  dhi: (m, f, p) => plus(plus(times(exact('0.327'), m), times(exact('12.95'), f)), times(exact('7.2'), p)),
  fcm35: (m, f) => plus(times(exact('0.4324'), m), times(exact('16.216'), f)),
  fcm4: (m, f) => plus(times(exact('0.4'), m), times(whole(15), f)),
};

interface Cell {
  farm: number;
  group: number | null;
  day: string;
  kg: Fraction;
  fat: Fraction;
  protein: Fraction;
  money: Fraction | null;
  cost: Fraction;
  eaten: Fraction;
  heads: number;
}

/** Each day's milk with the feed given for it, from raw rows. */
function computeCells(wanted: Wanted): Cell[] {
  const fed = feedingsOf(world.raw, wanted).filter(hasFed);
  return milk.flatMap((one): Cell[] => {
    if (!wanted.farms.includes(one.farm) || one.day < wanted.from || one.day > wanted.to) return [];
    if (one.group !== null && wanted.group?.(one.group) === false) return [];
    const own = fed.filter(({ farm, group, day }) => farm === one.farm && day === one.day && (one.group === null || group === one.group));
    if (own.length === 0) return [];
    const kg = exact(one.kg);
    const price = milkPriceOf(prices, one);
    const part = (percent: string) => over(times(kg, exact(percent)), HUNDRED)!;
    const countHeads = (feedings: Feeding[]) => Math.max(...feedings.map(({ heads }) => heads));
    return [
      {
        ...one,
        kg,
        fat: part(one.fat),
        protein: part(one.protein),
        money: price && times(kg, price),
        cost: totalOf(own.map(({ cost }) => cost))!,
        eaten: minus(totalOf(own.map(({ dryMatter }) => dryMatter))!, totalOf(own.map((feeding) => feeding.leftoverDryMatter)) ?? whole(0)),
        heads: [...grouped(own, ({ group }) => group).values()].reduce((sum, feedings) => sum + countHeads(feedings), 0),
      },
    ];
  });
}

function figures(cells: Cell[], formula: string): Record<string, number | null> {
  const sum = (key: 'kg' | 'fat' | 'protein' | 'cost' | 'eaten') => total(cells.map((cell) => cell[key]));
  const [kg, fat, protein, cost, eaten] = [sum('kg'), sum('fat'), sum('protein'), sum('cost'), sum('eaten')];
  const money = cells.every((cell) => cell.money) ? total(cells.map((cell) => cell.money!)) : null;
  const heads = whole(cells.reduce((all, cell) => all + cell.heads, 0));
  const corrected = ECM[formula]!(kg, fat, protein);
  const left = money && minus(money, cost);
  return {
    heads: number(heads),
    milk: number(kg),
    milk_per_head: number(over(kg, heads)),
    fat_percent: number(over(times(HUNDRED, fat), kg)),
    protein_percent: number(over(times(HUNDRED, protein), kg)),
    ecm: number(corrected),
    ecm_per_head: number(over(corrected, heads)),
    dmi: number(over(eaten, heads)),
    efficiency: number(over(corrected, eaten)),
    cost: number(cost),
    cost_per_head: number(over(cost, heads)),
    cost_per_milk: number(over(cost, kg)),
    milk_price: number(over(money, kg)),
    milk_money: number(money),
    iofc: number(left),
    iofc_per_head: number(over(left, heads)),
    feed_share: number(over(times(HUNDRED, cost), money)),
    breakeven_milk: number(over(times(cost, kg), money && times(money, heads))),
  };
}

const toWeek = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
const STEPS: Record<string, (day: string) => string> = { day: (day) => day, week: toWeek, month: (day) => `${day.slice(0, 8)}01` };
const all = (): Wanted => ({ farms: [world.kyiv.id, world.newYork.id, world.empty], from: FROM, to: TO });

function expectReport(data: ReportData, wanted: Wanted, { rows = 'group', step = 'week', ecm = 'ifcn' } = {}) {
  const cells = computeCells(wanted);
  const stepOf = STEPS[step]!;
  const own = grouped(cells, ({ day, farm, group }) => [stepOf(day), farm, rows === 'group' ? (group ?? 0) : 0].join('_'));
  expect(own.size).toBeGreaterThan(1);
  expect(data.rows.map(({ id }) => id).sort()).toEqual([...own.keys()].sort());
  for (const row of data.rows) expectFigures(row, figures(own.get(String(row.id))!, ecm), String(row.id));
  expectFigures(data.totals, figures(cells, ecm), 'total');
  expectFigures(tilesOf(data, 'value'), only({ ...figures(cells, ecm), groups_rest: 0 }, iofcView({}).tiles), 'tile');
  const byTime = grouped(cells, ({ day }) => stepOf(day));
  expect(data.series[0]?.rows).toHaveLength(byTime.size);
  for (const row of data.series[0]?.rows ?? [])
    expectFigures(row, only(figures(byTime.get(String(row[step]))!, ecm), ['iofc_per_head', 'cost_per_head']), `${row[step]}`);
}

const sum = (rows: Row[], key: string) => rows.reduce((value, row) => value + Number(row[key]), 0);

test.each([
  ['all farms', { ecm: 'ifcn' }, ''],
  ['days and the DHI formula', { step: 'day', ecm: 'dhi' }, '&milk_step=day&ecm=dhi'],
  ['farms by month, by fat alone', { rows: 'farm', step: 'month', ecm: 'fcm35' }, '&milk_rows=farm&milk_step=month&ecm=fcm35'],
])('income over feed cost equals an independent recomputation: %s', async (_, cut, query) => {
  const data = await reportOf(world.client.owner, `iofc/?${range}${query}`);
  expectReport(data, all(), cut);
  expect(data.columns.find(({ key }) => key === 'ecm')?.label).toBe(`milk:ecm.${cut.ecm}`);
});

test('filters keep the milk of their groups; a farm’s total milk is compared with the filtered groups', async () => {
  const { kyiv, newYork } = world;
  const [first] = kyiv.groups as [number];
  const ofGroup = await reportOf(world.client.owner, `iofc/?${range}&group=${first}&ecm=fcm4`);
  expectReport(ofGroup, { ...all(), farms: [kyiv.id], group: (group) => group === first }, { ecm: 'fcm4' });
  const ofType = await reportOf(world.client.owner, `iofc/?${range}&farm=${newYork.id}&animal_type=${newYork.animalTypes[1]}`);
  const kept = [newYork.groups[1], newYork.groups[3]];
  expectReport(ofType, { ...all(), farms: [newYork.id], group: (group) => kept.includes(group) });
});

test('stored days equal their facts to the last digit, even with some stale days among them', async () => {
  const answers = () =>
    Promise.all(
      ['&milk_step=day', `&group=${world.kyiv.groups[0]}`, '&milk_rows=farm'].map(async (query) => {
        const { rows, totals, tiles, series, notes } = await reportOf(world.client.owner, `iofc/?${range}${query}`);
        return { rows, totals, tiles, series, notes };
      }),
    );
  const ofFacts = await answers();
  await rollUpDueDays(world.api.services);
  expect(await answers()).toEqual(ofFacts);
  for (const day of ['2026-10-22', '2026-10-24']) {
    await sql`insert into feeding_day_due (client_id, farm_id, day) values (${world.client.id}, ${world.kyiv.id}, ${day})`.execute(
      world.api.database.forClient(world.client.id),
    );
  }
  expect(await answers()).toEqual(ofFacts);
});

test('groups sum to the farm, over any days of a row', async () => {
  const farms = await reportOf(world.client.owner, `iofc/?${range}&milk_rows=farm&milk_step=month`);
  for (const step of ['day', 'week', 'month']) {
    const groups = await reportOf(world.client.owner, `iofc/?${range}&milk_step=${step}`);
    for (const row of farms.rows) {
      const own = groups.rows.filter(({ farm_id }) => farm_id === row.farm_id);
      for (const key of ['milk', 'ecm', 'cost', 'milk_money', 'iofc', 'heads']) expect(sum(own, key)).toBeCloseTo(Number(row[key]), 3);
    }
  }
});

test('a day without milk, and milk without feed, are notes and in no figure', async () => {
  const { kyiv, newYork } = world;
  const data = await reportOf(world.client.owner, `iofc/?${range}`);
  const milked = kyiv.groups.slice(0, 2);
  const findSubject = ({ farm, group }: Feeding) => (farm === newYork.id ? null : group);
  const missing = feedingsOf(world.raw, all())
    .filter(hasFed)
    .filter((feeding) => feeding.farm === newYork.id || milked.includes(feeding.group))
    .filter(
      (feeding) => !milk.some(({ farm, group, day }) => farm === feeding.farm && day === feeding.day && group === findSubject(feeding)),
    );
  const days = grouped(missing, (feeding) => `${feeding.farm} ${findSubject(feeding)} ${feeding.day}`);
  expect(days.size).toBeGreaterThan(3);
  expect(data.notes.find(({ code }) => code === 'milk_missing')?.count).toBe(days.size);
  const unfed = milk.filter(({ day }) => day >= FROM && day <= TO).length - computeCells(all()).length;
  expect(data.notes.find(({ code }) => code === 'feed_missing')?.count ?? 0).toBe(unfed);
  const other = await reportOf(world.client.owner, `upload_groups/make/?${range}`);
  expect(other.notes.map(({ code }) => code)).not.toContain('milk_missing');
});

/** So many dollars a cow and day; prices a hundredweight and milk in pounds, as the bulletins print them. */
const PUBLISHED = [
  ['Virginia Tech, DASC-51', { milk: 55, price: 25, feed: 7.73 }, { income: 13.75, iofc: 6.02, share: 56.2 }],
  ['Virginia Tech, Dairy Pipeline 2003, 50 lb', { milk: 50, price: 13.14, feed: 2.39 }, { income: 6.57, iofc: 4.18 }],
  ['Virginia Tech, Dairy Pipeline 2003, 60 lb', { milk: 60, price: 13.14, feed: 2.57 }, { income: 7.88, iofc: 5.31 }],
  ['Virginia Tech, Dairy Pipeline 2003, 80 lb', { milk: 80, price: 13.14, feed: 3.13 }, { income: 10.51, iofc: 7.38 }],
  ['University of Florida, farm A', { milk: 50, price: 13, feed: 2.66 }, { income: 6.5, iofc: 3.84 }],
  ['University of Florida, farm B', { milk: 70, price: 13, feed: 3 }, { income: 9.1, iofc: 6.1 }],
] as const;

test('published examples come out as they were printed', async () => {
  const { api } = world;
  const farm = await makeReadyFarm(api, 'UTC');
  const owner = farm.client.owner;
  for (const [index, [source, { milk: pounds, price, feed }, { income, iofc, ...rest }]] of PUBLISHED.entries()) {
    const day = `2026-11-0${index + 1}`;
    const { id } = await makeSchedule(farm, '2026-11-10', { groups: [{ group: farm.cowsGroup, weight_per_head: 40 }] });
    const db = api.database.acrossClients();
    await db.updateTable('schedule').set({ planned_on: day, status: 'uploaded', weight_fact: 4000 }).where('id', '=', id).execute();
    // A hundred cows with 40 kg each, at the costs of the bulletin.
    await db
      .updateTable('schedule_ingredient')
      .set(({ ref }) => ({ planned_on: day, counted: true, weight_fact: ref('weight_plan'), price: feed / 40, dry_matter: 50 }))
      .where('schedule_id', '=', id)
      .execute();
    await db
      .updateTable('schedule_group')
      .set({ planned_on: day, counted: true, weight_fact: 4000 })
      .where('schedule_id', '=', id)
      .execute();
    const kg = Math.round(pounds * 100 * 0.45359237 * 1000) / 1000;
    const perKg = Math.round((price / 100 / 0.45359237) * 1e5) / 1e5;
    await make(owner, 'manager/milk/', { farm: farm.farm, group: farm.cowsGroup, day, kg, fat: 3.5, protein: 3, price: perKg });
    const { rows } = await reportOf(owner, `iofc/?planned_on_after=${day}&planned_on_before=${day}&farm=${farm.farm}&milk_step=day`);
    expect(Number(rows[0]?.cost_per_head), source).toBeCloseTo(feed, 4);
    expect(Math.abs(Number(rows[0]?.milk_money) / 100 - income), source).toBeLessThan(0.006);
    expect(Math.abs(Number(rows[0]?.iofc_per_head) - iofc), source).toBeLessThan(0.011);
    if ('share' in rest) expect(Number(rows[0]?.feed_share), source).toBeCloseTo(rest.share, 1);
  }
});

test('at other prices and yields each cell equals raw rows and the middle equals the report; nothing without milk, or without its price', async () => {
  const of = async (query: string) => {
    const answer = await world.client.owner.get<PriceYield | null>(`report/iofc/price-yield/?${range}${query}`);
    expect(answer.errors).toBeUndefined();
    return answer.data;
  };
  const asked: [query: string, wanted: Wanted][] = [
    ['', all()],
    [`&farm=${world.newYork.id}`, { ...all(), farms: [world.newYork.id] }],
  ];
  for (const [query, wanted] of asked) {
    const table = (await of(query))!;
    const cells = computeCells(wanted);
    const sum = (name: 'kg' | 'cost' | 'money') => total(cells.map((cell) => cell[name] ?? ZERO));
    const heads = whole(cells.reduce((all, one) => all + one.heads, 0));
    const changed = (part: Fraction, step: number) => over(times(part, whole(100 + step)), HUNDRED)!;
    expect(table.steps).toEqual([-20, -10, 0, 10, 20]);
    for (const [down, row] of table.rows.entries()) {
      const milked = changed(over(sum('kg'), heads)!, table.steps[down]!);
      expect(row.milk_per_head).toBeCloseTo(number(milked)!, 5);
      for (const [across, step] of table.steps.entries()) {
        const price = changed(over(sum('money'), sum('kg'))!, step);
        expect(table.prices[across]).toBeCloseTo(number(price)!, 5);
        expect(row.iofc_per_head[across]).toBeCloseTo(number(minus(times(milked, price), over(sum('cost'), heads)!))!, 5);
      }
    }
    const report = await reportOf(world.client.owner, `iofc/?${range}${query}`);
    expect(table.rows[2]?.iofc_per_head[2]).toBeCloseTo(tilesOf(report, 'value').iofc_per_head!, 5);
  }
  expect(await of(`&farm=${world.empty}`)).toBeNull();
  const db = world.api.database.acrossClients();
  await sql`update milk_price set since = '2030-01-01' where client_id = ${world.client.id} and farm_id = ${world.newYork.id}`.execute(db);
  expect(await of(`&farm=${world.newYork.id}`)).toBeNull();
  await sql`update milk_price set since = '2026-09-01' where client_id = ${world.client.id} and farm_id = ${world.newYork.id}`.execute(db);
  const refused = await world.client.owner.get('report/iofc/price-yield/?planned_on_after=2026-10-02&planned_on_before=2026-10-01');
  expect(refused.errors).toHaveProperty('planned_on_after');
});
