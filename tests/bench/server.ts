import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { startServices } from '#server/platform/services.ts';
import { tables } from '#server/tables.ts';
import { type Batches, record } from './record.ts';
import { type Running, startManger, startServer } from './servers.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 5;
const SECONDS = 6;
const CONNECTIONS = 10;

export interface Site {
  url: string;
  adminUrl: string;
  dir: string;
}

interface Farm {
  client: number;
  farm: number;
  ingredient: number;
}

/** P1, P2, P4 and P5: our server, with sign-in and rights, compared with the minimal one, alternating. */
export async function benchServer(site: Site): Promise<Figure[]> {
  const database = openDatabase({ url: site.url });
  const { farms, lastDay } = await readFarms(database);
  const lists = farms.map(
    ({ client, farm }) => `/api/dashboard/clients/${client}/farms/${farm}/manager/deliveries/?ordering=-delivered_at&page_size=50`,
  );
  const reports = Array.from({ length: 60 }, (_, n) => buildReportPath(farms, n, lastDay));
  const { token, recorded } = await recordAll(database, [...lists, ...reports]);
  await database.close();
  const recordedFile = join(site.dir, 'recorded.json');
  writeFileSync(recordedFile, JSON.stringify(recorded));

  const startOurs = () => startManger({ DATABASE_URL: site.url, DATA_DIR: join(site.dir, 'app'), SECRET_KEY: SECRET, DEMO: '0' });
  const startTheirs = () => startServer('tests/bench/minimal.mjs', { DATABASE_URL: site.adminUrl, RECORDED: recordedFile });
  const starts = await inTurns(
    async (start) => {
      const server = await start();
      await server.stop();
      return server.startMs;
    },
    [startOurs, startTheirs],
  );

  const ours = await startOurs();
  const theirs = await startTheirs();
  const headers = { authorization: `JWT ${token}` };
  const load = (paths: string[], connections = CONNECTIONS) =>
    inTurns(
      ({ url }) =>
        autocannon({ url, connections, duration: SECONDS, headers, requests: paths.map((path) => ({ method: 'GET', path })) }).then(
          demandGood,
        ),
      [ours, theirs] as const,
    );
  const list = await load(lists);
  const memory = [ours.memoryMb(), theirs.memoryMb()] as const;
  const report = await load(reports, 1);
  const creates = await benchCreate(ours, theirs, farms, headers);
  await Promise.all([ours.stop(), theirs.stop()]);

  const of = (results: autocannon.Result[], pick: (result: autocannon.Result) => number) => results.map(pick);
  return [
    figure(
      'P1',
      'list of 50 rows, requests per second',
      '/s',
      of(list[0], (r) => r.requests.average),
      of(list[1], (r) => r.requests.average),
      '≥ 0.75',
    ),
    figure(
      'P1',
      'list of 50 rows, p99',
      'ms',
      of(list[0], (r) => r.latency.p99),
      of(list[1], (r) => r.latency.p99),
      '≤ 2',
    ),
    figure('P2', 'report of a farm over 30 days, p50', 'ms', of(report[0], getMean), of(report[1], getMean), '≤ 1.15'),
    figure('P4', 'create a delivery, p50', 'ms', creates[0], creates[1], '≤ 3'),
    figure('P5', "memory after P1's load", 'MB', [memory[0]], [memory[1]], '≤ 1.6'),
    figure('P5', 'start against an existing PostgreSQL', 'ms', starts[0], starts[1], '≤ 4'),
  ];
}

export const SECRET = 'a secret for benchmarks alone, long enough';

// autocannon's percentiles are whole milliseconds, so the mean is finer for fast requests.
const getMean = (result: autocannon.Result) => result.latency.mean;

function demandGood(result: autocannon.Result): autocannon.Result {
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result;
}

/** Runs `work` on each subject in alternating rounds, after one that warms up. */
export async function inTurns<Subject, Result>(
  work: (subject: Subject) => Promise<Result>,
  subjects: readonly [Subject, Subject],
): Promise<[Result[], Result[]]> {
  const results: [Result[], Result[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const index of order as (0 | 1)[]) {
      const result = await work(subjects[index]);
      if (round > 0) results[index].push(result);
    }
  }
  return results;
}

async function benchCreate(ours: Running, theirs: Running, farms: Farm[], headers: Record<string, string>): Promise<[number[], number[]]> {
  const times = async (subject: 'ours' | 'theirs') => {
    const took: number[] = [];
    for (let n = 0; n < 400; n += 1) {
      const { client, farm, ingredient } = farms[n % farms.length] as Farm;
      const row = { farm, delivery_type: 'delivery', ingredient, value: 1000 + n, price: 2.5 };
      const url = subject === 'ours' ? `${ours.url}/api/dashboard/clients/${client}/manager/deliveries/` : `${theirs.url}/insert`;
      const started = performance.now();
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(subject === 'ours' ? row : { ...row, client }),
      });
      await response.arrayBuffer();
      took.push(performance.now() - started);
      if (response.status !== 201) throw new Error(`${url}: ${response.status}`);
    }
    return took.sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0;
  };
  return inTurns(times, ['ours', 'theirs']);
}

async function readFarms(database: Database): Promise<{ farms: Farm[]; lastDay: string }> {
  const db = database.acrossClients();
  const { rows } = await sql<Farm>`
    select f.client_id as client, f.id as farm, min(i.id) as ingredient from farm f
    join ingredient i on i.client_id = f.client_id and i.farm_id = f.id group by 1, 2`.execute(db);
  const { rows: days } = await sql<{ day: string }>`select max(planned_on) as day from schedule_ingredient where counted`.execute(db);
  return { farms: rows, lastDay: days[0]?.day ?? '' };
}

function buildReportPath(farms: Farm[], n: number, lastDay: string): string {
  const { client, farm } = farms[n % farms.length] as Farm;
  const day = (back: number) => new Date(Date.parse(lastDay) - back * 86_400_000).toISOString().slice(0, 10);
  const back = (n * 37) % 200;
  return `/api/dashboard/clients/${client}/farms/${farm}/report/planfeed/?planned_on_after=${day(back + 29)}&planned_on_before=${day(back)}`;
}

/** The token of a person of the demonstration. */
export async function signedIn(send: (path: string, init: RequestInit) => Promise<Response>, login: string): Promise<string> {
  const answer = await send('/api/auth/jwt/create/', { method: 'POST', body: JSON.stringify({ login, password: 'feed-the-herd-1' }) });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

/** Requests each address once in this process, and records its statements. */
export async function recordAll(database: Database, paths: string[]): Promise<{ token: string; recorded: Record<string, Batches> }> {
  const { services, events } = await startServices({ database, tables, secret: SECRET, log: pino({ level: 'silent' }) });
  const app = createApp({ services, events, version: 'bench' });
  const token = await signedIn(async (path, init) => app.fetch(new Request(`http://localhost${path}`, init)), 'admin@manger.test');
  const ask = async (path: string) => {
    const response = await app.fetch(new Request(`http://localhost${path}`, { headers: { authorization: `JWT ${token}` } }));
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  };
  const recorded: Record<string, Batches> = {};
  for (const path of paths) {
    await ask(path); // once unheard, so that looking up the caller is not among the statements
    recorded[path] = await record(() => ask(path));
  }
  await events.close();
  return { token, recorded };
}
