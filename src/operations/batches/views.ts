import { batches } from '#contract/operations/batches.ts';
import { ingredients } from '#contract/operations/ingredients.ts';
import { stocks } from '#contract/operations/stocks.ts';

/** Resources that a recorded batch changes. */
export const BATCH_VIEWS = [batches, ingredients, stocks];
