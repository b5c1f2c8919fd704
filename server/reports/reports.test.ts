import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { LOADING_STATUSES } from '#contract/kinds.ts';
import { allReports, isOffered, reports } from '#contract/reports/index.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { make, makeAccount, makeClient, type TestClient } from '#tests/support/factories.ts';
import { insertMoves } from '#tests/support/insert-moves.ts';
import { compareLoads, comparePlanfeed, expectFigures, most } from '#tests/support/reports/compare.ts';
import { type DiceFarm, makeBatch } from '#tests/support/reports/facts.ts';
import {
  feedingFigures,
  feedingsOf,
  grouped,
  hasFed,
  loadFigures,
  mixOf,
  number,
  type Raw,
  total,
  weighingsOf,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, FILTERS, FROM, narrowed, range, reportOf, TO } from '#tests/support/reports/world.ts';

let world: DiceWorld;
let api: TestApi;
let client: TestClient;
let kyiv: DiceFarm;
let newYork: DiceFarm;
let empty: number;
let raw: Raw;

test.beforeAll(async ({ world: thrown }) => {
  world = thrown;
  ({ api, client, kyiv, newYork, empty, raw } = world);
  await makeBatch(api.database.acrossClients(), client, kyiv);
});

const report = (path: string, caller: Caller = client.owner) => reportOf(caller, path);

describe('planfeed equals an independent recomputation', () => {
  test.each(FILTERS)('%s', async (name) => {
    const { query, wanted } = narrowed(world, name);
    const data = await report(`planfeed/?${range}${query}`);
    const feedings = feedingsOf(raw, wanted);
    expect(feedings.length).toBeGreaterThan(5);
    comparePlanfeed(data, raw, wanted, { ...wanted, ...before });
  });

  test('a leftover counts for the last day before it on which the group was given something, also from just after the range', async () => {
    const fed = new Set(
      feedingsOf(raw, { farms: [kyiv.id], from: '2026-10-01', to: TO })
        .filter(hasFed)
        .map(({ group, day }) => `${group} ${day}`),
    );
    const [weighed] = raw.leftovers.filter(
      ({ group_id, date }) => fed.has(`${group_id} ${addDays(date, -1)}`) && fed.has(`${group_id} ${date}`),
    );
    const day = addDays(weighed!.date, -1);
    const data = await report(`planfeed/?farm=${kyiv.id}&planned_on_after=${day}&planned_on_before=${day}`);
    const rows = data.rows.filter(({ group_id }) => group_id === weighed!.group_id);
    expect(rows.reduce((sum, row) => sum + Number(row.leftovers), 0)).toBeCloseTo(Number(weighed!.weight), 4);
  });

  test('the list assigns leftovers to the same days as reports, and both mark leftovers without a day', async () => {
    // A feeding that reports leave out was given all the same.
    const counted = { ...raw, schedules: raw.schedules.map((schedule) => ({ ...schedule, ignored: false })) };
    const given = grouped(
      feedingsOf(counted, { farms: [kyiv.id], from: '2026-10-01', to: '2026-11-30' }).filter(hasFed),
      ({ group, day }) => `${group} ${day}`,
    );
    const listDaysBefore = (group: number, date: string) =>
      [1, 2, 3, 4, 5, 6, 7].map((back) => `${group} ${addDays(date, -back)}`).find((key) => given.has(key));
    const { data: listed } = await client.owner.get<
      { id: number; group: number; date: string; weight: number; delivered: number; percent: number }[]
    >(`leftovers/leftovers/?farm=${kyiv.id}&date_after=${FROM}&date_before=${TO}&page_size=200`);
    expect(listed.some(({ group, date }) => !listDaysBefore(group, date))).toBe(true);
    for (const { group, date, weight, delivered, percent } of listed) {
      const day = listDaysBefore(group, date);
      const kg = day ? number(total(given.get(day)!.map(({ fact }) => fact!)))! : null;
      expect(delivered).toBe(kg);
      if (kg === null) expect(percent).toBeNull();
      else expect(percent).toBeCloseTo((100 * weight) / kg, 6);
    }
    const without = listed.filter(({ group, date, weight }) => weight > 0 && !listDaysBefore(group, date));
    const findStrayNote = (data: ReportData) => data.notes.find(({ code }) => code === 'leftover_without_day');
    const all = findStrayNote(await report(`planfeed/?${range}&farm=${kyiv.id}`))!;
    expect(all).toMatchObject({ count: without.length, money: 0 });
    expect(all.value).toBeCloseTo(
      without.reduce((sum, { weight }) => sum + weight, 0),
      6,
    );
    const [{ group } = { group: 0 }] = without;
    expect(findStrayNote(await report(`dashboard/make/?${range}&group=${group}`))!.count).toBe(
      without.filter((row) => row.group === group).length,
    );
    expect(findStrayNote(await report(`planfeed/?${range}&farm=${kyiv.id}&ration=${kyiv.rations[0]}`))).toBeUndefined();
    expect(findStrayNote(await report(`animalfeed_loading/make/?${range}&farm=${kyiv.id}`))).toBeUndefined();
  });
});

describe('planfeed detail', () => {
  test('lists every schedule of a row, and adds up to it', async () => {
    const data = await report(`planfeed/?${range}&farm=${kyiv.id}`);
    const row = data.rows.find(({ fact, not_recorded }) => fact !== null && Number(not_recorded) > 0) ?? data.rows[0]!;
    const detail = await report(`planfeed/${row.id}/detail/`);
    const own = feedingsOf(raw, { farms: [kyiv.id], from: FROM, to: TO }).filter(
      ({ day, group, ration }) => `${day}_${group}_${ration}` === row.id,
    );
    expect(detail.rows.map(({ id }) => id).sort()).toEqual(own.map(({ schedule }) => schedule).sort());
    const { data: ofDay } = await client.owner.get(`schedule/schedules/?farm=${kyiv.id}&planned_on=${row.day}&ordering=position`);
    const places = ofDay.map(({ id }: { id: number }) => id);
    for (const line of detail.rows) {
      expect(line.position).toBe(places.indexOf(line.id) + 1);
      const feeding = own.filter(({ schedule }) => schedule === line.id);
      expectFigures(line, feedingFigures(feeding, most), `schedule ${line.id}`);
      expect(LOADING_STATUSES).toContain(line.status);
    }
    for (const key of ['plan', 'waiting', 'not_recorded', 'fact', 'deviation', 'cost', 'dry_matter', 'leftovers'])
      expect(detail.totals[key]).toEqual(row[key]);
    expect(detail.title).toBe(`${row.group} · ${row.ration}`);
    expect(detail.filters).toMatchObject({ planned_on_after: row.day, planned_on_before: row.day, farm: [kyiv.id] });
  });

  test.each(['2026-10-20_999999_1', '2026-13-45_1_1', '2026-06-31_1_1', '0000-01-01_1_1', '2026-10-20_1_1%00', 'nonsense', '1'])(
    'refuses a row that doesn’t exist: %s',
    async (key) => {
      expect((await client.owner.get(`report/planfeed/${key}/detail/`)).status).toBe(404);
    },
  );
});

describe('mixer loads equal an independent recomputation', () => {
  test.each(FILTERS)('%s', async (name) => {
    const { query, wanted } = narrowed(world, name);
    const data = await report(`load/?${range}${query}`);
    const items = weighingsOf(raw, wanted);
    expect(grouped(items, ({ schedule }) => schedule.id).size).toBeGreaterThan(5);
    compareLoads(data, raw, wanted, { ...wanted, ...before });
  });

  test('the detail shows the weighings, the admittance and the running weight', async () => {
    const { rows } = await report(`load/?${range}&farm=${kyiv.id}&status=uploaded`);
    const load = rows[0]!;
    const detail = await report(`load/${load.id}/detail/`);
    const items = weighingsOf(raw, { farms: [kyiv.id], from: FROM, to: TO }).filter(({ schedule }) => schedule.id === load.id);
    expect(detail.rows.map(({ ingredient_id }) => ingredient_id)).toEqual(items.map(({ ingredient }) => ingredient));
    expect(detail.rows.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1));
    for (const row of detail.rows) {
      expectFigures(row, loadFigures(items.filter(({ ingredient }) => ingredient === row.ingredient_id)), `item ${row.ingredient}`);
      expect(row.admittance_kept).toBe(Math.abs(Number(row.fact) - Number(row.plan)) <= 25 + 1e-9);
      expect(row.beyond).toBe(!row.admittance_kept);
    }
    const kept = detail.rows.filter((row) => row.admittance_kept).length;
    expect(kept).toBeGreaterThan(0);
    expect(detail.totals.admittance_kept).toBe(`${kept} / ${items.length}`);
    for (const key of ['plan', 'fact', 'deviation', 'bullseye', 'loading_cost_of_error']) expect(detail.totals[key]).toEqual(load[key]);
    const curve = detail.series[0]!.rows;
    expect(curve).toHaveLength(2 * items.length);
    expect(curve[0]).toMatchObject({ weight: 0, planned_weight: 0 });
    expect(curve.at(-1)!.weight).toBeCloseTo(Number(load.fact), 6);
    expect(curve.map(({ at }) => Date.parse(String(at)))).toEqual(curve.map(({ at }) => Date.parse(String(at))).toSorted((a, b) => a - b));
  });

  test('an ignored schedule is in no row, and can be opened', async () => {
    const ignored = raw.schedules.find(
      (s) => s.ignored && !s.deleted && s.status === 'uploaded' && s.planned_on >= FROM && s.planned_on <= TO,
    )!;
    const { rows } = await report(`load/?${range}`);
    expect(rows.map(({ id }) => id)).not.toContain(ignored.id);
    const detail = await report(`load/${ignored.id}/detail/`);
    expect(detail.totals.fact).toBeGreaterThan(0);
    expect(detail.notes.map(({ code, count }) => [code, count])).toContainEqual(['ignored', 1]);
  });

  test('a schedule that is gone or nobody’s is 404', async () => {
    const deleted = raw.schedules.find((schedule) => schedule.deleted)!;
    for (const key of [deleted.id, 99_999_999, 'x', '1.5', '99999999999']) {
      expect((await client.owner.get(`report/load/${key}/detail/`)).status).toBe(404);
    }
  });
});

describe('notes of trust', () => {
  const find = (data: ReportData, code: string) => data.notes.find((note) => note.code === code);
  const grams = (text: string) => Math.round(Number(text) * 1000);
  const sumGrams = (texts: string[]) => texts.reduce((sum, text) => sum + grams(text), 0);
  const inRange = () => raw.schedules.filter((s) => s.farm_id === kyiv.id && !s.deleted && s.planned_on >= FROM && s.planned_on <= TO);

  test('notes count ignored, incomplete and never begun feedings, with kilograms', async () => {
    const data = await report(`planfeed/?${range}&farm=${kyiv.id}`);
    const schedules = inRange();
    const ignored = schedules.filter((s) => s.ignored);
    const note = find(data, 'ignored')!;
    expect(note.count).toBe(ignored.length);
    expect(Math.round(note.value * 1000)).toBe(sumGrams(ignored.map((s) => s.loaded ?? s.plan)));
    expect(note.items.map(({ id }) => id).sort()).toEqual(ignored.map(({ id }) => id).sort());
    const idle = new Set(
      [...grouped(schedules, (s) => s.planned_on)].filter(([, day]) => day.every((s) => s.status === 'waited')).map(([day]) => day),
    );
    expect(idle.size).toBeGreaterThan(0);
    const begun = schedules.filter((s) => !s.ignored && s.status !== 'uploaded' && !idle.has(s.planned_on));
    expect(begun.length).toBeGreaterThan(0);
    expect(find(data, 'incomplete')).toMatchObject({ count: begun.length });
    expect(Math.round(find(data, 'incomplete')!.value * 1000)).toBe(sumGrams(begun.map((s) => s.plan)));
    const never = find(data, 'plan_without_facts')!;
    expect(never.items.map(({ day }) => day).sort()).toEqual([...idle].sort());
    expect(Math.round(never.value * 1000)).toBe(sumGrams(schedules.filter((s) => !s.ignored && idle.has(s.planned_on)).map((s) => s.plan)));
  });

  test('a feeding that is still waiting today is incomplete only from tomorrow on', async () => {
    const days = grouped(
      inRange().filter(({ ignored }) => !ignored),
      (s) => s.planned_on,
    );
    const open = (status: string) => status !== 'uploaded' && status !== 'waited';
    const [day, schedules] = [...days].find(
      ([, all]) => all.some(({ status }) => status === 'waited') && all.some(({ status }) => status === 'uploaded'),
    )!;
    const ask = async () =>
      find(await report(`planfeed/?farm=${kyiv.id}&planned_on_after=${day}&planned_on_before=${day}`), 'incomplete')?.count ?? 0;
    api.setNow(`${day}T12:00:00Z`);
    expect(await ask()).toBe(schedules.filter(({ status }) => open(status)).length);
    api.setNow('2026-11-10T12:00:00Z');
    expect(await ask()).toBe(schedules.filter(({ status }) => status !== 'uploaded').length);
  });

  /** Sets the stock of a feed at the end of a day; later moves stay. */
  const setStock = (feed: number, kg: number, day: string) =>
    sql`update ingredient i set rest = ${kg} + coalesce((
      select sum(l.kg) from ledger l where l.client_id = i.client_id and l.ingredient_id = i.id and l.day > ${day}::date), 0)
      where i.id = ${feed}`.execute(api.database.acrossClients());

  test('notes list stock below zero on the last day, old dry matter and manual corrections', async () => {
    await setStock(kyiv.ingredients[1]!, -120.5, TO);
    const db = api.database.acrossClients();
    const { stock_id } = await db
      .selectFrom('ingredient')
      .select('stock_id')
      .where('id', '=', kyiv.ingredients[2]!)
      .executeTakeFirstOrThrow();
    const move = { client_id: client.id, farm_id: kyiv.id, stock_id, ingredient_id: kyiv.ingredients[2]!, at: '2026-10-20T10:00:00Z' };
    await insertMoves(db, [
      { ...move, day: '2026-10-20', kind: 'count', kg: -40.5, price: 2, value: -81 },
      { ...move, day: '2026-10-21', kind: 'reversal', kg: 10, price: 2, value: 20 },
      { ...move, day: '2026-10-20', kind: 'delivery', kg: 99, price: 2, value: 198 },
      { ...move, day: '2026-11-01', kind: 'count', kg: 7, price: 2, value: 14 },
    ]);
    const data = await report(`load/?${range}&farm=${kyiv.id}`);
    expect(find(data, 'manual_corrections')).toMatchObject({ count: 2, value: 50.5, money: 101 });
    expect(find(data, 'stock_below_zero')).toMatchObject({
      count: 1,
      value: 120.5,
      items: [{ id: kyiv.ingredients[1], name: 'Kyiv feed 1' }],
    });
    // It never came into stock, so it is worth its list price.
    expect(find(data, 'stock_below_zero')!.money).toBeCloseTo(120.5 * 2.5, 6);
    // Feed 0 was last measured on 25 September: stale after 25 October.
    const late = weighingsOf(raw, { farms: [kyiv.id], from: '2026-10-26', to: TO }).filter(
      ({ ingredient }) => ingredient === kyiv.ingredients[0],
    );
    const stale = find(data, 'stale_dry_matter')!;
    expect(stale).toMatchObject({ count: 1, items: [{ id: kyiv.ingredients[0], day: '2026-09-25' }] });
    expect(stale.value).toBeCloseTo(loadFigures(late).fact!, 6);
  });

  test.each([
    ['a whole month and days around it', '2026-08-20', '2026-09-28', '2026-11-02', '2026-09-28'],
    ['from within the first month on', '2026-09-10', '2026-10-01', '2026-11-02', '2026-10-11'],
    ['a month', '2026-08-20', '2026-10-01', '2026-10-31', '2026-10-01'],
  ])('dry matter long out of date over %s', async (_, measured, from, to, since) => {
    const [feed] = kyiv.ingredients;
    const measuredOn = (day: string) =>
      world.api.database.acrossClients().updateTable('ingredient').set({ dry_matter_on: day }).where('id', '=', feed!).execute();
    await measuredOn(measured);
    const data = await report(`load/?planned_on_after=${from}&planned_on_before=${to}&farm=${kyiv.id}`);
    await measuredOn('2026-09-25');
    const late = weighingsOf(raw, { farms: [kyiv.id], from: since, to }).filter(({ ingredient }) => ingredient === feed);
    expect(find(data, 'stale_dry_matter')!.value).toBeCloseTo(loadFigures(late).fact!, 6);
  });

  test('a note on stale dry matter covers the shown part: a ration, a load, or a group’s share of one', async () => {
    const [feed] = kyiv.ingredients;
    const late = { farms: [kyiv.id], from: '2026-10-26', to: TO };
    const ration = kyiv.rations[1]!;
    const ofRation = weighingsOf(raw, { ...late, schedule: (s) => s.ration_id === ration }).filter(({ ingredient }) => ingredient === feed);
    const narrow = await report(`load/?${range}&farm=${kyiv.id}&ration=${ration}`);
    expect(find(narrow, 'stale_dry_matter')!.value).toBeCloseTo(loadFigures(ofRation).fact!, 6);

    const done = weighingsOf(raw, { ...late, schedule: (s) => s.status === 'uploaded' });
    const loads = [...grouped(done, ({ schedule }) => schedule.id).values()];
    const holds = (items: typeof done) => items.some(({ ingredient, fact }) => ingredient === feed && fact && fact.n > 0n);
    const findGroups = (id: number) => raw.groups.filter(({ schedule_id }) => schedule_id === id);
    /** A group that got this ration on its day from this load alone, and not all of it. */
    const loneGroup = ({ id, planned_on, ration_id }: Raw['schedules'][number]) => {
      const ofDay = feedingsOf(raw, { ...late, from: planned_on, to: planned_on }).filter((one) => one.ration === ration_id);
      return ofDay.find((one) => one.schedule === id && hasFed(one) && ofDay.filter(({ group }) => group === one.group).length === 1)
        ?.group;
    };
    const stale = loads.find((items) => holds(items) && findGroups(items[0]!.schedule.id).length > 1 && loneGroup(items[0]!.schedule))!;
    const { id, planned_on, ration_id } = stale[0]!.schedule;
    const fresh = loads.find((items) => !items.some(({ ingredient }) => ingredient === feed))!;
    const fact = loadFigures(stale.filter(({ ingredient }) => ingredient === feed)).fact!;
    const told = find(await report(`load/${id}/detail/`), 'stale_dry_matter')!;
    expect(told).toMatchObject({ count: 1, items: [{ id: feed }] });
    expect(told.value).toBeCloseTo(fact, 6);
    const { notes } = await report(`load/${fresh[0]!.schedule.id}/detail/`);
    expect(notes.map(({ code }) => code)).not.toContain('stale_dry_matter');

    const key = (group: number) => `${planned_on}_${group}_${ration_id}`;
    const group = loneGroup(stale[0]!.schedule)!;
    const own = Number(findGroups(id).find(({ group_id }) => group_id === group)!.fact);
    const shared = find(await report(`planfeed/${key(group)}/detail/`), 'stale_dry_matter')!;
    expect(shared.value).toBeCloseTo((fact * own) / number(mixOf(raw, id))!, 5);
  });

  test('a detail has notes on the stock and the corrections of its own feeds only', async () => {
    const { rows } = await report(`load/?planned_on_after=2026-10-20&planned_on_before=2026-10-21&farm=${kyiv.id}`);
    const ofLoad = (id: unknown) => raw.items.filter((item) => item.schedule_id === id).map(({ ingredient_id }) => ingredient_id);
    expect(rows.length).toBeGreaterThan(1);
    for (const { id, day } of rows) {
      await setStock(kyiv.ingredients[1]!, -120.5, String(day));
      const detail = await report(`load/${id}/detail/`);
      expect(find(detail, 'stock_below_zero')?.count ?? 0).toBe(ofLoad(id).includes(kyiv.ingredients[1]!) ? 1 : 0);
      const corrected = ofLoad(id).includes(kyiv.ingredients[2]!);
      expect(find(detail, 'manual_corrections')?.value ?? 0).toBe(corrected ? (day === '2026-10-20' ? 40.5 : 10) : 0);
    }
  });

  test('days still to come are no missing facts: the farm’s own day decides', async () => {
    const idle = raw.schedules.filter((s) => s.farm_id === newYork.id && !s.deleted && !s.ignored);
    const day = [...grouped(idle, (s) => s.planned_on)].find(([, schedules]) => schedules.every((s) => s.status === 'waited'))![0];
    const ask = async () =>
      find(await report(`planfeed/?farm=${newYork.id}&planned_on_after=${day}&planned_on_before=${day}`), 'plan_without_facts');
    // 03:00 UTC: New York still has the day before.
    api.setNow(`${day}T03:00:00Z`);
    expect(await ask()).toBeUndefined();
    api.setNow(`${day}T06:00:00Z`);
    expect(await ask()).toMatchObject({ count: 1 });
    api.setNow('2026-11-10T12:00:00Z');
  });
});

describe('the answer around the figures', () => {
  test('an empty farm has no rows, empty totals and its time zone', async () => {
    for (const path of ['planfeed', 'load']) {
      const data = await report(`${path}/?${range}&farm=${empty}`);
      expect(data).toMatchObject({ rows: [], notes: [], timezone: 'UTC', currency: 'UAH', locked_until: null });
      expect(data.totals).toMatchObject({ plan: null, fact: null });
      expect(data.tiles.map(({ value }) => value)).toEqual(data.tiles.map(() => null));
    }
  });

  test('the detail of one row', async () => {
    const [only] = feedingsOf(raw, { farms: [kyiv.id], from: FROM, to: TO });
    const data = await report(
      `planfeed/?planned_on_after=${only!.day}&planned_on_before=${only!.day}&group=${only!.group}&ration=${only!.ration}`,
    );
    expect(data.rows).toHaveLength(1);
    for (const key of ['heads', 'plan', 'fact', 'cost', 'cost_per_head']) expect(data.totals[key]).toEqual(data.rows[0]![key]);
  });

  test('names the farm where there are several, and takes the timezone they share', async () => {
    const one = await report(`load/?${range}&farm=${kyiv.id}`);
    expect(one.timezone).toBe('Europe/Kyiv');
    expect(one.columns.map(({ key }) => key)).not.toContain('farm');
    const several = await report(`load/?${range}`);
    expect(several.timezone).toBe('UTC');
    expect(several.columns.map(({ key }) => key)).toContain('farm');
    expect(several.filters.farm?.toSorted()).toEqual([kyiv.id, newYork.id, empty].sort());
  });

  test('every declared column is in every row, every total in the totals', async () => {
    // Feed in stock and a bunk that is scored, so that their charts have a point.
    const delivered = { farm: kyiv.id, ingredient: kyiv.ingredients[0], value: 10, price: 2, delivered_at: `${TO}T10:00:00Z` };
    await make(client.owner, 'manager/deliveries/', { delivery_type: 'delivery', ...delivered });
    await make(client.owner, 'manager/bunkscores/', { group: kyiv.groups[0], day: TO, score: 1 });
    const steps = [{ measure: 'bullseye', from: 0, factor: 1.1 }];
    await make(client.owner, 'manager/bonusrules/', { farm: kyiv.id, name: 'Accuracy', base: 100, steps });
    // Reports made by a template have their own tests.
    const empty: string[] = [];
    const pointless: string[] = [];
    for (const definition of allReports.filter(({ filters }) => !filters.includes('blank'))) {
      const { id } = definition;
      const farm = definition.required?.includes('farm') ? `&farm=${kyiv.id}` : '';
      const data = await report(`${id}/make/?language=de&${range}${farm}`);
      expect(data.report).toBe(id);
      if (data.rows.length === 0) {
        empty.push(id);
        continue;
      }
      for (const { key } of definition.columns) expect(Object.keys(data.rows[0]!), `${id}.${key}`).toContain(key);
      for (const column of data.columns) if (column.total) expect(Object.keys(data.totals), `${id}.${column.key}`).toContain(column.key);
      for (const series of data.series) {
        if (series.rows.length === 0) {
          pointless.push(`${id}.${series.key}`);
          continue;
        }
        for (const { key } of [series.x, ...series.y]) expect(Object.keys(series.rows[0]!), `${id}.${series.key}.${key}`).toContain(key);
      }
      if (!definition.detail) continue;
      const detail = await report(`${id}/${data.rows[0]![definition.detail.rowId]}/detail/`);
      for (const column of definition.detail.columns) {
        expect(Object.keys(detail.rows[0]!), `${id}.detail.${column.key}`).toContain(column.key);
        if ('total' in column && column.total && column.kind !== 'text')
          expect(Object.keys(detail.totals), column.key).toContain(column.key);
      }
    }
    // This world has no analyses and no norms.
    expect(pointless.toSorted()).toEqual(['nutrient_bridge.change_map', 'nutrients.norm_map']);
    // This world has no data for these reports; their own tests have rows.
    expect(empty.toSorted()).toEqual([
      'analyses',
      'budget',
      'closeout',
      'dry_matter',
      'feed_values',
      'iofc',
      'iofc_change',
      'orders',
      'programme',
      'supply',
    ]);
  });

  test('the same report by type, path and screen', async () => {
    const own = await report(`load/?${range}`);
    for (const name of ['schedule_load', 'load', 'mixer-loads']) {
      const { rows, totals } = await report(`${name}/make/?${range}&language=uk`);
      expect({ rows, totals }).toEqual({ rows: own.rows, totals: own.totals });
    }
    expect((await client.owner.get(`report/nonsense/make/?${range}`)).status).toBe(404);
  });

  test('the answer is marked as closed up to the last closed month, at every farm of it', async () => {
    const db = api.database.acrossClients();
    const close = (farm: number, ...months: string[]) =>
      db
        .insertInto('month_close')
        .values(months.map((month) => ({ client_id: client.id, farm_id: farm, month })))
        .execute();
    const closedUpTo = async (...farms: number[]) => (await report(`load/?${range}&farm=${farms}`)).locked_until;
    await close(kyiv.id, '2026-08-01', '2026-09-01');
    expect(await closedUpTo(kyiv.id)).toBe('2026-09-30');
    expect(await closedUpTo(newYork.id)).toBeNull();
    expect(await closedUpTo(kyiv.id, newYork.id)).toBeNull();
    // A month before a closed one is closed as well.
    await close(kyiv.id, '2026-11-01');
    expect(await closedUpTo(kyiv.id)).toBe('2026-11-30');
    await close(kyiv.id, '2026-10-01');
    await close(newYork.id, '2026-11-01');
    expect(await closedUpTo(kyiv.id, newYork.id)).toBe('2026-11-30');
    await db
      .deleteFrom('month_close')
      .where('client_id', '=', client.id)
      .where('month', '=', '2026-11-01')
      .where('farm_id', '=', kyiv.id)
      .execute();
    expect(await closedUpTo(kyiv.id, newYork.id)).toBe('2026-10-31');
  });
});

describe('access to reports, and refusals', () => {
  test('list/ names the reports of the caller’s rights', async () => {
    const { data, count } = await client.owner.get('report/list/?language=en');
    expect(count).toBe(allReports.filter((one) => isOffered(one, 'en')).length);
    expect(data.map(({ id, path, route }: Record<string, string>) => [id, path, route])).toEqual(
      expect.arrayContaining([
        ['dashboard', 'dashboard/make', 'overview'],
        ['planfeed', 'planfeed', 'planfeed'],
        ['schedule_load', 'load', 'mixer-loads'],
        ['schedule_upload', 'upload', 'mixer-uploads'],
      ]),
    );
    expect(data.find(({ id }: { id: string }) => id === 'planfeed').filters).toContain('animal_type');
    expect(isOffered({ ...reports.planfeed, languages: ['uk'] }, 'de')).toBe(false);
  });

  test('an employee makes what the access group grants, on its farms only', async () => {
    const db = api.database.acrossClients();
    const permissions = [{ module: 'manger', label: '', name: 'load', view: true, add: false, change: false, delete: false }];
    const group = await db
      .insertInto('access_group')
      .values({ client_id: client.id, name: 'Loads of Kyiv', farms: [kyiv.id], permissions: JSON.stringify(permissions) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { caller } = await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: group.id });
    const { data: list } = await caller.get('report/list/');
    expect(list.map(({ id }: { id: string }) => id)).toEqual(['schedule_load', 'operators']);
    for (const path of [`planfeed/?${range}`, `planfeed/make/?${range}`, '2026-10-20_1_1/detail/'.replace(/^/, 'planfeed/')]) {
      expect((await caller.get(`report/${path}`)).status).toBe(403);
    }
    const data = await report(`load/?${range}`, caller);
    expect(new Set(data.rows.map(({ farm_id }) => farm_id))).toEqual(new Set([kyiv.id]));
    expect(data.filters.farm).toEqual([kyiv.id]);
    expect((await caller.get(`report/load/?${range}&farm=${newYork.id}`)).errors.farm?.[0]?.code).toBe(23);
    const foreign = raw.schedules.find((s) => s.farm_id === newYork.id && !s.deleted)!;
    expect((await caller.get(`report/load/${foreign.id}/detail/`)).status).toBe(404);
    const { data: workers } = await caller.get('report/load/options/?filter=worker');
    expect(workers.map(({ id }: { id: number }) => id).sort()).toEqual([...kyiv.operators].sort());
    const stranger = await makeAccount(api, { user_type: 'employee', client_id: client.id });
    expect((await stranger.caller.get('report/load/options/?filter=worker')).status).toBe(403);
    expect((await api.nobody.get(`report/load/?${range}`)).status).toBe(401);
  });

  test('another tenant sees nothing of it', async () => {
    const other = await makeClient(api);
    for (const path of ['planfeed', 'load']) {
      const own = await report(`${path}/?${range}`, other.owner);
      expect(own).toMatchObject({ rows: [], notes: [] });
      expect((await other.owner.get(`report/${path}/?${range}&farm=${kyiv.id}`)).errors.farm?.[0]?.code).toBe(23);
    }
    const [row] = (await report(`planfeed/?${range}`)).rows;
    const schedule = raw.schedules.find((s) => !s.deleted)!;
    for (const path of [`planfeed/${row!.id}`, `load/${schedule.id}`]) {
      expect((await other.owner.get(`report/${path}/detail/`)).status).toBe(404);
    }
    expect((await other.owner.get('report/load/options/?filter=worker')).data).toEqual([]);
    expect((await other.owner.get(`dashboard/clients/${client.id}/report/load/?${range}`)).status).toBe(404);
  });

  test('staff read it through the client’s path, bounded by the path’s farm', async () => {
    const staff = await makeAccount(api, { user_type: 'staff', clients: [client.id] });
    const path = `dashboard/clients/${client.id}/farms/${kyiv.id}/report/load/?${range}`;
    const { data } = await staff.caller.get<ReportData>(path);
    expect(data.filters.farm).toEqual([kyiv.id]);
    expect(data.rows.length).toBeGreaterThan(0);
    expect((await staff.caller.get(path.replace(`farms/${kyiv.id}`, 'farms/999999'))).status).toBe(404);
  });

  test.each([
    ['', 'planned_on_after', 2],
    [`planned_on_after=${FROM}`, 'planned_on_before', 2],
    [`planned_on_after=18.10.2026&planned_on_before=${TO}`, 'planned_on_after', 1],
    [`planned_on_after=${FROM}&planned_on_before=2026-02-30`, 'planned_on_before', 1],
    [`planned_on_after=${TO}&planned_on_before=${FROM}`, 'planned_on_after', 8],
    ['planned_on_after=2023-10-31&planned_on_before=2026-10-31', 'planned_on_before', 'too_long_range'],
    ['planned_on_after=0000-01-01&planned_on_before=0000-01-02', 'planned_on_after', 23],
    [`${range}&ration=x`, 'ration.0', 1],
    [`${range}&status=eaten`, 'status.0', 23],
    [`${range}&language=xx`, 'language', 23],
  ])('%s is refused at %s', async (query, field, code) => {
    for (const path of ['planfeed/', 'load/', 'planfeed/make/', 'schedule_load/make/']) {
      const { status, errors } = await client.owner.get(`report/${path}?${query}`);
      expect(status).toBe(400);
      expect(errors[field]?.[0]?.code).toBe(code);
    }
  });

  test('names the bound that was broken', async () => {
    const reversed = await client.owner.get(`report/load/?planned_on_after=${TO}&planned_on_before=${FROM}`);
    expect(reversed.errors.planned_on_after?.[0]?.limit).toBe(FROM);
    const long = await client.owner.get('report/load/?planned_on_after=2023-10-31&planned_on_before=2026-10-31');
    expect(long.errors.planned_on_before?.[0]?.limit).toBe(1096);
    expect((await client.owner.get('report/load/?planned_on_after=2023-11-01&planned_on_before=2026-10-31')).status).toBe(200);
  });

  test('other parameters are checked as well', async () => {
    expect((await client.owner.get('report/list/?language=xx')).errors.language?.[0]?.code).toBe(23);
    expect((await client.owner.get('report/load/options/?filter=worker&farm=x')).status).toBe(400);
    expect((await client.owner.get(`report/constructor/make/?${range}`)).status).toBe(404);
  });

  test('every report is in the API’s description', async () => {
    const response = await api.app.fetch(new Request('http://localhost/api/openapi.json'));
    const { paths } = (await response.json()) as { paths: Record<string, { get: { parameters: { name: string; required?: boolean }[] } }> };
    const asked = paths['/api/report/load/']!.get.parameters;
    expect(asked.find(({ name }) => name === 'planned_on_after')).toMatchObject({ required: true });
    expect(asked.map(({ name }) => name)).toContain('mixer');
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/report/planfeed/', '/api/report/operators/make/', '/api/report/list/']),
    );
  });

  test('reads through a connection that cannot write', async () => {
    const write = sql`delete from leftover`.execute(api.database.reports(client.id));
    await expect(write).rejects.toThrow(/read-only/);
  });
});
