import type { Correction, LoadReport, ScheduleRow } from '#contract/operations/feedings.ts';
import type { Tx } from '#server/db/database.ts';
import { computeKilograms, type Packed, packedOn, readPacks } from '#server/domain/packs.ts';
import { invalid } from '#server/platform/errors.ts';

type Item = LoadReport['items'][number] | Correction['items'][number];
/** A reported item in kilograms, with its packs as entered. */
type Weighed<I extends Item> = Omit<I, 'weight_fact' | 'pack' | 'packs'> & { weight_fact: number } & Partial<Packed>;

/** Weighs the items that were loaded in packs, by the weights of the feeding's day. 400 at the field that is wrong or contradicts the packs. */
export async function weighItems<I extends Item>(
  tx: Tx,
  client: number,
  { planned_on }: ScheduleRow,
  items: readonly I[],
): Promise<Weighed<I>[]> {
  const inPacks = items.filter(({ packs }) => packs != null).map(({ ingredient }) => ingredient);
  const feeds = inPacks.length > 0 ? await readPacks(tx, client, inPacks) : undefined;
  return items.map(({ weight_fact, pack, packs, ...item }, index) => {
    const toField = (field: string) => `items.${index}.${field}`;
    if (packs == null) {
      if (pack != null) throw invalid(toField('packs'), 'required');
      // The contract demands one of the two.
      return { ...item, weight_fact: weight_fact as number };
    }
    const packed = packedOn(feeds?.get(item.ingredient), { pack, packs }, planned_on, toField);
    return { ...item, ...packed, weight_fact: computeKilograms(packed, weight_fact, toField('weight_fact')) };
  });
}
