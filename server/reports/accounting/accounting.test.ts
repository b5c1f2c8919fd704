import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { truncate } from '#common/format/decimal.ts';
import { addDays } from '#contract/days.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { ACCOUNT_CODES } from '#tests/support/account-codes.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { make, makeClient, makeFarm } from '#tests/support/factories.ts';
import { dice } from '#tests/support/reports/facts.ts';
import { exact, type Fraction, feedingsOf, grouped, number, over, rounded, times, total, whole } from '#tests/support/reports/recompute.ts';
import { type RawMove, readLedger, stockSums, throwMoves } from '#tests/support/reports/stock.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, FROM, range, reportOf, TO } from '#tests/support/reports/world.ts';

let ledger: RawMove[];
test.beforeAll(async ({ world }) => {
  const { api, client, kyiv, newYork } = world;
  const db = api.database.acrossClients();
  const days = Array.from({ length: 40 }, (_, n) => addDays('2026-09-25', n));
  await throwMoves(db, client, kyiv, [newYork.id], days, dice(167));
  ledger = await readLedger(db, client.id);
});

let made = 0;
async function makeBlank(
  world: DiceWorld,
  report_type: string,
  accounts: Record<string, string> = ACCOUNT_CODES,
  farm = world.kyiv.id,
): Promise<number> {
  made += 1;
  const blank = { farm, kind: 'blank', name: `Blank ${made}`, report_type, template: { headings: {}, order: [], accounts } };
  return (await make(world.client.owner, 'report/additional/', blank)).id;
}
const buildQuery = (world: DiceWorld, blank: number | string, more = '') =>
  `make/?${range}&farm=${world.kyiv.id}&blank=${blank}&language=uk${more}`;
const writeoff = async (world: DiceWorld, blank: number, days = range) =>
  reportOf(world.client.owner, `accounting_writeoff/make/?${days}&farm=${world.kyiv.id}&blank=${blank}&language=uk`);
const readErrors = async (world: DiceWorld, report: string, query: string) => {
  const { status, errors } = await world.client.owner.get(`report/${report}/${query}`);
  return [status, ...Object.entries(errors ?? {}).map(([field, [first]]) => `${field} ${first?.code}`)];
};

/** Kopecks as a whole number, out of a number of at most two decimals. */
const kopecks = (cell: unknown) => {
  const value = Number(cell) * 100;
  expect(Math.abs(value - Math.round(value))).toBeLessThan(1e-6);
  return Math.round(value);
};
const grams = (cell: unknown) => Math.round(Number(cell) * 1000);

interface Given {
  day: string;
  group: number;
  ingredient: number;
  kg: Fraction;
  cost: Fraction;
}

/** The groups' parts of the loaded feed, computed from raw rows. */
function listGiven(world: DiceWorld, farm: number, from = FROM, to = TO): Given[] {
  const { raw } = world;
  const items = grouped(raw.items, ({ schedule_id }) => schedule_id);
  return feedingsOf(raw, { farms: [farm], from, to }).flatMap(({ schedule, group, day, part: portion }) => {
    if (!portion) return [];
    return (items.get(String(schedule)) ?? []).map((item) => {
      const kg = times(exact(item.fact ?? '0'), portion);
      return { day, group, ingredient: item.ingredient_id, kg, cost: item.price === null ? whole(0) : times(kg, exact(item.price)) };
    });
  });
}

/** Compares the lines of groups, each rounded separately; the other lines belong to no group. */
function compareWriteoff(data: ReportData, given: Given[]): void {
  const lines = grouped(given, ({ day, group, ingredient }) => `${day}_${group}_${ingredient}`);
  const fed = data.rows.filter(({ line }) => line === 'fed');
  const told = new Set(fed.map(({ id }) => String(id)));
  for (const row of fed) {
    const own = lines.get(String(row.id))!;
    const [kg, cost] = [total(own.map((one) => one.kg)), total(own.map((one) => one.cost))];
    expect(grams(row.given), String(row.id)).toBe(rounded(kg, 1000));
    expect(kopecks(row.cost), String(row.id)).toBe(rounded(cost, 100));
    if (kg.n > 0n) expect(Number(row.price_given)).toBeCloseTo(number(over(cost, kg))!, 4);
  }
  for (const [id, own] of lines) if (!told.has(id)) expect([id, rounded(total(own.map(({ kg }) => kg)), 1000)]).toEqual([id, 0]);
  expect(data.rows.filter(({ line, group_id }) => (line === 'fed') === (group_id === null))).toEqual([]);
  expect(kopecks(data.totals.cost ?? 0)).toBe(data.rows.reduce((sum, row) => sum + kopecks(row.cost), 0));
  expect(grams(data.totals.given ?? 0)).toBe(data.rows.reduce((sum, row) => sum + grams(row.given), 0));
  expect(data.tiles.find(({ key }) => key === 'postings')?.value).toBe(data.rows.length);
}

/** The reconciliation of the two files, in kopecks by line. */
const readReconciliation = (data: ReportData) =>
  new Map(data.series.find(({ key }) => key === 'reconciliation')!.rows.map(({ line, value }) => [String(line), kopecks(value)]));

describe('the write-off', () => {
  test('the write-off of days without feed has a reconciliation of zeros', async ({ world }) => {
    const days = 'planned_on_after=2025-01-01&planned_on_before=2025-01-05';
    const data = await writeoff(world, await makeBlank(world, 'accounting_writeoff'), days);
    expect(data.series.find(({ key }) => key === 'reconciliation')?.rows).toMatchObject([
      { line: 'written_off', weight: 0, value: 0 },
      { line: 'fed', weight: 0, value: 0 },
    ]);
  });

  test('books what each group was given of each feed, to the gram and the kopeck', async ({ world }) => {
    const data = await writeoff(world, await makeBlank(world, 'accounting_writeoff'));
    expect(data.rows.length).toBeGreaterThan(100);
    compareWriteoff(data, listGiven(world, world.kyiv.id));
    expect(new Set(data.rows.map(({ debit, credit }) => `${debit} ${credit}`))).toEqual(new Set(['232 208']));
  });

  test('the write-off and the movement reconcile: feed that left the stock for no group is a separate line, and so is rounding', async ({
    world,
  }) => {
    const { raw, client, kyiv } = world;
    const makeOwnBlanks = (ids: number[]) => ids.map((id) => makeBlank(world, id === 0 ? 'accounting_writeoff' : 'accounting_movement'));
    const [writeoffBlank, movementBlank] = await Promise.all(makeOwnBlanks([0, 1]));
    const data = await writeoff(world, writeoffBlank!);
    const moved = await reportOf(client.owner, `accounting_movement/make/?${range}&farm=${kyiv.id}&blank=${movementBlank}&language=uk`);
    const ties = readReconciliation(data);
    expect([...readReconciliation(moved)]).toEqual([...ties]);
    // The first lines equal the write-off's own lines; the last line equals the movement's credit of fed feed.
    const booked = (line: string) => data.rows.filter((row) => row.line === line).reduce((sum, { cost }) => sum + kopecks(cost), 0);
    expect(ties.get('written_off')).toBe(booked('fed'));
    for (const line of ['ignored', 'not_unloaded', 'undelivered']) expect(ties.get(line) ?? 0, line).toBe(booked(line));
    const fed = moved.rows.filter(({ move }) => move === 'fed').reduce((sum, { value }) => sum + kopecks(value), 0);
    expect(ties.get('fed')).toBe(fed);
    const { fed: foot, ...parts } = Object.fromEntries(ties);
    expect(Object.values(parts).reduce((sum, value) => sum + value, 0)).toBe(foot);
    expect(Math.abs(ties.get('rounding') ?? 0)).toBeLessThanOrEqual(data.rows.length / 2);
    // By an independent sum over raw loads.
    const within = raw.schedules.filter(({ farm_id, planned_on }) => farm_id === kyiv.id && planned_on >= FROM && planned_on <= TO);
    const items = grouped(raw.items, ({ schedule_id }) => schedule_id);
    const grammes = (ids: number[]) =>
      rounded(total(ids.flatMap((id) => (items.get(String(id)) ?? []).map(({ fact }) => exact(fact ?? '0')))), 1000);
    const loaded = within.filter(({ status }) => !['waited', 'in_process'].includes(status));
    const weighed = (line: string) => data.rows.filter((row) => row.line === line).reduce((sum, { given }) => sum + grams(given), 0);
    const ignored = loaded.filter((one) => one.ignored || one.deleted);
    expect(ignored.length).toBeGreaterThan(0);
    expect(weighed('ignored')).toBe(grammes(ignored.map(({ id }) => id)));
    const standing = loaded.filter((one) => !one.ignored && !one.deleted && one.status !== 'uploaded');
    expect(standing.length).toBeGreaterThan(0);
    expect(weighed('not_unloaded')).toBe(grammes(standing.map(({ id }) => id)));
    expect(weighed('fed') + weighed('ignored') + weighed('not_unloaded') + weighed('undelivered')).toBeCloseTo(
      grammes(loaded.map(({ id }) => id)),
      -3,
    );
  });

  test('over any days', async ({ world }) => {
    const blank = await makeBlank(world, 'accounting_writeoff');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 12 }), async (start, length) => {
        const from = addDays('2026-10-01', start);
        const to = addDays(from, length);
        compareWriteoff(
          await writeoff(world, blank, `planned_on_after=${from}&planned_on_before=${to}`),
          listGiven(world, world.kyiv.id, from, to),
        );
      }),
      { numRuns: countRuns(12) },
    );
  });

  test('books of each group and feed what its statement prints', async ({ world }) => {
    const data = await writeoff(world, await makeBlank(world, 'accounting_writeoff'));
    const statement = await reportOf(world.client.owner, `form9/make/?${range}&farm=${world.kyiv.id}`);
    const booked = grouped(
      data.rows.filter(({ line }) => line === 'fed'),
      ({ group_id, ingredient_id }) => `${group_id} ${ingredient_id}`,
    );
    const [byFeed] = statement.series;
    expect(byFeed!.rows.length).toBe(booked.size);
    for (const { group_id, ingredient_id, cost_printed } of byFeed!.rows)
      expect(kopecks(cost_printed)).toBe(booked.get(`${group_id} ${ingredient_id}`)!.reduce((sum, { cost }) => sum + kopecks(cost), 0));
  });

  test('carries the codes of feeds and animal types that have their own, and the feeds’ item numbers', async ({ world }) => {
    const { kyiv } = world;
    const [feed, type] = [kyiv.ingredients[3]!, kyiv.animalTypes[1]!];
    const own = { ...ACCOUNT_CODES, [`ingredient_${feed}`]: '208/3', [`animal_type_${type}`]: '231' };
    expect((await world.client.owner.put(`manager/ingredients/${feed}/`, { item_number: 'K-17' })).status).toBe(200);
    const data = await writeoff(world, await makeBlank(world, 'accounting_writeoff', own));
    for (const { ingredient_id, group_id, debit, credit, item } of data.rows) {
      expect(credit).toBe(ingredient_id === feed ? '208/3' : '208');
      expect(item).toBe(ingredient_id === feed ? 'K-17' : '');
      // Feed given to no group is booked like in the movement.
      expect(debit).toBe(kyiv.groups.indexOf(Number(group_id)) % 2 === 1 ? '231' : '232');
    }
  });

  test('a missing code is refused by name', async ({ world }) => {
    const { kyiv } = world;
    expect(await readErrors(world, 'accounting_writeoff', buildQuery(world, await makeBlank(world, 'accounting_writeoff', {})))).toEqual([
      400,
      'blank.accounts.debit account_missing',
      'blank.accounts.credit account_missing',
    ]);
    const known = Object.fromEntries(kyiv.ingredients.slice(1).map((id) => [`ingredient_${id}`, '208']));
    const blank = await makeBlank(world, 'accounting_writeoff', { debit: '232', ...known });
    const { errors } = await world.client.owner.get(`report/accounting_writeoff/${buildQuery(world, blank)}`);
    expect(errors).toMatchObject({ 'blank.accounts.credit': [{ code: 'account_missing', values: ['Kyiv feed 0'] }] });
  });
});

describe('the movement', () => {
  const movement = async (world: DiceWorld, blank: number) =>
    reportOf(world.client.owner, `accounting_movement/${buildQuery(world, blank)}`);

  test('leads from opening to closing, feed by feed, to the kopeck', async ({ world }) => {
    const { kyiv } = world;
    const data = await movement(world, await makeBlank(world, 'accounting_movement'));
    const feeds = grouped(data.rows, ({ ingredient_id }) => Number(ingredient_id));
    expect([...feeds.keys()].map(Number).sort()).toEqual([...kyiv.ingredients].sort());
    for (const [feed, lines] of feeds) {
      const moves = ledger.filter(({ ingredient_id }) => ingredient_id === Number(feed));
      const sums = stockSums(ledger, moves, { farms: [kyiv.id], from: FROM, to: TO });
      const of = (move: string) => lines.filter((line) => line.move === move);
      const opening = of('opening')[0];
      expect(kopecks(opening?.value ?? 0)).toBe(rounded(sums.opening_value!, 100));
      expect(grams(opening?.weight ?? 0)).toBe(rounded(sums.opening!, 1000));
      expect(kopecks(of('closing')[0]?.value ?? 0)).toBe(rounded(sums.closing_value!, 100));
      expect(grams(of('closing')[0]?.weight ?? 0)).toBe(rounded(sums.closing!, 1000));
      for (const move of ['received', 'crafted_in', 'sold', 'fed', 'fed_by_others', 'crafted_out'])
        expect(of(move).reduce((sum, { weight }) => sum + grams(weight), 0)).toBe(rounded(sums[move]!, 1000));
      // Each line differs from the raw moves by a kopeck at most.
      for (const line of lines.filter(({ move }) => !['opening', 'counted', 'revaluation', 'closing'].includes(String(move)))) {
        const day = String(line.day);
        const ofDay = stockSums(
          ledger,
          moves.filter((move) => move.day === day),
          { farms: [kyiv.id], from: day, to: day },
        );
        expect(Math.abs(Number(line.value) - number(ofDay[`${line.move}_value`]!)!), String(line.id)).toBeLessThan(0.01);
      }
      // As in accounting: debits of the feed account are receipts, credits are issues.
      const booked = lines.filter(({ move }) => move !== 'opening' && move !== 'closing');
      const balance = (cell: 'value' | 'weight', units: (value: unknown) => number) =>
        booked.reduce((sum, line) => sum + (line.debit === '208' ? 1 : -1) * units(line[cell]), units(opening?.[cell] ?? 0));
      expect(balance('value', kopecks)).toBe(kopecks(of('closing')[0]?.value ?? 0));
      expect(balance('weight', grams)).toBe(grams(of('closing')[0]?.weight ?? 0));
    }
  });

  test('totals each kind of move as the stock ledger shows it', async ({ world }) => {
    const data = await movement(world, await makeBlank(world, 'accounting_movement'));
    const stock = await reportOf(world.client.owner, `inout/?${range}&farm=${world.kyiv.id}`);
    for (const move of ['received', 'sold', 'fed', 'fed_by_others', 'crafted_in', 'crafted_out']) {
      const lines = data.rows.filter((line) => line.move === move);
      expect(lines.length, move).toBeGreaterThan(0);
      expect(
        lines.reduce((sum, { value }) => sum + kopecks(value), 0),
        move,
      ).toBe(kopecks(truncate(Number(stock.totals[`${move}_value`]))));
    }
    expect(data.tiles.find(({ key }) => key === 'fed_value')!.value).toBe(truncate(Number(stock.totals.fed_value)));
  });

  test('books each kind of move against its account', async ({ world }) => {
    const data = await movement(world, await makeBlank(world, 'accounting_movement'));
    const pairs = new Set(data.rows.map(({ move, debit, credit }) => `${move}: ${debit} ${credit}`));
    expect([...pairs].sort()).toEqual(
      [
        'opening: 208 ',
        'received: 208 631',
        'harvested: 208 231',
        'crafted_in: 208 208/9',
        'transferred_in: 208 208/8',
        'sold: 901 208',
        'fed: 232 208',
        'fed_by_others: 683 208',
        'crafted_out: 208/9 208',
        'transferred_out: 208/8 208',
        'counted: 208 719',
        'counted: 947 208',
        'revaluation: 208 946',
        'revaluation: 946 208',
        'closing: 208 ',
      ].sort(),
    );
  });

  test('needs no code of what did not happen, and names those of what did', async ({ world }) => {
    const { newYork } = world;
    // New York has only loads of feed that was never bought: its stock is worth nothing, and the fed feed is revalued.
    const ofNewYork = async (codes: Record<string, string>) =>
      `make/?${range}&farm=${newYork.id}&blank=${await makeBlank(world, 'accounting_movement', codes, newYork.id)}&language=uk`;
    const loads = { credit: '208', debit: '232' };
    expect(await readErrors(world, 'accounting_movement', await ofNewYork(loads))).toEqual([
      400,
      'blank.accounts.revaluation account_missing',
    ]);
    // Without an account of its own it is booked as what counts find.
    const instead: Record<string, string>[] = [{ revaluation: '946' }, { surplus: '719', shortage: '947' }];
    for (const more of instead)
      expect((await world.client.owner.get(`report/accounting_movement/${await ofNewYork({ ...loads, ...more })}`)).status).toBe(200);
    // A transfer between stores stays within the feed account if there is no account for goods in transit.
    const { transfer: _transfer, supplier, ...between } = ACCOUNT_CODES;
    const { rows } = await movement(world, await makeBlank(world, 'accounting_movement', { ...between, supplier }));
    const transferred = rows.filter(({ move }) => String(move).startsWith('transferred'));
    expect(transferred.length).toBeGreaterThan(0);
    expect(transferred.every(({ debit, credit }) => debit === '208' && credit === '208')).toBe(true);
    const { supplier: _, ...rest } = ACCOUNT_CODES;
    expect(await readErrors(world, 'accounting_movement', buildQuery(world, await makeBlank(world, 'accounting_movement', rest)))).toEqual([
      400,
      'blank.accounts.supplier account_missing',
    ]);
  });
});

describe.each(['accounting_writeoff', 'accounting_movement'])('%s', (report) => {
  test('the files are offered only in Ukrainian', async ({ world }) => {
    const blank = await makeBlank(world, report);
    const { owner } = world.client;
    const query = `make/?${range}&farm=${world.kyiv.id}&blank=${blank}`;
    for (const language of ['en', 'ru', 'us', 'de'])
      expect((await owner.get(`report/${report}/${query}&language=${language}`)).status).toBe(404);
    const offered = async (language: string) =>
      (await owner.get<{ id: string }[]>(`report/list/?language=${language}`)).data.map(({ id }) => id);
    expect(await offered('uk')).toContain(report);
    expect(await offered('pl')).not.toContain(report);
  });

  test('asks for one blank, of this form and of the one farm', async ({ world }) => {
    const { client, kyiv, newYork } = world;
    const blank = await makeBlank(world, report);
    expect(await readErrors(world, report, `make/?${range}&farm=${kyiv.id}&language=uk`)).toEqual([400, 'blank 2']);
    expect(await readErrors(world, report, `make/?${range}&blank=${blank}&language=uk`)).toEqual([400, 'farm 2']);
    expect(await readErrors(world, report, `make/?${range}&farm=${newYork.id}&blank=${blank}&language=uk`)).toEqual([400, 'blank 23']);
    expect(await readErrors(world, report, buildQuery(world, `${blank},${await makeBlank(world, report)}`))).toEqual([400, 'blank 23']);
    expect(await readErrors(world, report, buildQuery(world, await makeBlank(world, 'form9')))).toEqual([400, 'blank 23']);
    expect(await readErrors(world, report, `make/?${range}&farm=${kyiv.id},${newYork.id}&blank=${blank}&language=uk`)).toEqual([
      400,
      'farm 23',
    ]);
    const { owner } = await makeClient(world.api);
    expect((await owner.get(`report/${report}/${buildQuery(world, blank)}`)).errors.farm?.[0]?.code).toBe(23);
    const { farm } = await makeFarm(owner);
    const foreign = await owner.get(`report/${report}/make/?${range}&farm=${farm}&blank=${blank}&language=uk`);
    expect([foreign.status, foreign.errors.blank?.[0]?.code]).toEqual([400, 23]);
    await client.owner.delete(`report/additional/${blank}/`);
    expect(await readErrors(world, report, buildQuery(world, blank))).toEqual([400, 'blank 23']);
  });

  test('a farm without any activity has no lines', async ({ world }) => {
    const blank = await makeBlank(world, report, {}, world.empty);
    const data = await reportOf(world.client.owner, `${report}/make/?${range}&farm=${world.empty}&blank=${blank}&language=uk`);
    expect(data.rows).toEqual([]);
  });
});
