import { sql } from 'kysely';
import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import type { Row } from '#contract/reports/shape.ts';
import { passOnAll } from '#server/operations/feedings/pass-refed-on.ts';
import { ACCOUNT_CODES } from '#tests/support/account-codes.ts';
import type { TestApi } from '#tests/support/api.ts';
import { make, makeFarm, makeGroup } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test } from '#tests/support/test.ts';

const YESTERDAY = '2026-07-14';
const TODAY = '2026-07-15';
const TOMORROW = '2026-07-16';

let api: TestApi;
let farm: ReadyFarm;
/** Yesterday's feeding of the cows, 4 000 kg at 3.24, 57.0 % dry matter. */
let source: number;
const path = 'leftovers/leftovers/';

test.beforeEach(async ({ api: server }) => {
  api = server;
  api.setNow(`${YESTERDAY}T06:00:00Z`);
  farm = await makeReadyFarm(api);
  source = await feed(farm.cowsGroup, YESTERDAY, 40);
  await moveTo(api, farm, `${TODAY}T05:00:00Z`);
});

const plan = async (group: number, day: string, perHead: number): Promise<number> =>
  (await makeSchedule(farm, day, { groups: [{ group, weight_per_head: perHead }] })).id;

const told = async (answer: Promise<{ status: number; errors?: object }>) => {
  const { status, errors } = await answer;
  expect([status, errors]).toEqual([200, undefined]);
};
/** Loads it by its plan and gives all that is in the mixer. */
async function record(id: number): Promise<void> {
  const row = (await farm.client.owner.get(`schedule/schedules/${id}/`)).data;
  const items = row.items.map((item: { ingredient: number; weight_plan: number }) => ({
    ingredient: item.ingredient,
    weight_fact: item.weight_plan,
  }));
  const groups = row.groups.map((group: { group: number; weight_plan: number }) => ({
    group: group.group,
    weight_fact: group.weight_plan,
  }));
  for (const status of ['in_process', 'loaded']) await told(farm.client.owner.put(`schedule/schedules/${id}/load/`, { status, items }));
  for (const status of ['out_process', 'uploaded'])
    await told(farm.client.owner.put(`schedule/schedules/${id}/upload/`, { status, groups }));
}
async function feed(group: number, day: string, perHead: number): Promise<number> {
  const id = await plan(group, day, perHead);
  await record(id);
  return id;
}
const post = (values: object = {}) =>
  farm.client.owner.post(path, {
    farm: farm.farm,
    group: farm.cowsGroup,
    date: TODAY,
    weight: 400,
    to: { group: farm.heifers },
    ...values,
  });
const read = async (id: number) => (await farm.client.owner.get(`${path}${id}/`)).data;
const schedule = async (id: number) => (await farm.client.owner.get(`schedule/schedules/${id}/`)).data;
/** The feed given to each group on the two days, in money. */
async function costs(): Promise<Record<number, number>> {
  const { rows } = await reportOf(
    farm.client.owner,
    `upload_groups/make/?planned_on_after=${YESTERDAY}&planned_on_before=${TOMORROW}&farm=${farm.farm}`,
  );
  return Object.fromEntries(rows.map(({ group_id, cost }) => [group_id, Number(cost)]));
}

test('a refusal is the first to go into the next feeding of its group: that is loaded with so much less, and carries its cost and dry matter', async () => {
  const target = await plan(farm.heifers, TODAY, 20);
  const [before] = [await costs()];
  const { data, status } = await post();
  expect([status, data]).toMatchObject([
    201,
    { to: { group: farm.heifers }, feeding: target, feeding_day: TODAY, carried: null, delivered: 4000, percent: 10 },
  ]);
  expect(await schedule(target)).toMatchObject({ weight_plan: 1000, refed: 400, fresh_weight: 600 });
  // Until it is given, it is whose it was.
  expect(await costs()).toEqual(before);
  await record(target);
  const whole = before[farm.cowsGroup]!;
  const { carried } = await read(data.id);
  expect(carried.weight).toBeCloseTo(400, 6);
  expect(carried.cost).toBeCloseTo(whole / 10, 6);
  const after = await costs();
  expect(after[farm.cowsGroup]).toBeCloseTo(whole * 0.9, 4);
  const loaded = (await schedule(target)).items.reduce(
    (sum: number, item: { weight_fact: number; price: number }) => sum + item.weight_fact * item.price,
    0,
  );
  expect(after[farm.heifers]).toBeCloseTo(loaded + whole / 10, 4);
  const eaten = await reportOf(
    farm.client.owner,
    `planfeed/?planned_on_after=${YESTERDAY}&planned_on_before=${YESTERDAY}&farm=${farm.farm}`,
  );
  // Transferred leftovers are subtracted once: nine tenths of the dry matter were eaten.
  expect(eaten.totals.dmi).toBeCloseTo(Number(eaten.totals.dry_matter_per_head), 6);
  expect(eaten.totals.leftovers).toBe(400);
});

test('another weight, another group or none: the feedings are planned by values, and the cost goes back', async () => {
  const target = await plan(farm.heifers, TODAY, 20);
  const before = await costs();
  const { data } = await post();
  await told(farm.client.owner.put(`${path}${data.id}/`, { refed: 150 }));
  expect(await schedule(target)).toMatchObject({ refed: 150, fresh_weight: 850 });
  await told(farm.client.owner.put(`${path}${data.id}/`, { to: 'waste' }));
  expect(await read(data.id)).toMatchObject({ to: 'waste', refed: null, feeding: null });
  expect(await schedule(target)).toMatchObject({ refed: 0, fresh_weight: 1000 });
  await told(farm.client.owner.put(`${path}${data.id}/`, { to: { group: farm.heifers } }));
  await record(target);
  expect((await costs())[farm.cowsGroup]).toBeLessThan(before[farm.cowsGroup]!);
  expect((await farm.client.owner.delete(`${path}${data.id}/`)).status).toBe(204);
  expect((await costs())[farm.cowsGroup]).toBe(before[farm.cowsGroup]);
});

test('a leftover without a waiting feeding goes into the next one created, and into another if that is deleted', async () => {
  const { data } = await post();
  expect(data.feeding).toBeNull();
  const tomorrow = await plan(farm.heifers, TOMORROW, 20);
  expect(await read(data.id)).toMatchObject({ feeding: tomorrow, feeding_day: TOMORROW });
  expect(await schedule(tomorrow)).toMatchObject({ refed: 400 });
  const later = await plan(farm.heifers, addDays(TOMORROW, 1), 20);
  expect((await farm.client.owner.delete(`schedule/schedules/${tomorrow}/`)).status).toBe(204);
  expect(await read(data.id)).toMatchObject({ feeding: later });
  expect(await schedule(later)).toMatchObject({ refed: 400, fresh_weight: 600 });
});

test('deleting one feeding frees only the leftover that was to go into it', async () => {
  const calves = (await makeGroup(farm.client.owner, farm, 20)).id;
  await feed(farm.heifers, YESTERDAY, 20);
  const waiting = await plan(farm.heifers, TODAY, 20);
  const recorded = await plan(calves, TODAY, 30);
  const { data: freed } = await post();
  const { data: kept } = await post({ group: farm.heifers, weight: 100, to: { group: calves } });
  expect([freed.feeding, kept.feeding]).toEqual([waiting, recorded]);
  await record(recorded);
  expect((await farm.client.owner.delete(`schedule/schedules/${waiting}/`)).status).toBe(204);
  expect([(await read(freed.id)).feeding, (await read(kept.id)).feeding]).toEqual([null, recorded]);
});

test('the dry matter eaten for milk equals that of the feeding report if leftovers of two feedings of a day are fed again', async () => {
  await feed(farm.cowsGroup, YESTERDAY, 10);
  const target = await plan(farm.heifers, TODAY, 20);
  await post();
  await record(target);
  await make(farm.client.owner, 'manager/milk/', {
    farm: farm.farm,
    group: farm.cowsGroup,
    day: YESTERDAY,
    kg: 2500,
    fat: 4,
    protein: 3.3,
  });
  const query = `planned_on_after=${YESTERDAY}&planned_on_before=${YESTERDAY}&farm=${farm.farm}&group=${farm.cowsGroup}`;
  const [milk, fed] = await Promise.all(['iofc', 'planfeed'].map((id) => reportOf(farm.client.owner, `${id}/?${query}`)));
  const eaten = ({ dmi, heads }: Row) => Number(dmi) * Number(heads);
  expect(eaten(milk!.totals)).toBeGreaterThan(2000);
  expect(eaten(milk!.totals)).toBeCloseTo(eaten(fed!.totals), 3);
});

test('an ignored feeding keeps the leftovers that were fed in it when another feeding is planned', async () => {
  const target = await plan(farm.heifers, TODAY, 20);
  const { data } = await post();
  await record(target);
  const ignored = { ignore_in_reports: true, ignore_reason: 'scale' };
  await told(farm.client.owner.put(`schedule/schedules/${target}/`, ignored));
  await plan(farm.heifers, TOMORROW, 20);
  expect(await read(data.id)).toMatchObject({ feeding: target });
});

test('a feeding that nobody records when its day is over hands it on, and takes it back when it is recorded after all', async () => {
  const late = await plan(farm.heifers, TODAY, 20);
  const { data } = await post();
  const next = await plan(farm.heifers, TOMORROW, 20);
  const passOn = () => passOnAll(api.services);
  await passOn();
  expect(await read(data.id)).toMatchObject({ feeding: late });
  await moveTo(api, farm, `${TOMORROW}T05:00:00Z`);
  await passOn();
  expect(await read(data.id)).toMatchObject({ feeding: next, feeding_day: TOMORROW, carried: null });
  expect(await schedule(next)).toMatchObject({ refed: 400, fresh_weight: 600 });
  // The plan that it may still be recorded by stays.
  expect(await schedule(late)).toMatchObject({ refed: 400, fresh_weight: 600 });
  const version = (await schedule(next)).version;
  await passOn();
  expect((await schedule(next)).version).toBe(version);
  await record(late);
  expect(await schedule(next)).toMatchObject({ refed: 0, fresh_weight: 1000 });
  expect(await read(data.id)).toMatchObject({ feeding: late });
  expect((await read(data.id)).carried.weight).toBeCloseTo(400, 6);
});

test('a leftover passed on without a waiting feeding goes into the next one created; a late record doesn’t reverse the feed given there', async () => {
  const late = await plan(farm.heifers, TODAY, 20);
  const { data } = await post();
  await moveTo(api, farm, `${TOMORROW}T05:00:00Z`);
  await passOnAll(api.services);
  expect(await read(data.id)).toMatchObject({ feeding: null });
  const next = await plan(farm.heifers, TOMORROW, 20);
  expect(await read(data.id)).toMatchObject({ feeding: next });
  await record(next);
  await record(late);
  expect(await read(data.id)).toMatchObject({ feeding: next });
  expect((await read(data.id)).carried.weight).toBeCloseTo(400, 6);
});

test('a correction at its source or a reset at its target transfers it again, including further transfers', async () => {
  const dry = (await makeGroup(farm.client.owner, farm, 20)).id;
  const first = await plan(farm.heifers, TODAY, 20);
  const { data: one } = await post();
  await record(first);
  await moveTo(api, farm, `${TOMORROW}T05:00:00Z`);
  const second = await plan(dry, TOMORROW, 50);
  const { data: two } = await post({ group: farm.heifers, date: TOMORROW, weight: 100, to: { group: dry } });
  await record(second);
  const sum = async () => Object.values(await costs()).reduce((all, cost) => all + cost, 0);
  const [whole, carried] = [await sum(), (await read(two.id)).carried.cost];
  const before = await read(one.id);
  const [item] = (await schedule(source)).items;
  const body = { reason: 'A slip', items: [{ ingredient: item.ingredient, weight_fact: item.weight_fact + 1000 }] };
  await told(farm.client.owner.put(`schedule/schedules/${source}/weighings/`, body));
  expect((await read(one.id)).carried.cost).not.toBeCloseTo(before.carried.cost, 2);
  expect((await read(two.id)).carried.cost).not.toBeCloseTo(carried, 2);
  await told(farm.client.owner.post(`schedule/schedules/${second}/reset/`, { reason: 'The wrong group' }));
  expect((await read(two.id)).carried).toBeNull();
  expect(await schedule(second)).toMatchObject({ refed: 100 });
  await record(second);
  expect((await read(two.id)).carried.cost).toBeGreaterThan(0);
  expect(whole).toBeGreaterThan(0);
});

test('the write-off books fed refusals at the group that ate them, and ties to what left the stock on either day', async () => {
  const target = await plan(farm.heifers, TODAY, 20);
  const blank = await make(farm.client.owner, 'report/additional/', {
    farm: farm.farm,
    kind: 'blank',
    name: 'Books',
    report_type: 'accounting_writeoff',
    template: { headings: {}, order: [], accounts: ACCOUNT_CODES },
  });
  const { data } = await post();
  await record(target);
  const { cost } = (await read(data.id)).carried;
  const writeOff = async (from: string, to: string) => {
    const report = await reportOf(
      farm.client.owner,
      `accounting_writeoff/make/?planned_on_after=${from}&planned_on_before=${to}&farm=${farm.farm}&blank=${blank.id}&language=uk`,
    );
    const lines = report.series.find(({ key }) => key === 'reconciliation')!.rows;
    const ties = lines.map(({ line, value }): [string, number] => [String(line), Number(value)]);
    const { fed, ...parts } = Object.fromEntries(ties);
    expect(Object.values(parts).reduce((sum, value) => sum + value, 0)).toBeCloseTo(fed!, 2);
    expect(Math.abs(parts.rounding ?? 0)).toBeLessThan(0.05);
    const ofGroup = (group: number) => report.rows.filter((row) => row.group_id === group).reduce((sum, row) => sum + Number(row.cost), 0);
    return { carried: parts.carried ?? 0, cows: ofGroup(farm.cowsGroup), heifers: ofGroup(farm.heifers), fed: fed! };
  };
  const [before, after] = [await writeOff(YESTERDAY, YESTERDAY), await writeOff(TODAY, TODAY)];
  const groups = await costs();
  expect(before.cows).toBeCloseTo(groups[farm.cowsGroup]!, 1);
  expect(after.heifers).toBeCloseTo(groups[farm.heifers]!, 1);
  // The stock's issues of a day equal the feed given to groups, except transfers to and from other days.
  expect([before.carried, after.carried]).toEqual([expect.closeTo(cost, 1), expect.closeTo(-cost, 1)]);
  const both = await writeOff(YESTERDAY, TODAY);
  expect(both.carried).toBeCloseTo(0, 1);
  expect(both.cows + both.heifers).toBeCloseTo(both.fed, 1);
});

test('sold leftovers bring their price and change no cost', async () => {
  const before = await costs();
  const { data, status } = await post({ to: 'sold', price: 1.25 });
  expect([status, data]).toMatchObject([201, { to: 'sold', price: 1.25, carried: null }]);
  expect(await costs()).toEqual(before);
  await told(farm.client.owner.put(`${path}${data.id}/`, { to: 'waste' }));
  expect((await read(data.id)).price).toBeNull();
});

test('an invalid destination is refused at its field, and nothing is half-written', async () => {
  const other = await makeFarm(farm.client.owner);
  const elsewhere = (await makeGroup(farm.client.owner, other)).id;
  const fresh = (await makeGroup(farm.client.owner, farm, 10)).id;
  const target = await plan(farm.heifers, TODAY, 20);
  const cases: [object, string, number | string][] = [
    [{ to: { group: farm.cowsGroup } }, 'to.group', 23],
    [{ to: { group: elsewhere } }, 'to.group', 23],
    [{ to: { group: 999_999 } }, 'to.group', 23],
    [{ to: 'burnt' }, 'to', 23],
    [{ refed: 400.001 }, 'refed', 8],
    [{ refed: -1 }, 'refed', 9],
    [{ refed_on: YESTERDAY }, 'refed_on', 'min_val'],
    [{ refed_on: addDays(TODAY, 8) }, 'refed_on', 8],
    [{ to: 'waste', refed: 5 }, 'refed', 23],
    [{ to: 'waste', price: 5 }, 'price', 23],
    [{ group: fresh }, 'to', 'nothing_given'],
  ];
  for (const [values, field, code] of cases) {
    const { status, errors } = await post(values);
    expect([status, Object.keys(errors ?? {}), errors?.[field]?.[0]?.code], JSON.stringify(values)).toEqual([400, [field], code]);
  }
  const { count } = await farm.client.owner.get(`${path}?farm=${farm.farm}`);
  expect(count).toBe(0);
  expect(await schedule(target)).toMatchObject({ refed: 0, fresh_weight: 1000 });
});

test('a closed month neither takes a refusal nor gives one back', async () => {
  await moveTo(api, farm, '2026-07-31T05:00:00Z');
  await feed(farm.cowsGroup, '2026-07-31', 40);
  await moveTo(api, farm, '2026-08-01T05:00:00Z');
  const target = await plan(farm.heifers, '2026-08-01', 20);
  const { data } = await post({ date: '2026-08-01' });
  await record(target);
  expect((await read(data.id)).carried.weight).toBeCloseTo(400, 6);
  await sql`insert into month_close (client_id, farm_id, month) values (${farm.client.id}, ${farm.farm}, '2026-07-01')`.execute(
    api.database.forClient(farm.client.id),
  );
  await moveTo(api, farm, '2026-08-02T05:00:00Z');
  const closed = [409, 'month_closed'];
  const answers = [
    await farm.client.owner.put(`${path}${data.id}/`, { to: 'waste' }),
    await farm.client.owner.delete(`${path}${data.id}/`),
    await post({ date: '2026-08-02' }),
  ];
  // The cows' last day of July counts.
  expect(answers.map(({ status, errors }) => [status, errors.detail?.[0]?.code])).toEqual([closed, closed, closed]);
  expect((await read(data.id)).carried.weight).toBeCloseTo(400, 6);
  expect(
    (await make(farm.client.owner, path, { farm: farm.farm, group: farm.cowsGroup, date: '2026-08-02', weight: 1 })).id,
  ).toBeGreaterThan(0);
});
