import type { TYPE_SINCE } from '#contract/kinds.ts';
import { withoutMissing } from '#src/core/resource/draft.ts';
import type { Ingredient } from './columns.tsx';

/** The form's values of an ingredient. */
export const ingredientValues = (ingredient: Ingredient | null) => ({
  name: ingredient?.name ?? '',
  item_number: ingredient?.item_number ?? '',
  type: ingredient?.type ?? (null as number | null),
  type_since: null as (typeof TYPE_SINCE)[number] | null,
  farm: ingredient?.farm ?? (null as number | null),
  stock: ingredient?.stock ?? (null as number | null),
  price: ingredient?.price ?? (null as number | null),
  dry_matter: ingredient?.dry_matter ?? (null as number | null),
  humidity: ingredient?.humidity ?? (null as number | null),
  storage_loss: ingredient?.storage_loss ?? (null as number | null),
  lead_days: ingredient?.lead_days ?? (null as number | null),
  safety_days: ingredient?.safety_days ?? (null as number | null),
  water: ingredient?.water ?? false,
  tolerance: ingredient?.tolerance || (null as number | null),
  tolerance_percent: ingredient?.tolerance_percent || (null as number | null),
  version: ingredient?.version,
});
export type IngredientValues = ReturnType<typeof ingredientValues>;

/** Dry matter and humidity are two sides of one; in hundredths, since 100 − 65.35 isn't 34.65 in floating point. */
export const otherPart = (percent: number | null): number | null => (percent === null ? null : (10_000 - Math.round(percent * 100)) / 100);

/** The request body. The server reports missing values at their fields. */
export const ingredientBody = ({ humidity: _, ...values }: IngredientValues) => {
  const { storage_loss, lead_days, safety_days, tolerance, tolerance_percent } = values;
  const emptied = { storage_loss: storage_loss ?? 0, lead_days: lead_days ?? 0, safety_days: safety_days ?? 0 };
  const allowed = { tolerance: tolerance ?? 0, tolerance_percent: tolerance_percent ?? 0 };
  // A price that is left empty is sent as it is: left out, the server would take it for 0.
  return { ...withoutMissing({ ...values, ...emptied, ...allowed }), price: values.price };
};
