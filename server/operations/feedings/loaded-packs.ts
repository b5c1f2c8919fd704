import type { Correction, LoadReport, ScheduleRow } from '#contract/operations/feedings.ts';
import type { Tx } from '#server/db/database.ts';
import { computeKilograms, type Packed, packedOn, readPackWeights } from '#server/domain/packs.ts';
import { invalid } from '#server/platform/errors.ts';

type Item = LoadReport['items'][number] | Correction['items'][number];
/** A reported item in kilograms, with its packs as entered. */
type Weighed<I extends Item> = Omit<I, 'weight_fact' | 'pack' | 'packs'> & { weight_fact: number } & Partial<Packed>;

/**
 * Weighs the items that were loaded in packs, by the weights of the feeding's day. Recorded packs that are reported again keep their weight.
 * 400 at the field that is wrong or contradicts the packs.
 */
export async function weighItems<I extends Item>(
  tx: Tx,
  client: number,
  { planned_on, items: recorded }: ScheduleRow,
  items: readonly I[],
): Promise<Weighed<I>[]> {
  const known = new Map(recorded.map((item) => [item.ingredient, item]));
  const isRepeated = ({ ingredient, weight_fact, pack, packs }: Item): boolean => {
    const item = known.get(ingredient);
    const isSame = item !== undefined && packs === item.packs && (pack ?? item.pack) === item.pack;
    return isSame && (weight_fact ?? item.weight_fact) === item.weight_fact;
  };
  const entered = items.filter((item) => item.packs != null && !isRepeated(item)).map(({ ingredient }) => ingredient);
  const weights = entered.length > 0 ? await readPackWeights(tx, client, entered) : undefined;
  return items.map((reported, index) => {
    const { weight_fact, pack, packs, ...item } = reported;
    const toField = (field: string) => `items.${index}.${field}`;
    if (packs == null) {
      if (pack != null) throw invalid(toField('packs'), 'required');
      // The contract demands one of the two.
      return { ...item, weight_fact: weight_fact as number };
    }
    const packed = isRepeated(reported)
      ? (known.get(item.ingredient) as Packed)
      : packedOn(weights?.get(item.ingredient), { pack, packs }, planned_on, toField);
    const { pack: name, pack_kg } = packed;
    return {
      ...item,
      pack: name,
      packs,
      pack_kg,
      weight_fact: computeKilograms({ ...packed, packs }, weight_fact, toField('weight_fact')),
    };
  });
}
