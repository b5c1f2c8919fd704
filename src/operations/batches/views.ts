import { batches } from '#contract/operations/batches.ts';
import { ingredients } from '#contract/operations/ingredients.ts';
import { stocks } from '#contract/operations/stocks.ts';

/** Everything that making a batch shows in. */
export const BATCH_VIEWS = [batches, ingredients, stocks];
