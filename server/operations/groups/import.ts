import type { groups } from '#contract/operations/groups.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import { groupTable } from './table.ts';

export const groupImport: Importable<typeof groups> = {
  table: groupTable,
  byName: true,
  unusual: { figures: ['animal_count'], alike: ['animal_type'] },
};
