import fc from 'fast-check';
import { expect } from 'vitest';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import { SWITCHES } from '#contract/reports/switches.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { make } from '#tests/support/factories.ts';
import { exact, type Feeding, feedingsOf, headDays, minus, rounded, size, total } from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, reportOf } from '#tests/support/reports/world.ts';

const FROM = '2026-10-01';
const TO = '2026-10-31';
const OCTOBER = `planned_on_after=${FROM}&planned_on_before=${TO}`;

/** A change of owner: which group, to which of the owners (0: the farm itself), on which day of the month, with its terms. */
interface Change {
  group: number;
  owner: number;
  day: number;
  markup: number;
  yardage: number;
}
const changes = fc.uniqueArray(
  fc.record({
    group: fc.nat(9),
    owner: fc.nat(3),
    day: fc.integer({ min: -3, max: 31 }),
    markup: fc.constantFrom(0, 5, 8.25, 12.5),
    yardage: fc.constantFrom(0, 0.45, 12.35),
  }),
  { maxLength: 14, selector: ({ group, day }) => `${group} ${day}` },
);

const toDay = (day: number) => (day < 1 ? `2026-09-${30 + day}` : `${FROM.slice(0, 8)}${String(day).padStart(2, '0')}`);
const series = (data: ReportData, key: string) => data.series.find((one) => one.key === key)?.rows ?? [];
const cents = (value: unknown) => Math.round(Number(value) * 100);
const sumCents = (rows: readonly Row[], key: string) => rows.reduce((sum, row) => sum + cents(row[key]), 0);

async function addOwners(world: DiceWorld): Promise<number[]> {
  const { owner } = world.client;
  const made = [];
  for (const name of ['North Ranch', 'South Ranch', 'Third Ranch'])
    made.push((await make(owner, 'manager/deliveries/companies/', { name: `${name} ${Math.random()}` })).id as number);
  return made;
}

/** The owner of each feeding, with the terms; null: the farm's own. */
function findTenure(listed: readonly (Change & { id: number | null; groupId: number })[], { group, day }: Feeding) {
  const known = listed.filter((one) => one.groupId === group && toDay(one.day) <= day).toSorted((a, b) => a.day - b.day);
  return known.at(-1) ?? null;
}

test('statements and own groups sum to the feed cost of the farm to the kopeck, with any changes of owners', async ({ world }) => {
  const { owner } = world.client;
  const owners = await addOwners(world);
  const farm = world.kyiv.id;
  const feedings = feedingsOf(world.raw, { farms: [farm], from: FROM, to: TO });
  const fed = await reportOf(owner, `upload_groups/make/?farm=${farm}&${OCTOBER}`);
  await fc.assert(
    fc.asyncProperty(changes, fc.constantFrom(...SWITCHES.price_basis), async (random, basis) => {
      await world.api.database.forClient(world.client.id).deleteFrom('group_owner').execute();
      const { groups } = world.kyiv;
      const listed = random.flatMap((change) => {
        const groupId = groups[change.group % groups.length] as number;
        return [{ ...change, groupId, id: change.owner === 0 ? null : (owners[change.owner - 1] as number) }];
      });
      const distinct = [...new Map(listed.map((one) => [`${one.groupId} ${one.day}`, one])).values()];
      for (const { groupId, id, day, markup, yardage } of distinct)
        await make(owner, 'manager/groupowners/', { group: groupId, owner: id, from: toDay(day), ...(id ? { markup, yardage } : {}) });
      const data = await reportOf(owner, `owner_statement/make/?farm=${farm}&${OCTOBER}&price_basis=${basis}`);
      const check = Object.fromEntries(series(data, 'check').map(({ line, value }) => [line, cents(value)]));
      expect(check.difference).toBe(0);
      expect(check.statements! + check.own_groups!).toBe(check.farm);
      const byOwner = series(data, 'by_owner');
      expect(sumCents(byOwner, 'feed_amount')).toBe(check.statements);
      expect(sumCents(data.rows, 'amount')).toBe(cents(data.totals.amount));
      for (const row of byOwner) {
        const own = data.rows.filter(({ owner_id }) => owner_id === row.owner_id);
        expect(sumCents(own, 'amount')).toBe(cents(row.amount));
        const parts = ['feed_amount', 'markup_amount', 'yardage_amount', 'other_amount'].map((key) => cents(row[key]));
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents(row.amount));
        // Head-days are those of the statement of feed expenditure: each group and day on which it was fed, once.
        const ofOwner = feedings.filter((one) => findTenure(distinct, one)?.id === row.owner_id);
        expect(row.head_days ?? 0).toBe(headDays(ofOwner.filter(({ fact }) => fact !== null && fact.n > 0n)));
        for (const line of own.filter(({ line }) => line === 'markup')) {
          const base = own.filter((one) => one.line === 'feed' && one.percent === line.percent);
          const exactly = (sumCents(base, 'amount') * Number(line.percent)) / 100;
          expect(Math.abs(cents(line.amount) - exactly)).toBeLessThanOrEqual(0.5 + 1e-6);
        }
        for (const line of own.filter(({ line }) => line === 'yardage'))
          expect(cents(line.amount)).toBe(Math.round(Number(line.head_days) * cents(line.rate)));
        if (basis !== 'moment') continue;
        const exactCost = total(ofOwner.flatMap(({ cost }) => (cost ? [cost] : [])));
        const feeds = own.filter(({ line }) => line === 'feed').length;
        // Each line is less than a kopeck away from its exact cost.
        const off = size(minus(exact((cents(row.feed_amount) / 100).toFixed(2)), exactCost));
        expect(rounded(off, 1_000_000)).toBeLessThan(10_000 * Math.max(1, feeds));
      }
      if (basis === 'moment') expect(Math.abs(check.farm! - cents(fed.totals.cost))).toBeLessThanOrEqual(1);
    }),
    { numRuns: countRuns(12) },
  );
});

test('an owner can be chosen, an owner without groups is refused, and amounts do not depend on the choice', async ({ world }) => {
  const { owner } = world.client;
  const { id: farm, groups } = world.kyiv;
  await world.api.database.forClient(world.client.id).deleteFrom('group_owner').execute();
  const [north, south, nobody] = (await addOwners(world)) as [number, number, number];
  await make(owner, 'manager/groupowners/', { group: groups[0], owner: north, from: '2026-10-05', markup: 10, yardage: 0.5 });
  await make(owner, 'manager/groupowners/', { group: groups[1], owner: south, from: '2026-10-01', yardage: 0.35 });
  const line = await make(owner, 'manager/ownerlines/', { farm, owner: south, day: '2026-10-31', text: 'Vaccine', amount: 99.9 });
  await make(owner, 'manager/ownerlines/', { farm, owner: south, day: '2026-11-01', text: 'Of November', amount: 1 });
  const request = (query: string) => reportOf(owner, `owner_statement/make/?${OCTOBER}&farm=${farm}${query}`);
  const whole = await request('');
  const chosen = await request(`&owner=${south}`);
  expect(chosen.rows).toEqual(whole.rows.filter(({ owner_id }) => owner_id === south));
  expect(series(chosen, 'check')).toEqual(series(whole, 'check'));
  expect(whole.rows.map(({ line }) => line).filter((kind) => kind !== 'feed')).toEqual(['markup', 'yardage', 'yardage', 'other']);
  expect(chosen.rows.at(-1)).toMatchObject({ line: 'other', subject: 'Vaccine', day: '2026-10-31', amount: 99.9, line_id: line.id });
  const refused = async (query: string) => {
    const { status, errors } = await owner.get(`report/owner_statement/make/?${query}`);
    return [status, Object.entries(errors).map(([field, [first]]) => [field, first?.code])];
  };
  expect(await refused(`${OCTOBER}&farm=${farm}&owner=${nobody}`)).toEqual([400, [['owner', 'owner_without_groups']]]);
  expect(await refused(`${OCTOBER}&farm=${world.newYork.id}&owner=${north}`)).toEqual([400, [['owner', 'owner_without_groups']]]);
  expect(await refused(`planned_on_after=2026-09-01&planned_on_before=2026-09-30&farm=${farm}&owner=${north}`)).toEqual([
    400,
    [['owner', 'owner_without_groups']],
  ]);
  expect(await refused(`planned_on_after=${FROM}&planned_on_before=2026-11-01&farm=${farm}`)).toEqual([400, [['planned_on_before', 8]]]);
  expect(await refused(`${OCTOBER}&farm=${farm},${world.newYork.id}`)).toEqual([400, [['farm', 23]]]);
  expect(await refused(OCTOBER)).toMatchObject([400, [['farm', 2]]]);
});

test('the form template decides the price of feed unless the request does', async ({ world }) => {
  const { owner } = world.client;
  const { id: farm, groups } = world.kyiv;
  await world.api.database.forClient(world.client.id).deleteFrom('group_owner').execute();
  const [north] = (await addOwners(world)) as [number];
  await make(owner, 'manager/groupowners/', { group: groups[0], owner: north, from: FROM });
  const blank = await make(owner, 'report/additional/', {
    farm,
    kind: 'blank',
    name: 'Statement',
    report_type: 'owner_statement',
    template: { headings: {}, order: [], accounts: {}, price_basis: 'today' },
  });
  const request = (query: string) => reportOf(owner, `owner_statement/make/?${OCTOBER}&farm=${farm}${query}`);
  const [moment, today, byBlank] = [await request(''), await request('&price_basis=today'), await request(`&blank=${blank.id}`)];
  expect(byBlank.rows).toEqual(today.rows);
  expect(series(byBlank, 'by_owner')[0]?.price_basis).toBe('today');
  expect(moment.rows).not.toEqual(today.rows);
  const other = await owner.get(`report/owner_statement/make/?${OCTOBER}&farm=${world.newYork.id}&blank=${blank.id}`);
  expect([other.status, Object.keys(other.errors)]).toEqual([400, ['blank']]);
});
