import { asOwner, daysBack, onDemonstration } from './demo.ts';
import { grow, on } from './reports.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 9;
const LARGE = 'manger_large';
/** Rows of a feeding. The larger data has ten times as many of each, on the same days, groups and feeds. */
export const FEEDINGS = [
  { table: 'schedule', key: 'id' },
  { table: 'schedule_ingredient', key: 'schedule_id' },
  { table: 'schedule_group', key: 'schedule_id' },
];

/** Cuts of a year with their max time in ms. */
const CUTS = {
  'loaded, by feed and week': {
    row: 'ingredient,week',
    measure: 'loading_plan,loaded,loading_deviation_percent,loaded_cost,loaded_price',
    limit: 300,
  },
  'given, by feed and week': { row: 'ingredient,week', measure: 'given,dry_matter,cost,price_given', limit: 300 },
  'delivered, by group, day and ration': {
    row: 'group,day,ration',
    measure: 'delivery_plan,delivered,delivery_deviation_percent,cost,cost_per_head',
    limit: 500,
  },
} as const;
type Cut = keyof typeof CUTS;

/** P12: a year of three farms in the explorer over HTTP, as its screen requests it; and with ten times the rows. */
export const benchExplorer = (): Promise<Figure[]> =>
  onDemonstration(async ({ url, adminUrl }) => {
    const few = await measure(url);
    await on(adminUrl, (client) => client.query(`create database ${LARGE} owner manger template manger`));
    const largeUrl = url.replace('/manger?', `/${LARGE}?`);
    await on(largeUrl, (client) => grow(client, FEEDINGS));
    const many = await measure(largeUrl);
    return (Object.keys(CUTS) as Cut[]).flatMap((cut) => {
      const limit = few[cut].map(() => CUTS[cut].limit);
      return [
        figure('P12', `a year of three farms in the explorer, ${cut}`, 'ms', few[cut], limit, '≤ 1'),
        figure('P12', `${cut}: of ten times the rows, against the fewer`, 'ms', many[cut], few[cut], '≤ 1.5'),
      ];
    });
  });

const measure = (url: string): Promise<Record<Cut, number[]>> =>
  asOwner(url, async (ask) => {
    const days = await daysBack(url, 365);
    const took = Object.fromEntries(Object.keys(CUTS).map((cut) => [cut, []])) as unknown as Record<Cut, number[]>;
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [cut, { row, measure }] of Object.entries(CUTS)) {
        const started = performance.now();
        const { rows } = await ask<{ rows: unknown[] }>(`/api/report/explorer/?${days}&row=${row}&measure=${measure}&page_size=1000`);
        // The first rounds warm up.
        if (round > 0) took[cut as Cut].push(performance.now() - started);
        if (rows.length < 500) throw new Error(`${cut}: ${rows.length} rows`);
      }
    }
    return took;
  });
