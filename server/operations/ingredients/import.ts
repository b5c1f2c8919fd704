import type { ingredients } from '#contract/operations/ingredients.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import { ingredientTable } from './table.ts';

export const ingredientImport: Importable<typeof ingredients> = {
  table: ingredientTable,
  byName: true,
  percents: ['dry_matter'],
  unusual: { figures: ['price', 'dry_matter'], alike: ['type'] },
  together: [['dry_matter', 'humidity']],
};
