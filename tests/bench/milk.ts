import { asOwner, daysBack, onDemonstration } from './demo.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 9;
/** Max time in ms. */
const LIMIT = 300;

/** P15: income over feed cost in a year of three farms, by group and week, over HTTP, as its screen requests it. */
export const benchMilk = (): Promise<Figure[]> =>
  onDemonstration(({ url }) =>
    asOwner(url, async (ask) => {
      const days = await daysBack(url, 365);
      const took: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const started = performance.now();
        const { rows } = await ask<{ rows: unknown[] }>(`/api/report/iofc/?${days}&milk_rows=group&milk_step=week&page_size=1000`);
        // The first rounds warm up.
        if (round > 0) took.push(performance.now() - started);
        if (rows.length < 150) throw new Error(`${rows.length} rows`);
      }
      const limit = took.map(() => LIMIT);
      return [figure('P15', 'what the feed earned in a year of three farms, by group and week', 'ms', took, limit, '≤ 1')];
    }),
  );
