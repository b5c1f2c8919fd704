import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from '#fixtures/seed.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { grow, on } from './reports.ts';
import { SECRET, signedIn } from './server.ts';
import { startManger } from './servers.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 9;
const LARGE = 'manger_large';
/** What a feeding consists of; the larger data has ten times as many of each, on the same days, of the same groups and feeds. */
const FEEDINGS = [
  { table: 'schedule', key: 'id' },
  { table: 'schedule_ingredient', key: 'schedule_id' },
  { table: 'schedule_group', key: 'schedule_id' },
];

/** Cuts of a year, and how many milliseconds each may take. */
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

/** P12: a year of three farms in the explorer over HTTP, as its screen asks; and of ten times the rows. */
export async function benchExplorer(): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'manger-bench-'));
  const embedded = await startEmbedded({ dataDir: dir, log: { info() {}, error: console.error } });
  try {
    await migrate(embedded.url);
    console.log('Filling the demonstration …');
    await seed(embedded.url, 'demo', new Date());
    const few = await measure(embedded.url);
    await on(embedded.adminUrl, (client) => client.query(`create database ${LARGE} owner manger template manger`));
    const largeUrl = embedded.url.replace('/manger?', `/${LARGE}?`);
    await on(largeUrl, (client) => grow(client, FEEDINGS));
    const many = await measure(largeUrl);
    return (Object.keys(CUTS) as Cut[]).flatMap((cut) => {
      const limit = few[cut].map(() => CUTS[cut].limit);
      return [
        figure('P12', `a year of three farms in the explorer, ${cut}`, 'ms', few[cut], limit, '≤ 1'),
        figure('P12', 'the same of ten times the rows, against the fewer', 'ms', many[cut], few[cut], '≤ 1.5'),
      ];
    });
  } finally {
    await embedded.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measure(url: string): Promise<Record<Cut, number[]>> {
  const server = await startManger({
    DATABASE_URL: url,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'manger-bench-')),
    SECRET_KEY: SECRET,
    DEMO: '0',
  });
  try {
    const ask = (path: string, init?: RequestInit) =>
      fetch(`${server.url}${path}`, { ...init, headers: { 'content-type': 'application/json', ...init?.headers } });
    const headers = { authorization: `JWT ${await signedIn(ask, 'owner@manger.test')}` };
    const { from, to } = await on(url, async (client) => {
      const { rows } = await client.query<{ from: string; to: string }>(
        'select (current_date - 365)::text as from, (current_date - 1)::text as to',
      );
      return rows[0] as { from: string; to: string };
    });
    const took = Object.fromEntries(Object.keys(CUTS).map((cut) => [cut, []])) as unknown as Record<Cut, number[]>;
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [cut, { row, measure }] of Object.entries(CUTS)) {
        const path = `/api/report/explorer/?planned_on_after=${from}&planned_on_before=${to}&row=${row}&measure=${measure}&page_size=1000`;
        const started = performance.now();
        const answer = await ask(path, { headers });
        const { data } = (await answer.json()) as { data: { rows: unknown[] } };
        if (!answer.ok || data.rows.length < 500) throw new Error(`${path}: ${answer.status}, ${data?.rows?.length} rows`);
        // The first warms up.
        if (round > 0) took[cut as Cut].push(performance.now() - started);
      }
    }
    return took;
  } finally {
    await server.stop();
  }
}
