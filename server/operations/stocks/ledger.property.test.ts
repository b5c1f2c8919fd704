import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import type { TestClient, TestFarm } from '#tests/support/factories.ts';
import { type Action, act, action, day, kg, makeWorld, price } from '#tests/support/stock-history.ts';
import { test as base } from '#tests/support/test.ts';

const test = base.override({ now: '2026-06-30T09:00:00Z' });

interface Sums {
  rest: number;
  average_price: number;
  kg: number;
  off: number;
  doubled: number;
  unlike: number;
  lowest: number | null;
  highest: number | null;
}

/** The database's values of an ingredient: sums of its ledger, inconsistencies, and the range of its purchase prices. */
async function readSums(api: TestApi, client: TestClient, ingredient: number): Promise<Sums> {
  const { rows } = await sql<Sums>`
    with own as (
      select * from ledger where ingredient_id = ${ingredient}
    ), standing as (
      select * from own l where l.kind <> 'reversal' and not exists (select from own r where r.reverses_id = l.id)
    )
    select i.rest, i.average_price,
           (select coalesce(sum(kg), 0) from own) as kg,
           -- value is kg × price on each row, and what was taken back weighs nothing in the sum
           (select count(*) from own where value <> kg * price)
             + abs((select coalesce(sum(value), 0) from own) - (select coalesce(sum(value), 0) from standing)) as off,
           (select count(*) from (select reverses_id from own where reverses_id is not null group by 1 having count(*) > 1) d) as doubled,
           (select count(*) from own r join own o on o.id = r.reverses_id
            where (r.kg, r.price, r.value, r.stock_id) is distinct from (-o.kg, o.price, -o.value, o.stock_id)) as unlike,
           (select min(least(price, list_price)) from standing where kg > 0) as lowest,
           (select max(greatest(price, list_price)) from standing where kg > 0) as highest
    from ingredient i where i.id = ${ingredient}`.execute(api.database.forClient(client.id));
  return rows[0] as Sums;
}

/** The number of transfers, reversed or not, whose kilograms and money don't sum to zero. */
async function transfersOff(api: TestApi, client: TestClient): Promise<number> {
  const { rows } = await sql<{ off: number }>`
    select count(*)::integer as off from (
      select from ledger where transfer_id is not null group by transfer_id having sum(kg) <> 0 or sum(value) <> 0 or count(*) not in (2, 4)) t`.execute(
    api.database.forClient(client.id),
  );
  return rows[0]?.off ?? 0;
}

interface Standing {
  id: number;
  day: string;
  at: string;
  kind: string;
  kg: string;
  price: string;
  list_price: string | null;
}

/** A decimal as a whole number of its last digit. */
const scaledTo = (digits: number) => (text: string) => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
};
const [grams, parts] = [scaledTo(3), scaledTo(12)];

/** The active moves of an ingredient, by position. */
async function readActiveMoves(api: TestApi, client: TestClient, ingredient: number): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select id, day, at, kind, kg::text, price::text, list_price::text from ledger l
    where ingredient_id = ${ingredient} and kind <> 'reversal' and not exists (select from ledger r where r.reverses_id = l.id)
    order by l.day, l.at, l.id`.execute(api.database.forClient(client.id));
  return rows;
}

/** The average after each move of a list, in units of its twelfth decimal: whole numbers, rounded half up. */
function averagesAfter(moves: readonly Standing[]): bigint[] {
  let [rest, average] = [0n, 0n];
  return moves.map(({ kind, kg, price, list_price }) => {
    const come = grams(kg);
    if (come > 0n && ['delivery', 'harvest', 'craft_in', 'transfer_in'].includes(kind)) {
      const lay = rest > 0n ? rest : 0n;
      average = (2n * (lay * average + come * parts(price)) + lay + come) / (2n * (lay + come));
    } else if (come > 0n && average === 0n) average = parts(list_price ?? price);
    rest += come;
    return average;
  });
}

/** The averages at the end of each day with moves: the active moves by position. */
async function computeAverages(api: TestApi, client: TestClient, ingredient: number): Promise<Map<string, bigint>> {
  const moves = await readActiveMoves(api, client, ingredient);
  return new Map(averagesAfter(moves).map((average, at) => [moves[at]!.day, average]));
}

/** The database's stored values by day, and the ingredient's own. */
async function readStored(
  api: TestApi,
  client: TestClient,
  ingredient: number,
): Promise<{ days: { day: string; average: string }[]; average: string }> {
  const db = api.database.forClient(client.id);
  const { rows } = await sql<{ day: string; average: string }>`
    select day, average::text from stock_average where ingredient_id = ${ingredient} order by day`.execute(db);
  const { rows: held } = await sql<{
    average: string;
  }>`select average_price::text as average from ingredient where id = ${ingredient}`.execute(db);
  return { days: rows, average: held[0]!.average };
}

async function expectAverages(api: TestApi, client: TestClient, ingredient: number): Promise<void> {
  const averages = await computeAverages(api, client, ingredient);
  const { days, average } = await readStored(api, client, ingredient);
  let known = 0n;
  for (const [day, expected] of averages) {
    known = expected;
    const kept = days.findLast((one) => one.day <= day);
    expect([day, parts(kept?.average ?? '0')]).toEqual([day, expected]);
  }
  expect(parts(average)).toBe(known);
}

test('any sequence of deliveries, harvests, transfers, sales, counts, crafts, loads, changes, deletions and reversals leaves a rest equal to the sum of the ledger', async ({
  api,
  client,
  at,
}) => {
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 14 }), async (steps) => {
      const world = await makeWorld(client, at);
      for (const step of steps) {
        await act(client, at, step, world);
        done.add(step.do);
        for (const ingredient of [world.feed, world.salt, world.made, world.there]) {
          const sums = await readSums(api, client, ingredient);
          expect(sums.rest).toBe(sums.kg);
          expect([sums.off, sums.doubled, sums.unlike]).toEqual([0, 0, 0]);
          await expectAverages(api, client, ingredient);
          expect(sums.average_price).toBeGreaterThanOrEqual(sums.lowest ?? 0);
          expect(sums.average_price).toBeLessThanOrEqual(sums.highest ?? Number.POSITIVE_INFINITY);
        }
        expect(await transfersOff(api, client)).toBe(0);
      }
    }),
    { numRuns: 25, seed: 20_260_601 },
  );
  expect([...done].toSorted()).toEqual([
    'batch',
    'count',
    'craft',
    'deliver',
    'edit',
    'harvest',
    'load',
    'remove',
    'reset',
    'restore',
    'sell',
    'take_back',
    'transfer',
  ]);
});

interface Entry {
  do: 'deliver' | 'sell' | 'load';
  kg: number;
  price: number;
  day: string;
}
const entry: fc.Arbitrary<Entry> = fc.record({ do: fc.constantFrom('deliver', 'deliver', 'sell', 'load'), kg, price, day });
const written = (step: Entry): Action =>
  step.do === 'load' ? { do: 'load', kg: 0, more: step.kg, day: step.day } : { do: step.do, kg: step.kg, price: step.price, day: step.day };

test('any order of entries, errors, changes and deletions leaves the average of the events in their own order', async ({
  api,
  client,
  at,
}) => {
  const entries = fc.uniqueArray(entry, { minLength: 2, maxLength: 8, selector: (one) => one.day });
  const mistakes = fc.array(fc.record({ kg, price, day }), { minLength: 8, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      entries.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      mistakes,
      async ([list, shuffled], wrong) => {
        const [inOrder, anyhow] = [await makeWorld(client, at), await makeWorld(client, at)];
        for (const one of list.toSorted((a, b) => (a.day < b.day ? -1 : 1))) await act(client, at, written(one), inOrder);
        for (const [index, one] of shuffled.entries()) {
          const mistake = { ...wrong[index]!, do: one.do };
          if (one.do === 'load' || index % 3 === 0) await act(client, at, written(one), anyhow);
          else if (index % 3 === 1) {
            await act(client, at, written(mistake), anyhow);
            await act(client, at, { do: 'edit', pick: anyhow.deliveries.length - 1, kg: one.kg, price: one.price, day: one.day }, anyhow);
          } else {
            await act(client, at, written(mistake), anyhow);
            await act(client, at, { do: 'remove', pick: anyhow.deliveries.length - 1 }, anyhow);
            await act(client, at, written(one), anyhow);
          }
        }
        const [expected, kept] = [await readStored(api, client, inOrder.feed), await readStored(api, client, anyhow.feed)];
        expect(kept).toEqual(expected);
        expect((await readSums(api, client, anyhow.feed)).rest).toBe((await readSums(api, client, inOrder.feed)).rest);
      },
    ),
    { numRuns: 20, seed: 20_260_603 },
  );
});

test('feed leaves at the average of its own position, whenever that is entered', async ({ api, client, at }) => {
  let late = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 3, maxLength: 8 }), async (steps) => {
      const world = await makeWorld(client, at);
      const known = new Set<number>();
      for (const step of steps) {
        await act(client, at, written(step), world);
        const moves = await readActiveMoves(api, client, world.feed);
        const [added] = moves.filter(({ id }) => !known.has(id));
        known.add(added!.id);
        if (Number(added!.kg) > 0) continue;
        const place = moves.indexOf(added!);
        if (place < moves.length - 1) late += 1;
        const average = averagesAfter(moves)[place]!;
        // The list price, as long as nothing was bought by then.
        expect(parts(added!.price)).toBe(average === 0n ? parts('2') : average);
      }
    }),
    { numRuns: 20, seed: 20_261_105 },
  );
  expect(late).toBeGreaterThan(10);
});

test('feed found before any purchase has the list price, even if a delivery was recorded before it at the time of the count', async ({
  api,
  client,
  at,
}) => {
  const world = await makeWorld(client, at);
  await act(client, at, { do: 'deliver', kg: 100, price: 5, day: '2026-06-01' }, world);
  await act(client, at, { do: 'count', kg: 110, day: '2026-06-02' }, world);
  await act(client, at, { do: 'remove', pick: 0 }, world);
  expect(await readStored(api, client, world.feed)).toEqual({ days: [{ day: '2026-06-02', average: '2.00000' }], average: '2.00000' });
});

const share = fc.integer({ min: 0, max: 100 });
const priced = fc.integer({ min: 1, max: 5000 }).map((cents) => cents / 100);
const inOrder = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deliver' as const), kg, price: priced }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('harvest' as const), kg, price: priced }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sell' as const), share, price: priced }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('count' as const), share }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('craft' as const), share }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('batch' as const), share }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('transfer' as const), share }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('load' as const), share }) },
);
type InOrder = typeof inOrder extends fc.Arbitrary<infer T> ? T : never;

/** A step of a day. At most nine tenths of the stock `rest` go at once. */
function dated(step: InOrder, on: string, rest: number): Action {
  if (step.do === 'deliver' || step.do === 'harvest') return { ...step, day: on };
  const part = Math.max(0.001, Math.round(rest * step.share * 9) / 1000);
  if (step.do === 'sell') return { do: 'sell', kg: part, price: step.price, day: on };
  if (step.do === 'load') return { do: 'load', kg: 0, more: part, day: on };
  if (step.do === 'batch') return { do: 'batch', kg: part, more: 0.001, day: on };
  return { do: step.do, kg: part, day: on };
}

interface ReportRow {
  ingredient_id: number;
  opening: number;
  closing: number;
  revaluation: number;
  check_value: number;
}
/** Rows of the stock report about June for these feeds. */
async function readRows(client: TestClient, at: TestFarm, feeds: readonly number[], from = '2026-06-01', to = '2026-06-30') {
  const chosen = feeds.map((id) => `&ingredient=${id}`).join('');
  const { status, data } = await client.owner.get(
    `report/inout/?farm=${at.farm}${chosen}&planned_on_after=${from}&planned_on_before=${to}`,
  );
  expect(status).toBe(200);
  return data.rows as ReportRow[];
}

/** A billionth of the price of all kilograms that moved, and the seventh decimal that a report rounds. */
async function measureSlack(api: TestApi, client: TestClient, ingredient: number): Promise<number> {
  const { rows } = await sql<{ kg: number }>`select sum(abs(kg)) as kg from ledger where ingredient_id = ${ingredient}`.execute(
    api.database.forClient(client.id),
  );
  return 1e-9 * rows[0]!.kg + 1e-6;
}

test('entries in the order of events leave no revaluation if the stock is never empty', async ({ api, client, at }) => {
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(inOrder, { minLength: 4, maxLength: 16 }), async (steps) => {
      const world = await makeWorld(client, at);
      const feeds = [world.feed, world.salt, world.made, world.there];
      let rest = 1000;
      await act(client, at, { do: 'deliver', kg: rest, price: 3.33, day: '2026-06-01' }, world);
      for (const [index, step] of steps.entries()) {
        await act(client, at, dated(step, `2026-06-${String(index + 2).padStart(2, '0')}`, rest), world);
        done.add(step.do);
        rest = (await readSums(api, client, world.feed)).rest;
        for (const ingredient of feeds) {
          const { rows } = await sql<{ drift: number }>`
            select abs(i.rest * i.average_price - coalesce((select sum(value) from ledger where ingredient_id = i.id), 0)) as drift
            from ingredient i where i.id = ${ingredient}`.execute(api.database.forClient(client.id));
          expect(rows[0]!.drift).toBeLessThanOrEqual(await measureSlack(api, client, ingredient));
        }
      }
      for (const row of await readRows(client, at, [world.feed])) {
        expect(row.check_value).toBe(0);
        expect(Math.abs(row.revaluation)).toBeLessThanOrEqual(await measureSlack(api, client, row.ingredient_id));
      }
    }),
    { numRuns: 15, seed: 20_260_602 },
  );
  expect([...done].toSorted()).toEqual(['batch', 'count', 'craft', 'deliver', 'harvest', 'load', 'sell', 'transfer']);
});

test('a month without receipts has no revaluation, at any prices', async ({ api, client, at }) => {
  const world = await makeWorld(client, at);
  // 300 kg at 1.00 and 400 kg at 1.01 make an average with endless decimals: 1.005714285714…
  await act(client, at, { do: 'deliver', kg: 300, price: 1, day: '2026-05-10' }, world);
  await act(client, at, { do: 'deliver', kg: 400, price: 1.01, day: '2026-05-20' }, world);
  for (const day of ['2026-06-03', '2026-06-09', '2026-06-21']) await act(client, at, { do: 'load', kg: 0, more: 33.333, day }, world);
  const [row] = await readRows(client, at, [world.feed]);
  expect(row).toMatchObject({ opening: 700, closing: 600.001, revaluation: 0, check_value: 0 });
  expect(await readStored(api, client, world.feed)).toMatchObject({ average: '1.005714285714' });
});

test('a late delivery and a stock below zero are the causes of a revaluation', async ({ client, at }) => {
  const world = await makeWorld(client, at);
  await act(client, at, { do: 'deliver', kg: 1000, price: 1, day: '2026-06-03' }, world);
  await act(client, at, { do: 'load', kg: 0, more: 100, day: '2026-06-12' }, world);
  expect(await readRows(client, at, [world.feed])).toMatchObject([{ revaluation: 0 }]);
  // The load keeps its price of 1; the 1 900 kg that are left are worth 2 a kilogram: 3 800 instead of 3 900.
  await act(client, at, { do: 'deliver', kg: 1000, price: 3, day: '2026-06-10' }, world);
  expect(await readRows(client, at, [world.feed])).toMatchObject([{ revaluation: -100 }]);
  expect(await readRows(client, at, [world.feed], '2026-06-13', '2026-06-30')).toMatchObject([{ revaluation: 0 }]);

  const other = await makeWorld(client, at);
  await act(client, at, { do: 'deliver', kg: 100, price: 1, day: '2026-06-03' }, other);
  await act(client, at, { do: 'load', kg: 0, more: 150, day: '2026-06-12' }, other);
  // A rest below zero counts as 0: the 250 kg at 3 make the average 3, and the 50 kg that were missing left at 1.
  await act(client, at, { do: 'deliver', kg: 250, price: 3, day: '2026-06-15' }, other);
  expect(await readRows(client, at, [other.feed])).toMatchObject([{ closing: 200, revaluation: 600 - (100 - 150 + 750) }]);
});

test('the ledger itself refuses to be changed', async ({ api, client }) => {
  const db = api.database.forClient(client.id);
  await expect(sql`update ledger set kg = 1`.execute(db)).rejects.toThrow('append-only');
  await expect(sql`delete from ledger`.execute(db)).rejects.toThrow('append-only');
});
