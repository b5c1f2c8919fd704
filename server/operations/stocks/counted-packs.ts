import { sql } from 'kysely';
import type { z } from 'zod';
import type { StockSheet } from '#contract/operations/stock-counts.ts';
import type { Tx } from '#server/db/database.ts';
import { computeKilograms, type Packed, packedOn, readPackWeights } from '#server/domain/packs.ts';
import { invalid } from '#server/platform/errors.ts';

type Counted = z.output<typeof StockSheet>['counts'][number];
/** The path of a count's field in the body, for errors. */
export type FieldOf = (index: number, field: 'ingredient' | 'weight' | 'pack' | 'packs') => string;
/** A count in kilograms, with its packs as entered. */
export type Weighed = Omit<Counted, 'weight' | 'pack' | 'packs'> & { weight: number; packed: Packed | null };

/** Weighs counts in packs by the weights of each feed's day. 400 at the field of a count that is wrong or contradicts its packs. */
export async function weighCounts(
  tx: Tx,
  client: number,
  counts: readonly Counted[],
  days: readonly string[],
  fieldOf: FieldOf,
): Promise<Weighed[]> {
  const inPacks = counts.filter(({ packs }) => packs != null).map(({ ingredient }) => ingredient);
  const weights = inPacks.length > 0 ? await readPackWeights(tx, client, inPacks) : undefined;
  return counts.map(({ weight, pack, packs, ...count }, index) => {
    if (packs == null) {
      if (pack != null) throw invalid(fieldOf(index, 'packs'), 'required');
      // The contract demands one of the two.
      return { ...count, weight: weight as number, packed: null };
    }
    const packed = packedOn(weights?.get(count.ingredient), { pack, packs }, days[index] ?? '', (field) => fieldOf(index, field));
    return { ...count, weight: computeKilograms(packed, weight, fieldOf(index, 'weight')), packed };
  });
}

/** Keeps the packs of posted counts, by feed. */
export async function keepPacks(
  tx: Tx,
  client: number,
  counts: readonly Weighed[],
  posted: ReadonlyMap<number, { id: number }>,
): Promise<void> {
  const rows = counts.flatMap(({ ingredient, weight, packed }) =>
    packed ? [{ ...packed, kg: weight, ledger: posted.get(ingredient)?.id }] : [],
  );
  if (rows.length === 0) return;
  await sql`
    insert into counted_packs (client_id, ledger_id, pack, packs, pack_kg, kg)
    select ${client}, ledger, pack, packs, pack_kg, kg
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (ledger bigint, pack text, packs numeric, pack_kg numeric, kg numeric)`.execute(
    tx,
  );
}
