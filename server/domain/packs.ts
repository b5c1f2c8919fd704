import { sql } from 'kysely';
import { toNameKey } from '#common/files/incoming/keys.ts';
import { dayAt } from '#common/format/clock.ts';
import { type DatedPack, packsOn, packsWeight } from '#common/packs/packs.ts';
import { MAX_WEIGHT } from '#contract/kinds.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { refuseIfThrown } from '#server/platform/resource/change.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { AnyRow, Change } from '#server/platform/resource/table.ts';

/** The weights of a feed's packs, and the clock of its farm. */
interface PackedFeed {
  timezone: string;
  packs: DatedPack[];
}

/** The packs of an entry as they are stored. */
export interface Packed {
  pack: string;
  packs: number;
  pack_kg: number;
}

/** The weights of the packs of these feeds, by feed. */
export async function readPackWeights(db: Db, client: number, ingredients: readonly number[]): Promise<Map<number, DatedPack[]>> {
  const { rows } = await sql<DatedPack & { ingredient: number }>`
    select ingredient_id as ingredient, name, since as "from", kg, until from pack
    where client_id = ${client} and ingredient_id = any(${[...new Set(ingredients)]}) order by since`.execute(db);
  return groupBy(rows, ({ ingredient }) => ingredient);
}

/** The packs of these feeds with their clocks, by feed. */
export async function readPacks(db: Db, client: number, ingredients: readonly number[]): Promise<Map<number, PackedFeed>> {
  const { rows } = await sql<{ ingredient: number; timezone: string }>`
    select i.id as ingredient, f.timezone from ingredient i join farm f on f.client_id = i.client_id and f.id = i.farm_id
    where i.client_id = ${client} and i.id = any(${[...new Set(ingredients)]})`.execute(db);
  const packs = await readPackWeights(db, client, ingredients);
  return new Map(rows.map(({ ingredient, timezone }) => [ingredient, { timezone, packs: packs.get(ingredient) ?? [] }]));
}

/**
 * The packs of an entry with the weight of their day. 400 at `pack` if the feed has no pack of this name, or if it has several and none is
 * named; 400 at `packs` if the feed has none.
 */
export function packedOn(
  weights: readonly DatedPack[] | undefined,
  { pack, packs }: { pack?: string | null | undefined; packs: number },
  day: string,
  toField: (field: 'pack' | 'packs') => string = (field) => field,
): Packed {
  const known = packsOn(weights ?? [], day);
  if (known.length === 0) throw invalid(toField('packs'), 'invalid_value');
  if (pack == null && known.length > 1) throw invalid(toField('pack'), 'required');
  const found = pack == null ? known[0] : known.find(({ name }) => toNameKey(name) === toNameKey(pack));
  if (!found) throw invalid(toField('pack'), 'unknown_name');
  if (packsWeight(packs, found.kg) > MAX_WEIGHT) throw invalid(toField('packs'), 'too_large', { limit: Math.floor(MAX_WEIGHT / found.kg) });
  return { pack: found.name, packs, pack_kg: found.kg };
}

/** Kilograms of packs that are entered; 400 at `field` if other kilograms are given too. */
export function computeKilograms({ packs, pack_kg }: Packed, given: unknown, field: string): number {
  const kg = packsWeight(packs, pack_kg);
  if (given !== undefined && given !== null && given !== kg) throw invalid(field, 'invalid_value', { limit: kg });
  return kg;
}

const IN_KILOGRAMS = { pack: null, packs: null, pack_kg: null };

/**
 * True if the packs of a change must be weighed. An entry whose packs stay keeps their weight. New kilograms, or another feed, without
 * packs make it an entry in kilograms.
 */
function entersPacks({ before, input, after, columns, refuse }: Change, kg: string): boolean {
  const isMoved = before !== null && (after.ingredient !== before.ingredient || after[kg] !== before[kg]);
  const isLeft = input.packs === undefined && isMoved;
  if (after.packs == null || isLeft) {
    if (!isLeft && input.pack != null) refuse(invalid('packs', 'required'));
    if (before?.packs == null) return false;
    for (const row of [columns, after]) Object.assign(row, IN_KILOGRAMS);
    return false;
  }
  const isSame = before !== null && ['ingredient', 'packs', 'pack'].every((field) => after[field] === before[field]);
  if (isSame && after[kg] !== before[kg]) refuse(invalid(kg, 'invalid_value', { limit: before[kg] }));
  return !isSame;
}

/**
 * Computes the kilograms (`kg` names the field) of entries in packs, before all other checks. `dayOf` gives the day whose weight counts.
 * 400 at the field that is wrong or contradicts the packs.
 */
export const weighPacks =
  (kg: 'value' | 'kg', dayOf: (row: AnyRow, timezone: string, now: Date) => string) =>
  async (tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> => {
    const entered = changes.filter((change) => entersPacks(change, kg) && !change.refused);
    if (entered.length === 0) return;
    const feeds = await readPacks(
      tx,
      context.client,
      entered.map(({ after }) => after.ingredient as number),
    );
    for (const change of entered) {
      const { input, after, columns } = change;
      refuseIfThrown(change, () => {
        const feed = feeds.get(after.ingredient as number);
        const packed = packedOn(feed?.packs, toNamedPacks(change), feed ? dayOf(after, feed.timezone, context.services.now()) : '');
        if (packed.packs === 0) throw invalid('packs', 'min_val');
        const kilograms = computeKilograms(packed, input[kg], kg);
        for (const row of [columns, after]) Object.assign(row, packed, { [kg]: kilograms });
        input[kg] = kilograms;
      });
    }
  };

/** The packs of an entry. The pack of the entry before stays if the feed does. */
function toNamedPacks({ before, input, after }: Change): { pack: string | null; packs: number } {
  const stays = before?.ingredient === after.ingredient;
  return { pack: (input.pack ?? (stays ? before?.pack : null)) as string | null, packs: after.packs as number };
}

/** The day of a moment, or today, by a clock. */
export const dayOfMoment =
  (field: string) =>
  (row: AnyRow, timezone: string, now: Date): string =>
    dayAt(row[field] === undefined ? now : new Date(row[field] as string), timezone);
