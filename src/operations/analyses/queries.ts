import { nutrients } from '#contract/operations/nutrients.ts';
import { useLite } from '#src/domain/stock/choices.ts';
import type { ListedNutrient } from './file.ts';

/** The client's nutrients in their order. */
export const useNutrients = () => useLite<ListedNutrient>(nutrients, { ordering: 'position', deleted: undefined });
