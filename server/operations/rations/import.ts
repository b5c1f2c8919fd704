import type { rations } from '#contract/operations/rations.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import { saysSameParts } from './items.ts';
import { rationTable } from './table.ts';

export const rationImport: Importable<typeof rations> = {
  table: rationTable,
  byName: true,
  unusual: 'parts',
  references: { water: 'ingredients' },
  parts: [{ field: 'items', references: { ingredient: 'ingredients' }, same: saysSameParts }],
};
