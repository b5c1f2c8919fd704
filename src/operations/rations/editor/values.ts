import type { TFunction } from 'i18next';
import { type RecipePart, remainingOf } from '#src/domain/recipe-editor/parts.ts';
import type { Ration } from '#src/operations/rations/columns.ts';

export interface RationValues {
  farm: number;
  name: string;
  rounding: number | null;
  items: RecipePart[];
  version: number | undefined;
}

export const rationValues = (ration: Ration | null, farm: number, rounding = 1): RationValues => ({
  farm,
  name: ration?.name ?? '',
  rounding: ration?.rounding ?? rounding,
  items: (ration?.items ?? []).map(({ ingredient, percent }) => ({ ingredient, percent })),
  version: ration?.version,
});

/** What would be refused anyway, told at its place before anything is sent. */
export function rationErrors(t: TFunction, { name, items }: RationValues): Record<string, string> {
  const errors: Record<string, string> = {};
  if (name.trim() === '') errors.name = t('core:errors.blank');
  if (items.length === 0) return { ...errors, items: t('operations:rations.no_items') };
  for (const [index, { ingredient, percent }] of items.entries()) {
    if (ingredient === null) errors[`items.${index}.ingredient`] = t('core:errors.required');
    if (!percent) errors[`items.${index}.percent`] = t('core:errors.required');
  }
  if (remainingOf(items) !== 0) errors.items = t('core:errors.percent_sum');
  return errors;
}
