import { FEEDS, GROUPS, measureOwners } from './measure-owners.ts';
import { type Figure, figure } from './statistics.ts';

/** Max time of the statements in ms. */
const LIMIT = 300;

/** P24: a month's statements of all owners of a farm, and the cost of packs for a recording. */
export async function benchOwners(): Promise<Figure[]> {
  const { statements, packs, kilograms } = await measureOwners(15, 60);
  const limit = statements.map(() => LIMIT);
  return [
    figure('P24', `statements of ${GROUPS} owners × 31 days with ${FEEDS} feeds`, 'ms', statements, limit, '≤ 1'),
    figure('P24', 'a load recorded in packs, against one in kilograms', 'ms', packs, kilograms, '≤ 1.05'),
  ];
}
