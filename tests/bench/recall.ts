import type { Row } from '#contract/reports/shape.ts';
import { type AskAsOwner, asOwner, daysBack, onDemonstration } from './demo.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 9;
const [YEAR, MONTH] = [400, 31];
/** Max time in ms. */
const LIMIT = 1000;

interface Answer {
  rows: Row[];
}

/** P28: recall over the demonstration's 400 days and all farms: all lots, everything that became of lots, and the lots of a group. */
export const benchRecall = (): Promise<Figure[]> =>
  onDemonstration(async ({ url }) => {
    const [year, month] = [await daysBack(url, YEAR), await daysBack(url, MONTH)];
    return asOwner(url, (ask) => measure(ask, year, month));
  });

async function measure(ask: AskAsOwner, year: string, month: string): Promise<Figure[]> {
  const list = `/api/report/recall/make/?${year}&page_size=5000`;
  const { rows } = await ask<Answer>(list);
  const used = rows.filter(({ lot_loaded, lot_passed_on }) => Number(lot_loaded) + Number(lot_passed_on) > 0);
  const oldest = used.find(({ lot_passed_on }) => Number(lot_passed_on) > 0) ?? used[0];
  const newest = used.findLast(({ lot_loaded }) => Number(lot_loaded) > 0);
  if (!oldest || !newest) throw new Error('no lot was used');
  const { rows: went } = await ask<Answer>(`/api/report/recall/${newest.lot_key}/detail/`);
  const group = went.find(({ group_id }) => group_id)?.group_id;
  const works: [string, string][] = [
    [`recall: ${rows.length} lots of 400 days, all farms`, list],
    ['recall: a lot passed on, 400 days ago', `/api/report/recall/${oldest.lot_key}/detail/`],
    ['recall: the latest lot', `/api/report/recall/${newest.lot_key}/detail/`],
    ['recall: the lots of a group in a month', `/api/report/recall/make/?${month}&group=${group}&page_size=5000`],
  ];
  const figures: Figure[] = [];
  for (const [work, path] of works) {
    const took: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const begun = performance.now();
      const answer = await ask<Answer>(path);
      // The first round warms up.
      if (round > 0) took.push(performance.now() - begun);
      if (answer.rows.length === 0) throw new Error(`${work}: no rows`);
    }
    const limits = took.map(() => LIMIT);
    figures.push(figure('P28', work, 'ms', took, limits, '≤ 1'));
  }
  return figures;
}
