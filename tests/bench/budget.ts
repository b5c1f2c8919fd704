import { type AskAsOwner, asOwner, onDemonstration } from './demo.ts';
import { type Fed, feedDays } from './fed.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 5;
const [YEARS, GROUPS, FEEDS] = [5, 12, 40];
const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);
/** Max years of a report. */
const TOLD = 3;
const ROWS = { month: TOLD * 12, group: TOLD * 12 * GROUPS, feed: TOLD * 12 * FEEDS };
/** Max time in ms. */
const LIMIT = 300;

/**
 * P16: report `budget` of a farm with five years of 40 feeds and 12 groups, fed once a week; three years over HTTP, by each choice of rows.
 */
export const benchBudget = (): Promise<Figure[]> =>
  onDemonstration(async ({ url }) => {
    const first = new Date().getUTCFullYear() - YEARS;
    const years = await asOwner(url, (ask) => makeYears(ask, first));
    console.log('Filling five years of facts …');
    await feedDays(url, years, `${first}-01-01`, `${first + YEARS - 1}-12-31`, 7);
    // A starting server rolls up stale days.
    return asOwner(url, async (ask) => {
      const range = `farm=${years.farm}&planned_on_after=${first + YEARS - TOLD}-01-01&planned_on_before=${first + YEARS - 1}-12-31`;
      const took = { month: [] as number[], group: [] as number[], feed: [] as number[] };
      for (let round = -1; round < ROUNDS; round += 1) {
        for (const by of ['month', 'group', 'feed'] as const) {
          const begun = performance.now();
          const { rows } = await ask<{ rows: { budget: number; fact: number }[] }>(
            `/api/report/budget/?${range}&budget_rows=${by}&page_size=2000`,
          );
          // The first rounds warm up.
          if (round >= 0) took[by].push(performance.now() - begun);
          if (rows.length !== ROWS[by] || rows.some(({ budget, fact }) => budget === 0 || fact === 0))
            throw new Error(`By ${by}: ${rows.length} rows with budget and fact, not ${ROWS[by]}`);
        }
      }
      return (['month', 'group', 'feed'] as const).map((by) => {
        const work = `budget and fact by ${by}: three of five years of ${FEEDS} feeds × ${GROUPS} groups, fed once a week`;
        return figure(
          'P16',
          work,
          'ms',
          took[by],
          took[by].map(() => LIMIT),
          '≤ 1',
        );
      });
    });
  }, 'tiny');

/** A farm of twelve groups and forty feeds, with an approved budget of each group and feed in each month of five years. */
async function makeYears(ask: AskAsOwner, first: number): Promise<Fed> {
  const makeRow = async (path: string, body: object) => (await ask<{ id: number }>(`/api/manager/${path}/`, { method: 'POST', body })).id;
  const [{ company } = { company: 0 }] = await ask<{ company: number }[]>('/api/manager/farms/dashboard/');
  const farm = await makeRow('farms', { company, name: 'Five years' });
  const stock = await makeRow('stocks', { company, farm, name: 'Five years', type: 'warehouse' });
  const one = async (path: string) => (await ask<{ id: number }[]>(`/api/manager/${path}/`))[0]?.id ?? 0;
  const [animal_type, type, mixer] = [await one('animaltypes'), await one('ingtedienttypes'), await one('mixers')];
  const [groups, feeds]: [number[], number[]] = [[], []];
  for (let at = 0; at < GROUPS; at += 1) groups.push(await makeRow('groups', { farm, name: `Pen ${at}`, animal_type, animal_count: 50 }));
  for (let at = 0; at < FEEDS; at += 1)
    feeds.push(await makeRow('ingredients', { farm, stock, type, name: `Feed ${at}`, dry_matter: 40, price: 2 }));
  const items = feeds.map((ingredient) => ({ ingredient, percent: 100 / FEEDS }));
  const ration = await makeRow('rations', { farm, name: 'All feeds', items });
  for (let year = first; year < first + YEARS; year += 1) {
    const lines = MONTHS.flatMap((month) =>
      groups.flatMap((group) => feeds.map((ingredient) => ({ group, ingredient, month, heads: 50, kg_per_head_day: 0.9, price: 2.1 }))),
    );
    await makeRow(`budgets/${await makeRow('budgets', { farm, year, lines })}/approve`, {});
  }
  return { farm, ration, mixer, groups, feeds };
}
