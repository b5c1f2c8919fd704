import { asOwner, daysBack, onDemonstration } from './demo.ts';
import { FEEDINGS } from './explorer.ts';
import { grow, on } from './reports.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 9;
const LARGE = 'manger_large';
/** Groups and nutrients of the limit, which is 400 ms. Dry matter comes in addition. */
const LIMIT = { ms: 400, rows: 12 * (15 + 1) };

/** P27: nutrients of a year over HTTP, by as many groups and nutrients as the demonstration has; and with ten times the feedings. */
export const benchNutrients = (): Promise<Figure[]> =>
  onDemonstration(async ({ url, adminUrl }) => {
    const few = await measure(url);
    await on(adminUrl, (client) => client.query(`create database ${LARGE} owner manger template manger`));
    const largeUrl = url.replace('/manger?', `/${LARGE}?`);
    await on(largeUrl, (client) => grow(client, FEEDINGS));
    const many = await measure(largeUrl);
    const limit = few.took.map(() => (LIMIT.ms * few.rows) / LIMIT.rows);
    return [
      figure('P27', `nutrients of a year, ${few.rows} groups × nutrients, against 400 ms for ${LIMIT.rows}`, 'ms', few.took, limit, '≤ 1'),
      figure('P27', 'nutrients of a year: of ten times the feedings, against the fewer', 'ms', many.took, few.took, '≤ 1.5'),
    ];
  });

const measure = (url: string): Promise<{ took: number[]; rows: number }> =>
  asOwner(url, async (ask) => {
    const days = await daysBack(url, 365);
    const took: number[] = [];
    let count = 0;
    for (let round = 0; round <= ROUNDS; round += 1) {
      const started = performance.now();
      const { rows } = await ask<{ rows: unknown[] }>(`/api/report/nutrients/make/?${days}&page_size=1000`);
      // The first round warms up.
      if (round > 0) took.push(performance.now() - started);
      if (rows.length < 200) throw new Error(`nutrients: ${rows.length} rows`);
      count = rows.length;
    }
    return { took, rows: count };
  });
