import type { FilePlan } from '#common/files/incoming/plan.ts';
import { readFile } from '#common/files/incoming/read.ts';
import { MAX_IMPORTED } from '#contract/imports.ts';
import { HOSTILE_FILES } from '#tests/support/hostile-files.ts';
import { type Figure, figure } from './statistics.ts';

/** A person sees the refusal of a file within a second. */
const LIMIT_MS = 1000;
const ROUNDS = 3;

const HEADINGS = ['Ingredient', 'Weight', 'Price'];
const PLAN: FilePlan = {
  language: 'en',
  units: 'kg',
  fields: [
    { key: 'ingredient', kind: 'text', labels: { en: 'Ingredient' } },
    { key: 'weight', kind: 'weight', labels: { en: 'Weight' } },
    { key: 'price', kind: 'price', labels: { en: 'Price' } },
  ],
  mostRows: MAX_IMPORTED,
};

/** H1: files that try to exhaust the reader are answered at once. */
export async function benchHostileFiles(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [kind, { make }] of Object.entries(HOSTILE_FILES)) {
    const bytes = await make(HEADINGS);
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = performance.now();
      await readFile(bytes, PLAN).catch(() => {});
      took.push(performance.now() - begun);
    }
    figures.push(figure('H1', `a file with ${kind}`, 'ms', took, Array(ROUNDS).fill(LIMIT_MS), '≤ 1'));
  }
  return figures;
}
