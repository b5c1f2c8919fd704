import { asOwner, daysBack, onDemonstration } from './demo.ts';
import { FEEDINGS } from './explorer.ts';
import { grow, on } from './reports.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 7;
/** Requests of a round. The fastest one counts, because the machine may be shared. */
const REQUESTS = 3;
const LARGE = 'manger_large';
/** Max time in ms of 12 groups × 15 nutrients. The demonstration has more of both. */
const LIMIT = 400;
const MIN_ROWS = 12 * 15;

/** P27: nutrients of a year over HTTP, with the groups and nutrients of the demonstration; and with ten times the feedings. */
export const benchNutrients = (): Promise<Figure[]> =>
  onDemonstration(async ({ url, adminUrl }) => {
    const few = await measure(url);
    await on(adminUrl, (client) => client.query(`create database ${LARGE} owner manger template manger`));
    const largeUrl = url.replace('/manger?', `/${LARGE}?`);
    await on(largeUrl, (client) => grow(client, FEEDINGS));
    const many = await measure(largeUrl);
    const limit = few.took.map(() => LIMIT);
    return [
      figure('P27', `nutrients of a year, ${few.rows} groups × nutrients`, 'ms', few.took, limit, '≤ 1'),
      figure('P27', 'nutrients of a year: of ten times the feedings, against the fewer', 'ms', many.took, few.took, '≤ 1.5'),
    ];
  });

const measure = (url: string): Promise<{ took: number[]; rows: number }> =>
  asOwner(url, async (ask) => {
    const days = await daysBack(url, 365);
    let count = 0;
    const request = async (): Promise<number> => {
      const started = performance.now();
      const { rows } = await ask<{ rows: unknown[] }>(`/api/report/nutrients/make/?${days}&page_size=1000`);
      if (rows.length < MIN_ROWS) throw new Error(`nutrients: ${rows.length} rows`);
      count = rows.length;
      return performance.now() - started;
    };
    const took: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const times: number[] = [];
      for (let repeat = 0; repeat < REQUESTS; repeat += 1) times.push(await request());
      // The first round warms up.
      if (round > 0) took.push(Math.min(...times));
    }
    return { took, rows: count };
  });
