import { sql } from 'kysely';
import type { z } from 'zod';
import type { Failure } from '#contract/errors.ts';
import { MAX_WEIGHT } from '#contract/kinds.ts';
import type { StockCount, StockCounted, StockSheet, StockSheetCounted } from '#contract/operations/stock-counts.ts';
import { pitDensity, pitWeight } from '#contract/pit.ts';
import type { Tx } from '#server/db/database.ts';
import { type Move, post } from '#server/domain/ledger.ts';
import { type Moment, momentsCheck } from '#server/domain/moment.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, fieldError, invalid } from '#server/platform/errors.ts';
import { ask } from '#server/platform/resource/check.ts';
import { get } from '#server/platform/resource/crud.ts';
import { authorOf, recordMany } from '#server/platform/resource/history.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { type FieldOf, keepPacks, type Weighed, weighCounts } from './counted-packs.ts';
import { heldAt } from './held-at.ts';
import { stockTable } from './table.ts';

type Sheet = z.output<typeof StockSheet>;
type SheetCounted = z.infer<typeof StockSheetCounted>;

interface Feed {
  id: number;
  name: string;
  farm: number;
  rest: number;
}

interface Found {
  expected: number;
  difference: number;
  shrink: number | null;
}

/**
 * Posts the difference between a count and the ledger at that moment. A count without a difference is stored too: the next count starts
 * from it.
 */
export async function count(
  context: ClientContext,
  stock: number,
  body: z.output<typeof StockCount>,
): Promise<z.infer<typeof StockCounted>> {
  const { ingredient, pack, packs } = body;
  const { weight, note } = await computeWeight(context, stock, body);
  const sheet = { counted_at: body.counted_at, note, counts: [{ ingredient, weight, pack, packs }] };
  const { counts } = await postCounts(context, stock, sheet, (_, field) => field);
  const { price: _price, value: _value, ...counted } = counts[0] as SheetCounted['counts'][number];
  return counted;
}

const LONGEST_NOTE = 1000;

/**
 * The weight that was weighed or measured; the note of a measured one states its source. 400 at a field that contradicts another, or has an
 * unknown value.
 */
async function computeWeight(
  context: ClientContext,
  stock: number,
  { ingredient, weight, packs, volume, density, note }: z.output<typeof StockCount>,
): Promise<{ weight: number | undefined; note: string }> {
  if (volume === undefined) return { weight, note };
  if (weight !== undefined) throw invalid('weight', 'invalid_value');
  if (packs != null) throw invalid('packs', 'invalid_value');
  const perM3 = density ?? (await usualDensity(context, stock, ingredient));
  const found = pitWeight(volume, perM3);
  if (found > MAX_WEIGHT) throw invalid('volume', 'too_large', { limit: Math.floor(MAX_WEIGHT / perM3) });
  return { weight: found, note: [note, `${volume} m³ × ${perM3} kg/m³`].filter(Boolean).join(' · ').slice(0, LONGEST_NOTE) };
}

/** The usual density of silage at the feed's dry matter, kg/m³; 400 at `density` if unknown. */
async function usualDensity({ client, db }: ClientContext, stock: number, ingredient: number): Promise<number> {
  const { rows } = await sql<{ dry_matter: number }>`
    select dry_matter from ingredient where client_id = ${client} and id = ${ingredient} and stock_id = ${stock} and not deleted`.execute(
    db,
  );
  if (!rows[0]) throw invalid('ingredient', 'invalid_value');
  const density = pitDensity(rows[0].dry_matter);
  if (density === null) throw invalid('density', 'required');
  return density;
}

/** Posts a stock's counts of one moment as one: all of them, or none. */
export const countSheet = (context: ClientContext, stock: number, sheet: Sheet): Promise<SheetCounted> =>
  postCounts(context, stock, sheet, (index, field) => `counts.${index}.${field}`);

async function postCounts(context: ClientContext, stock: number, sheet: Sheet, fieldOf: FieldOf): Promise<SheetCounted> {
  demandOnce(sheet, fieldOf);
  return context.write(async (tx) => {
    await get(tx, anyTable(stockTable), context, stock);
    const feeds = await lockFeeds(tx, context, stock, sheet, fieldOf);
    const moments = await computeMoments(tx, context, feeds, sheet, fieldOf);
    const at = (moments[0] as Moment).at;
    const days = moments.map(({ day }) => day);
    const counts = await weighCounts(tx, context.client, sheet.counts, days, fieldOf);
    const found = await compare(tx, context.client, counts, at);
    demandSeen(counts, found, fieldOf);
    const moves = counts.map(({ ingredient }, index): Move => {
      const { difference } = found[index] as Found;
      const { farm } = feeds[index] as Feed;
      return { ingredient, kg: difference, kind: 'count', at, day: days[index] as string, farm, note: sheet.note };
    });
    const author = authorOf(context);
    const posted = new Map((await post(tx, author, moves)).map((one) => [one.ingredient, one]));
    await keepPacks(tx, context.client, counts, posted);
    await recordMany(
      tx,
      author,
      counts.map(({ ingredient, weight }, index) => {
        const { name, farm, rest } = feeds[index] as Feed;
        const after = { rest: posted.get(ingredient)?.rest, counted: weight, counted_at: at, note: sheet.note };
        return { resource: 'ingredients', id: ingredient, farm, name, before: { rest }, after };
      }),
    );
    return {
      counted_at: at,
      counts: counts.map(({ ingredient, weight, packed }, index) => ({
        ingredient,
        weight,
        ...(packed ?? { pack: null, packs: null, pack_kg: null }),
        ...(found[index] as Found),
        price: posted.get(ingredient)?.shown_price ?? 0,
        value: posted.get(ingredient)?.shown_value ?? 0,
        counted_at: at,
      })),
    };
  });
}

/** 400 at the second count of a feed. */
function demandOnce({ counts }: Sheet, fieldOf: FieldOf): void {
  const again = counts.findIndex(({ ingredient }, index) => counts.findIndex((one) => one.ingredient === ingredient) < index);
  if (again !== -1) throw invalid(fieldOf(again, 'ingredient'), 'not_unique');
}

/** The feeds in the sheet's order, which stay as they are until it is posted; 400 at those that don't lie in the stock. */
async function lockFeeds(tx: Tx, context: ClientContext, stock: number, { counts }: Sheet, fieldOf: FieldOf): Promise<Feed[]> {
  const { rows } = await sql<Feed>`
    select id, name, farm_id as farm, rest from ingredient
    where client_id = ${context.client} and id = any(${counts.map(({ ingredient }) => ingredient)}) and stock_id = ${stock} and not deleted
    order by id for no key update`.execute(tx);
  const byId = new Map(rows.map((feed) => [feed.id, feed]));
  return counts.map(({ ingredient }, index) => {
    const feed = byId.get(ingredient);
    if (!feed) throw invalid(fieldOf(index, 'ingredient'), 'invalid_value');
    return feed;
  });
}

/** The moment by each feed's farm. If only some farms of a shared stock have closed the month, the error is at their feeds. */
async function computeMoments(tx: Tx, context: ClientContext, feeds: readonly Feed[], sheet: Sheet, fieldOf: FieldOf): Promise<Moment[]> {
  const ofOneFarm = feeds.every(({ farm }) => farm === feeds[0]?.farm);
  const closed: Failure['errors'] = {};
  const refuse = (index: number) => (error: ApiError) => {
    if (ofOneFarm || error.status !== 409) throw error;
    closed[fieldOf(index, 'weight')] = Object.values(error.errors).flat();
  };
  const given = feeds.map(({ farm }, index) => ({ farm, at: sheet.counted_at, field: 'counted_at', refuse: refuse(index) }));
  const moments = await ask(tx, momentsCheck(context, given));
  if (Object.keys(closed).length > 0) throw new ApiError(409, closed);
  return moments;
}

/** 409 at each feed whose ledger differs from the value that the person saw. */
function demandSeen(counts: readonly Weighed[], found: readonly Found[], fieldOf: FieldOf): void {
  const moved = counts.flatMap((one, index) =>
    one.expected === undefined || one.expected === found[index]?.expected ? [] : [fieldOf(index, 'weight')],
  );
  if (moved.length > 0) throw new ApiError(409, Object.fromEntries(moved.map((field) => [field, [fieldError('stock_moved')]])));
}

/** The ledger's expected weight of each feed at `at`, and the missing part of the possible loss since the count before. */
async function compare(tx: Tx, client: number, counts: readonly Weighed[], at: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    ${heldAt(
      client,
      counts.map(({ ingredient }) => ingredient),
      at,
    )}
    select expected, w.weight - expected as difference, case when held > 0 then round((w.weight - expected) * 100 / held, 4) end as shrink
    from unnest(${counts.map(({ weight }) => weight)}::numeric[]) with ordinality w (weight, n) join sums using (n)
    order by n`.execute(tx);
  return rows;
}
