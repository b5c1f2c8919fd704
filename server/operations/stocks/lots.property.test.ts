import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import { fedLots } from '#server/domain/lots/fed-lots.ts';
import { lotKey, lotShares } from '#server/domain/lots/lot-shares.ts';
import { traceLots } from '#server/domain/lots/trace-lots.ts';
import type { TestApi } from '#tests/support/api.ts';
import type { TestClient } from '#tests/support/factories.ts';
import { type Action, act, action, makeWorld, nesting } from '#tests/support/stock-history.ts';
import { test as base } from '#tests/support/test.ts';

/** Compound feed in compound feed, before the random steps. */
const BEGIN: Action[] = [
  { do: 'deliver', kg: 3000.5, price: 2, day: '2026-06-01' },
  { do: 'batch', kg: 1700.1, more: 700, day: '2026-06-02' },
  { do: 'nest', kg: 900.7, more: 400, day: '2026-06-03' },
  { do: 'load', kg: 300.3, more: 200, third: 700, from: 0, day: '2026-06-04' },
];

const test = base.override({ now: '2026-06-30T09:00:00Z' });

interface Share {
  receipt: number | null;
  issue: number | null;
  kg: string;
  early: boolean;
}
interface Move {
  id: number;
  kind: string;
  kg: string;
  /** The own number of a receipt's lot, and the lot that was chosen for a load. */
  lot: string;
  chosen: string | null;
}
interface Destination {
  lot: number;
  issue: number | null;
  kg: string;
}

/** A decimal with at most six places as a whole number of millionths. */
function toMillionths(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  expect(fraction.slice(6)).toMatch(/^0*$/);
  const size = BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'));
  return text.startsWith('-') ? -size : size;
}
const sumKg = (rows: readonly { kg: string }[]) => rows.reduce((sum, { kg }) => sum + toMillionths(kg), 0n);

const query = async <Row>(api: TestApi, { id }: TestClient, text: RawBuilder<unknown>): Promise<Row[]> =>
  (await sql<Row>`${text}`.execute(api.database.forClient(id))).rows;

const array = (ids: readonly number[]) => sql`${ids}::bigint[]`;

const readMoves = (api: TestApi, client: TestClient, feed: number) =>
  query<Move>(
    api,
    client,
    sql`select id, kind, kg::text, ${sql.raw(lotKey('l'))} as lot, (
        select s.lot from schedule_ingredient s where s.schedule_id = l.schedule_id and s.ingredient_id = l.ingredient_id) as chosen
      from ledger l where ingredient_id = ${feed} and kind <> 'reversal' and kg <> 0
      and not exists (select from ledger r where r.reverses_id = l.id) order by day, at, id`,
  );

const readShares = (api: TestApi, client: TestClient, feed: number) =>
  query<Share>(
    api,
    client,
    sql`with ${lotShares(client.id, array([feed]))} select receipt, issue, kg::text, early from lot_share order by receipt, issue`,
  );

const trace = (api: TestApi, client: TestClient, traced: Parameters<typeof traceLots>[1]) =>
  query<Destination>(
    api,
    client,
    sql`with recursive ${traceLots(client.id, traced)} select lot, issue, kg::text from destination order by lot, issue, kg`,
  );

/** Shares by hand: chosen lots first, then the oldest kilograms; issues beyond all receipts have none. */
function shareByHand(moves: readonly Move[]): string[] {
  const receipts = moves.filter(({ kg }) => !kg.startsWith('-')).map(({ id, lot, kg }) => ({ id, lot, kg: toMillionths(kg) }));
  const issues = moves.filter(({ kg }) => kg.startsWith('-')).map(({ id, chosen, kg }) => ({ id, chosen, kg: -toMillionths(kg) }));
  const shares: string[] = [];
  const take = (receipt: { id: number; kg: bigint } | undefined, issue: { id: number; kg: bigint }) => {
    const part = receipt && receipt.kg < issue.kg ? receipt.kg : issue.kg;
    if (part > 0n) shares.push(`${receipt?.id ?? null} ${issue.id} ${part}`);
    if (receipt) receipt.kg -= part;
    issue.kg -= part;
  };
  for (const issue of issues) {
    const receipt = receipts.find(({ lot }) => lot === issue.chosen);
    if (receipt) take(receipt, issue);
  }
  for (const issue of issues) {
    while (issue.kg > 0n)
      take(
        receipts.find(({ kg }) => kg > 0n),
        issue,
      );
  }
  return [...shares, ...receipts.filter(({ kg }) => kg > 0n).map(({ id, kg }) => `${id} null ${kg}`)].toSorted();
}

test('kilograms of a lot over its destinations and in stock sum to its receipt after any history', async ({ api, client, at }) => {
  const seen = { nested: 0, early: 0, without: 0, left: 0, chosen: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(action, nesting), { minLength: 6, maxLength: 16 }), async (steps) => {
      const world = await makeWorld(client, at);
      for (const step of [...BEGIN, ...steps]) await act(client, at, step, world);
      const feeds = [world.feed, world.salt, world.made, world.mixed, world.there];
      for (const feed of feeds) {
        const moves = await readMoves(api, client, feed);
        const shares = await readShares(api, client, feed);
        expect(shares.map(({ receipt, issue, kg }) => `${receipt} ${issue} ${toMillionths(kg)}`).toSorted()).toEqual(shareByHand(moves));
        const places = new Map(moves.map(({ id }, place) => [id, place]));
        for (const { receipt, issue, early } of shares) {
          expect(early).toBe(receipt !== null && issue !== null && places.get(receipt)! > places.get(issue)!);
        }
        seen.early += shares.filter(({ early }) => early).length;
        seen.chosen += moves.filter(({ chosen, kg }) => chosen && moves.some(({ lot }) => lot === chosen) && kg !== '0').length;
        seen.without += shares.filter(({ receipt }) => receipt === null).length;

        const receipts = moves.filter(({ kg }) => !kg.startsWith('-'));
        const traced = await trace(api, client, { receipts: array(receipts.map(({ id }) => id)) });
        for (const { id, kg } of receipts) {
          const parts = traced.filter(({ lot }) => lot === id);
          expect(sumKg(parts)).toBe(toMillionths(kg));
          seen.left += parts.filter(({ issue }) => issue === null).length;
          if (feed === world.feed) seen.nested += parts.filter(({ kg: part }) => toMillionths(part) % 1000n !== 0n).length;
        }
        const issues = moves.filter(({ kind }) => kind === 'load').map(({ id }) => id);
        await expectSameBackwards(api, client, issues, feeds);
      }
    }),
    { numRuns: 15, seed: 20_261_129 },
  );
  for (const [name, count] of Object.entries(seen)) expect([name, count > 3]).toEqual([name, true]);
});

/** The lots of some loads, traced back from these, have the kilograms that tracing each lot forward gives these loads. */
async function expectSameBackwards(api: TestApi, client: TestClient, issues: readonly number[], feeds: readonly number[]): Promise<void> {
  const ofIssues = ({ issue }: Destination) => issue !== null && issues.includes(issue);
  const back = (await trace(api, client, { issues: array(issues) })).filter(ofIssues);
  const all = sql`(select array_agg(id) from ledger where ingredient_id = any(${feeds}) and kg > 0)`;
  const forward = (await trace(api, client, { receipts: all })).filter(ofIssues);
  expect(back).toEqual(forward);
}

test('kilograms of lots in loads sum to those of their groups and of the rest in the mixer', async ({ api, client, at }) => {
  const world = await makeWorld(client, at);
  await act(client, at, { do: 'deliver', kg: 100, price: 1, day: '2026-06-01' }, world);
  await act(client, at, { do: 'batch', kg: 30, more: 1, day: '2026-06-02' }, world);
  await act(client, at, { do: 'load', kg: 7, more: 11, day: '2026-06-03' }, world);
  const rows = await query<{ loaded: string; fed: string }>(
    api,
    client,
    sql`with recursive ${traceLots(client.id, { receipts: sql`(select array_agg(id) from ledger where ingredient_id = ${world.feed} and kg > 0)` })},
      ${fedLots(client.id)}
      select (select sum(kg) from loaded_lot)::text as loaded, (select sum(kg) from fed_lot)::text as fed`,
  );
  // 11 kg of the feed itself, and 7 kg of compound feed with 30 parts of 31.
  expect(rows).toEqual([{ loaded: '17.774194', fed: '17.774194' }]);
});
