import type { TFunction } from 'i18next';
import type { CopyPart } from '#contract/operations/ration-copies.ts';
import type { RationBasis } from '#contract/operations/ration-items.ts';
import type { Ration } from '#src/operations/rations/columns.ts';
import { missingOf, type RationPart } from './measures/measures.ts';

export interface RationValues {
  farm: number;
  name: string;
  rounding: number | null;
  basis: RationBasis;
  items: RationPart[];
  density: number | null;
  target_dry_matter: number | null;
  water: number | null;
  template: boolean;
  version: number | undefined;
}

export const rationValues = (ration: Ration | null, farm: number, rounding = 1, basis: RationBasis = 'load_fresh'): RationValues => ({
  farm,
  name: ration?.name ?? '',
  rounding: ration?.rounding ?? rounding,
  basis: ration?.basis ?? basis,
  items: (ration?.items ?? [])
    .filter(({ ingredient }) => ingredient !== ration?.water)
    .map(({ ingredient, percent, amount, hold, dry_matter }) => ({
      ingredient,
      percent,
      amount,
      hold,
      at: { ingredient, dry_matter },
    })),
  density: ration?.density ?? null,
  target_dry_matter: ration?.target_dry_matter ?? null,
  water: ration?.water ?? null,
  template: ration?.template ?? false,
  version: ration?.version,
});

/**
 * The values of a new ration from another farm's, with this farm's feeds. A part without a feed waits for a choice; water without a feed is
 * left out with its target.
 */
export function startValues(source: Ration, farm: number, parts: readonly CopyPart[]): RationValues {
  const uses = new Map(parts.map(({ ingredient, use }) => [ingredient, use]));
  const values = rationValues(source, farm);
  const water = values.water === null ? null : (uses.get(values.water) ?? null);
  return {
    ...values,
    items: values.items.map((item) => {
      const ingredient = uses.get(item.ingredient ?? 0) ?? null;
      return { ...item, ingredient, at: ingredient === null || item.at === null ? null : { ...item.at, ingredient } };
    }),
    water,
    target_dry_matter: water === null ? null : values.target_dry_matter,
  };
}

/** Errors that the server would report, found before sending. */
export function rationErrors(t: TFunction, { name, basis, items, target_dry_matter, water }: RationValues): Record<string, string> {
  const errors: Record<string, string> = {};
  if (name.trim() === '') errors.name = t('core:errors.blank');
  if (items.length === 0) return { ...errors, items: t('pages:rations.no_items') };
  for (const [index, { ingredient, amount }] of items.entries()) {
    if (ingredient === null) errors[`items.${index}.ingredient`] = t('core:errors.required');
    if (!amount) errors[`items.${index}.percent`] = t('core:errors.required');
  }
  if (missingOf({ basis, items }) !== 0) errors.items = t('core:errors.percent_sum');
  if (water === null && target_dry_matter !== null) errors.water = t('core:errors.required');
  if (water !== null && !target_dry_matter) errors.target_dry_matter = t('core:errors.required');
  return errors;
}
