import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportData } from '../../contract/reports/shape.ts';
import { ACCOUNT_CODES } from '../../tests/support/account-codes.ts';
import { make, makeClient, makeFarm } from '../../tests/support/factories.ts';
import { addDays } from '../core/days.ts';
import { dice } from './test-facts.ts';
import { exact, type Fraction, feedingsOf, grouped, number, times, total, whole } from './test-recompute.ts';
import { type RawMove, readLedger, stockSums, throwMoves } from './test-stock.ts';
import { type DiceWorld, FROM, range, reportOf, startDiceWorld, TO } from './test-world.ts';

let world: DiceWorld;
let ledger: RawMove[];
beforeAll(async () => {
  world = await startDiceWorld();
  const { api, client, kyiv, newYork } = world;
  const db = api.database.acrossClients();
  const days = Array.from({ length: 40 }, (_, n) => addDays('2026-09-25', n));
  await throwMoves(db, client, kyiv, [newYork.id], days, dice(77));
  ledger = await readLedger(db, client.id);
}, 60_000);
afterAll(() => world.api.close());

let made = 0;
async function blankOf(report_type: string, accounts: Record<string, string> = ACCOUNT_CODES, farm = world.kyiv.id): Promise<number> {
  made += 1;
  const blank = { farm, kind: 'blank', name: `Blank ${made}`, report_type, template: { headings: {}, order: [], accounts } };
  return (await make(world.client.owner, 'report/additional/', blank)).id;
}
const asked = (blank: number | string, more = '') => `make/?${range}&farm=${world.kyiv.id}&blank=${blank}&language=uk${more}`;
const writeoff = async (blank: number, days = range) =>
  reportOf(world.client.owner, `accounting_writeoff/make/?${days}&farm=${world.kyiv.id}&blank=${blank}&language=uk`);
const errorsOf = async (report: string, query: string) => {
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
/** To the nearest kopeck or gram, halves away from zero, in exact arithmetic. */
const rounded = ({ n, d }: Fraction, scale: number) => {
  const twice = n * 2n * BigInt(scale);
  return Number(n < 0n ? -((-twice + d) / (2n * d)) : (twice + d) / (2n * d));
};

interface Given {
  day: string;
  group: number;
  ingredient: number;
  kg: Fraction;
  cost: Fraction;
}

/** The groups' parts of what was loaded, out of raw rows. */
function givenOf(farm: number, from = FROM, to = TO): Given[] {
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

function compareWriteoff(data: ReportData, given: Given[]): void {
  const lines = grouped(given, ({ day, group, ingredient }) => `${day}_${group}_${ingredient}`);
  for (const row of data.rows) {
    const own = lines.get(String(row.id))!;
    const [kg, cost] = [number(total(own.map((one) => one.kg)))!, number(total(own.map((one) => one.cost)))!];
    expect(Math.abs(Number(row.given) - kg)).toBeLessThanOrEqual(0.001);
    expect(Math.abs(Number(row.cost) - cost)).toBeLessThanOrEqual(0.01);
    if (kg > 0) expect(Number(row.price_given)).toBeCloseTo(cost / kg, 4);
  }
  // A feed's lines add up to what it cost, to the kopeck, and to what was given of it, to the gram.
  const rows = grouped(data.rows, ({ ingredient_id }) => Number(ingredient_id));
  for (const [ingredient, own] of grouped(given, (one) => one.ingredient)) {
    const booked = rows.get(ingredient) ?? [];
    expect(booked.reduce((sum, row) => sum + kopecks(row.cost), 0)).toBe(rounded(total(own.map(({ cost }) => cost)), 100));
    expect(booked.reduce((sum, row) => sum + grams(row.given), 0)).toBe(rounded(total(own.map(({ kg }) => kg)), 1000));
  }
  expect(kopecks(data.totals.cost ?? 0)).toBe(data.rows.reduce((sum, row) => sum + kopecks(row.cost), 0));
  expect(data.tiles.find(({ key }) => key === 'postings')?.value).toBe(data.rows.length);
}

describe('the write-off', () => {
  it('books what each group was given of each feed, to the gram and the kopeck', async () => {
    const data = await writeoff(await blankOf('accounting_writeoff'));
    expect(data.rows.length).toBeGreaterThan(100);
    compareWriteoff(data, givenOf(world.kyiv.id));
    expect(new Set(data.rows.map(({ debit, credit }) => `${debit} ${credit}`))).toEqual(new Set(['232 208']));
  });

  it('over any days', async () => {
    const blank = await blankOf('accounting_writeoff');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 12 }), async (start, length) => {
        const from = addDays('2026-10-01', start);
        const to = addDays(from, length);
        compareWriteoff(await writeoff(blank, `planned_on_after=${from}&planned_on_before=${to}`), givenOf(world.kyiv.id, from, to));
      }),
      { numRuns: 12 },
    );
  });

  it('costs what the feed expenditure statement says', async () => {
    const data = await writeoff(await blankOf('accounting_writeoff'));
    const statement = await reportOf(world.client.owner, `form9/make/?${range}&farm=${world.kyiv.id}`);
    const feeds = new Set(data.rows.map(({ ingredient_id }) => ingredient_id)).size;
    expect(Math.abs(Number(data.totals.cost) - Number(statement.totals.cost))).toBeLessThanOrEqual(feeds * 0.005 + 1e-9);
  });

  it('carries the codes of feeds and animal types that have their own', async () => {
    const { kyiv } = world;
    const [feed, type] = [kyiv.ingredients[3]!, kyiv.animalTypes[1]!];
    const own = { ...ACCOUNT_CODES, [`ingredient_${feed}`]: '208/3', [`animal_type_${type}`]: '231', [`item_${feed}`]: 'K-17' };
    const data = await writeoff(await blankOf('accounting_writeoff', own));
    for (const { ingredient_id, group_id, debit, credit, item } of data.rows) {
      expect(credit).toBe(ingredient_id === feed ? '208/3' : '208');
      expect(item).toBe(ingredient_id === feed ? 'K-17' : '');
      expect(debit).toBe(kyiv.groups.indexOf(Number(group_id)) % 2 === 1 ? '231' : '232');
    }
  });

  it('is refused by name where a code is missing', async () => {
    const { kyiv } = world;
    expect(await errorsOf('accounting_writeoff', asked(await blankOf('accounting_writeoff', {})))).toEqual([
      400,
      'blank.accounts.debit account_missing',
      'blank.accounts.credit account_missing',
    ]);
    const known = Object.fromEntries(kyiv.ingredients.slice(1).map((id) => [`ingredient_${id}`, '208']));
    const blank = await blankOf('accounting_writeoff', { debit: '232', ...known });
    const { errors } = await world.client.owner.get(`report/accounting_writeoff/${asked(blank)}`);
    expect(errors).toMatchObject({ 'blank.accounts.credit': [{ code: 'account_missing', values: ['Kyiv feed 0'] }] });
  });
});

describe('the movement', () => {
  const movement = async (blank: number) => reportOf(world.client.owner, `accounting_movement/${asked(blank)}`);

  it('leads from opening to closing, feed by feed, to the kopeck', async () => {
    const { kyiv } = world;
    const data = await movement(await blankOf('accounting_movement'));
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
      // As the books would: what is debited to the feeds' account came, what is credited went.
      const booked = lines.filter(({ move }) => move !== 'opening' && move !== 'closing');
      const balance = (cell: 'value' | 'weight', units: (value: unknown) => number) =>
        booked.reduce((sum, line) => sum + (line.debit === '208' ? 1 : -1) * units(line[cell]), units(opening?.[cell] ?? 0));
      expect(balance('value', kopecks)).toBe(kopecks(of('closing')[0]?.value ?? 0));
      expect(balance('weight', grams)).toBe(grams(of('closing')[0]?.weight ?? 0));
    }
  });

  it('books each kind of move against its account', async () => {
    const data = await movement(await blankOf('accounting_movement'));
    const pairs = new Set(data.rows.map(({ move, debit, credit }) => `${move}: ${debit} ${credit}`));
    expect([...pairs].sort()).toEqual(
      [
        'opening: 208 ',
        'received: 208 631',
        'crafted_in: 208 208/9',
        'sold: 901 208',
        'fed: 232 208',
        'fed_by_others: 683 208',
        'crafted_out: 208/9 208',
        'counted: 208 719',
        'counted: 947 208',
        'closing: 208 ',
      ].sort(),
    );
  });

  it('needs no code of what did not happen, and names those of what did', async () => {
    const { newYork } = world;
    // Of New York there are loads alone.
    const blank = await blankOf('accounting_movement', { credit: '208', debit: '232' }, newYork.id);
    const only = `make/?${range}&farm=${newYork.id}&blank=${blank}&language=uk`;
    expect((await world.client.owner.get(`report/accounting_movement/${only}`)).status).toBe(200);
    const { supplier: _, ...rest } = ACCOUNT_CODES;
    expect(await errorsOf('accounting_movement', asked(await blankOf('accounting_movement', rest)))).toEqual([
      400,
      'blank.accounts.supplier account_missing',
    ]);
  });
});

describe.each(['accounting_writeoff', 'accounting_movement'])('%s', (report) => {
  it('is offered in Ukrainian alone', async () => {
    const blank = await blankOf(report);
    const { owner } = world.client;
    const query = `make/?${range}&farm=${world.kyiv.id}&blank=${blank}`;
    for (const language of ['en', 'ru', 'us', 'de'])
      expect((await owner.get(`report/${report}/${query}&language=${language}`)).status).toBe(404);
    const offered = async (language: string) =>
      (await owner.get<{ id: string }[]>(`report/list/?language=${language}`)).data.map(({ id }) => id);
    expect(await offered('uk')).toContain(report);
    expect(await offered('pl')).not.toContain(report);
  });

  it('asks for one blank, of this form and of the one farm', async () => {
    const { client, kyiv, newYork } = world;
    const blank = await blankOf(report);
    expect(await errorsOf(report, `make/?${range}&farm=${kyiv.id}&language=uk`)).toEqual([400, 'blank 2']);
    expect(await errorsOf(report, `make/?${range}&blank=${blank}&language=uk`)).toEqual([400, 'farm 2']);
    expect(await errorsOf(report, `make/?${range}&farm=${newYork.id}&blank=${blank}&language=uk`)).toEqual([400, 'blank 23']);
    expect(await errorsOf(report, asked(`${blank},${await blankOf(report)}`))).toEqual([400, 'blank 23']);
    expect(await errorsOf(report, asked(await blankOf('form9')))).toEqual([400, 'blank 23']);
    expect(await errorsOf(report, `make/?${range}&farm=${kyiv.id},${newYork.id}&blank=${blank}&language=uk`)).toEqual([400, 'farm 23']);
    const { owner } = await makeClient(world.api);
    expect((await owner.get(`report/${report}/${asked(blank)}`)).errors.farm?.[0]?.code).toBe(23);
    const { farm } = await makeFarm(owner);
    const foreign = await owner.get(`report/${report}/make/?${range}&farm=${farm}&blank=${blank}&language=uk`);
    expect([foreign.status, foreign.errors.blank?.[0]?.code]).toEqual([400, 23]);
    await client.owner.delete(`report/additional/${blank}/`);
    expect(await errorsOf(report, asked(blank))).toEqual([400, 'blank 23']);
  });

  it('of a farm where nothing happened has no line', async () => {
    const blank = await blankOf(report, {}, world.empty);
    const data = await reportOf(world.client.owner, `${report}/make/?${range}&farm=${world.empty}&blank=${blank}&language=uk`);
    expect(data.rows).toEqual([]);
  });
});
