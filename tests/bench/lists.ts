import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import type { Batches } from './record.ts';
import { inTurns, recordAll, SECRET, type Site } from './server.ts';
import { startManger } from './servers.ts';
import { type Figure, figure, median } from './statistics.ts';

const ROWS = 10_000;
const TIMES = 20;
/** Max time in ms per letter in the palette: half of its 100 ms is the pause after the letter. */
const SEARCH_MS = 50;
const SEARCH_ROUNDS = 3;
const SEARCH = `manager/search/?search=Feed+${ROWS / 2}`;
const LISTS = { ingredients: 'manager/ingredients/?page_size=50', deliveries: 'manager/deliveries/?page_size=50' };

/** L1: the first page of long lists over HTTP, compared with its own SQL. L2: the palette's search. */
export async function benchLists(site: Site): Promise<Figure[]> {
  const sql = new pg.Client({ connectionString: site.adminUrl });
  await sql.connect();
  const client = await lengthen(sql);
  const paths = Object.entries(LISTS).map(([name, path]) => [name, `/api/dashboard/clients/${client}/${path}`] as const);
  const database = openDatabase({ url: site.url });
  const { token, recorded } = await recordAll(
    database,
    paths.map(([, path]) => path),
  );
  await database.close();
  const ours = await startManger({ DATABASE_URL: site.url, DATA_DIR: join(site.dir, 'app'), SECRET_KEY: SECRET, DEMO: '0' });
  try {
    const figures: Figure[] = [];
    const ask = (path: string) => async () => {
      const response = await fetch(ours.url + path, { headers: { authorization: `JWT ${token}` } });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      await response.arrayBuffer();
    };
    for (const [name, path] of paths) {
      const [api, plain] = await inTurns(timed, [ask(path), () => run(sql, recorded[path] ?? [])]);
      figures.push(figure('L1', `first page of ${ROWS} ${name}, against its SQL`, 'ms', api, plain, '≤ 2'));
    }
    const found: number[] = [];
    for (let round = 0; round < SEARCH_ROUNDS; round += 1) found.push(await timed(ask(`/api/dashboard/clients/${client}/${SEARCH}`)));
    figures.push(
      figure(
        'L2',
        `what a letter finds among ${2 * ROWS} records`,
        'ms',
        found,
        found.map(() => SEARCH_MS),
        '≤ 1',
      ),
    );
    return figures;
  } finally {
    await ours.stop();
    await sql.end();
  }
}

/** Ten thousand more feeds of one farm, and as many deliveries of one of them. */
async function lengthen(sql: pg.Client): Promise<number> {
  const { rows } = await sql.query<{ client: number }>(
    `with one as (select * from ingredient order by client_id, id limit 1), more as (
       insert into ingredient (client_id, farm_id, stock_id, type_id, name, price)
       select client_id, farm_id, stock_id, type_id, 'Feed ' || n, 1 from one, generate_series(1, $1::integer) n
     ), brought as (
       insert into delivery (client_id, farm_id, delivery_type, ingredient_id, value, price, delivered_at)
       select client_id, farm_id, 'delivery', id, n, 1, now() - n * interval '1 minute' from one, generate_series(1, $1::integer) n
     ) select client_id as client from one`,
    [ROWS],
  );
  await sql.query('analyze ingredient, delivery');
  return rows[0]?.client ?? 0;
}

async function run(sql: pg.Client, batches: Batches): Promise<void> {
  for (const { text, values } of batches.flat()) await sql.query(text, values);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const started = performance.now();
    await work();
    took.push(performance.now() - started);
  }
  return median(took);
}
