import type { analyses } from '#contract/operations/analyses.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import { analysisTable } from './table.ts';
import { unusualAnalyses } from './usual.ts';
import { withoutKnownFigures } from './values.ts';

/** A laboratory's file. A sample that is there already, by feed, day, laboratory and lot, is updated. */
export const analysisImport: Importable<typeof analyses> = {
  table: analysisTable,
  byName: false,
  of: ['ingredient', 'sampled_on', 'lab', 'lot'],
  percents: ['dry_matter'],
  asBefore: withoutKnownFigures,
  unusual: unusualAnalyses,
  parts: [{ field: 'values', references: { nutrient: 'nutrients' } }],
};
