import { findAmountFactor, toAmountUnit } from '#contract/nutrient-units.ts';
import type { norms } from '#contract/operations/norms.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListedNutrient } from '#src/operations/analyses/file.ts';

/** A feed of the ration: kilograms per head as fed, and its dry matter in percent. */
export interface NutrientPart {
  ingredient: number;
  kg: number;
  dry_matter: number;
}

interface FeedValue {
  ingredient: number;
  nutrient: number;
  value: number;
}

interface MixedNutrient {
  nutrient: ListedNutrient;
  /** Kilograms × value per head. */
  perHead: number;
  /** Content of the dry matter in the nutrient's unit; null without dry matter. */
  inDryMatter: number | null;
  /** Feeds without a value, which add nothing. */
  missing: number;
}

/** The nutrients of a mix, by the values of its feeds. */
export function mixNutrients(
  parts: readonly NutrientPart[],
  known: readonly ListedNutrient[],
  values: readonly FeedValue[],
): MixedNutrient[] {
  const byKey = new Map(values.map(({ ingredient, nutrient, value }) => [`${ingredient} ${nutrient}`, value]));
  const dry = parts.reduce((sum, { kg, dry_matter }) => sum + (kg * dry_matter) / 100, 0);
  return known.map((nutrient) => {
    const found = parts.map((part) => ({ ...part, value: byKey.get(`${part.ingredient} ${nutrient.id}`) }));
    const perHead = found.reduce(
      (sum, { kg, dry_matter, value = 0 }) => sum + value * (nutrient.per === 'dry' ? (kg * dry_matter) / 100 : kg),
      0,
    );
    return {
      nutrient,
      perHead,
      inDryMatter: dry > 0 ? perHead / dry : null,
      missing: found.filter(({ value }) => value === undefined).length,
    };
  });
}

/** The amount per head in the unit of reports, which norms per head have, too. */
export function toAmount(nutrient: Pick<ListedNutrient, 'unit' | 'standard'>, perHead: number) {
  const { times, per } = findAmountFactor(nutrient.unit);
  return { value: (perHead * times) / per, unit: toAmountUnit(nutrient) };
}

type Norm = RowOf<typeof norms>;

/** The norm of a nutrient on a day: the group's own if it has one, otherwise that of its animal type. */
export function findNorm(
  rows: readonly Norm[],
  group: { id: number; animal_type: number },
  nutrient: number,
  day: string,
): Norm | undefined {
  const valid = rows.filter((row) => row.nutrient === nutrient && row.from <= day).toSorted((a, b) => a.from.localeCompare(b.from));
  return valid.findLast((row) => row.group === group.id) ?? valid.findLast((row) => row.animal_type === group.animal_type);
}
