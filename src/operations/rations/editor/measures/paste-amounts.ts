import { isByHead } from '#contract/operations/ration-items.ts';
import type { RecipeIngredient } from '#src/domain/recipe-editor/parts.ts';
import { pasteAt, pastedParts } from '#src/domain/recipe-editor/pasted-parts.ts';
import type { Written } from './measures.ts';

const PASTED = { decimals: 6, most: 99_999 };

/** A ration with the rows of a nutritionist's sheet from `index` on, in the ration's basis; null for text without rows. `toKg` converts the reader's unit. */
export function pasteAmounts(
  { basis, items }: Written,
  index: number,
  text: string,
  ingredients: readonly RecipeIngredient[],
  toKg: (weight: number) => number,
): Written | null {
  const pasted = pastedParts(text, ingredients, PASTED)?.map((part) => ({
    ...part,
    percent: part.percent !== null && isByHead(basis) ? toKg(part.percent) : part.percent,
  }));
  if (!pasted) return null;
  const stands = items.map(({ ingredient, amount }) => ({ ingredient, percent: amount }));
  return {
    basis,
    items: pasteAt(stands, index, pasted).map(({ ingredient, percent }, at) => {
      const old = items[at];
      const stays = old?.ingredient === ingredient && old?.amount === percent;
      return { ingredient, percent: null, amount: percent, hold: old?.hold ?? 'fresh', at: stays ? (old?.at ?? null) : null };
    }),
  };
}
