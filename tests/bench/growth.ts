import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type pg from 'pg';
import { seed } from '#fixtures/seed.ts';
import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { multiply } from './multiply.ts';
import { on } from './reports.ts';
import { SECRET, signedIn } from './server.ts';
import { type Running, startManger } from './servers.ts';
import { type Figure, figure, median } from './statistics.ts';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 10;
const TIMES = 5;
const YEARS = 5;
/** Weighings of the first size. Each further size has ten times as many, of ten times the clients. */
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const SIZES = ['one', 'ten', 'hundred'] as const;
type Size = (typeof SIZES)[number];
/** Kept between runs: a hundred million rows take the better part of an hour to create, and some 45 GB. */
const FOLDER = process.env.BENCH_DATA ?? join(tmpdir(), `manger-bench-growth-${ROWS}`);
/** Copies per batch, so that an interrupted run continues. */
const AT_ONCE = 9;

/** Tables that other clients don't need: people, the log, and data of jobs. */
const LEFT_OUT = /^(account.*|access_key|session|history|activity|attempt|period.*|signal.*|chart_.*|report_.*|mail_.*|feeding_day_due)$/;
/** For the largest size, tables that don't fit on a disk of 60 GB and that no figure here reads: other clients' moves of stock. */
const LEFT_OUT_OF_MANY = new RegExp(`${LEFT_OUT.source}|^(ledger|stock_(day|month|average)|share_.*|feeding_day)$`);

/** P20: lists and reports of one client with five years of feeding, among three, thirty and three hundred clients. */
export async function benchGrowth(): Promise<Figure[]> {
  if (!existsSync(FOLDER)) mkdirSync(FOLDER, { mode: 0o711 });
  const embedded = await startEmbedded({ dataDir: FOLDER, log: { info() {}, error: console.error } });
  const urls = { one: embedded.url, ten: toDatabaseUrl(embedded.url, 'ten'), hundred: toDatabaseUrl(embedded.url, 'hundred') };
  const servers: Partial<Record<Size, Running>> = {};
  try {
    await fill(embedded);
    for (const size of SIZES) servers[size] = await start(urls[size]);
    return await measure(urls, servers as Record<Size, Running>);
  } finally {
    for (const server of Object.values(servers)) await server.stop();
    await embedded.stop();
  }
}

const toDatabaseName = (size: Size) => (size === 'one' ? 'manger' : `manger_${size}`);
const toDatabaseUrl = (url: string, size: Size) => url.replace('/manger?', `/${toDatabaseName(size)}?`);
/** Three servers share the connections of one. */
const start = (url: string) =>
  startManger({
    DATABASE_URL: url,
    DATABASE_POOL: '5',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'manger-bench-')),
    SECRET_KEY: SECRET,
    DEMO: '0',
  });

async function fill(embedded: Embedded): Promise<void> {
  const toAdminUrl = (size: Size) => embedded.adminUrl.replace(/\/postgres(?=\?|$)/, `/${toDatabaseName(size)}`);
  if (!(await isFilled(embedded.url))) {
    console.log(`Filling ${ROWS} facts of ${YEARS} years …`);
    await embedded.reset();
    await migrate(embedded.url);
    await seed(embedded.url, { rows: ROWS, years: YEARS }, new Date());
    await on(embedded.url, (client) => client.query("insert into setting (name, value) values ('filled', '1')"));
  }
  for (const size of ['ten', 'hundred'] as const) {
    const template = toDatabaseName(size === 'ten' ? 'one' : 'ten');
    await on(embedded.adminUrl, async (client) => {
      const { rows } = await client.query('select from pg_database where datname = $1', [toDatabaseName(size)]);
      if (rows.length === 0) await client.query(`create database ${toDatabaseName(size)} owner manger template ${template}`);
    });
    await on(toAdminUrl(size), (admin) => grow(admin, size));
  }
  for (const size of SIZES) await migrate(toDatabaseUrl(embedded.url, size));
}

async function isFilled(url: string): Promise<boolean> {
  return on(url, async (client) => {
    const { rows } = await client.query<{ made: boolean }>("select to_regclass('setting') is not null as made");
    return Boolean(rows[0]?.made) && (await client.query("select from setting where name = 'filled'")).rows.length > 0;
  });
}

/** Copies the first clients until there are enough of each. */
async function grow(admin: pg.Client, size: Size): Promise<void> {
  const wanted = size === 'ten' ? 10 : 100;
  const { rows: first } = await admin.query<{ id: number }>(
    "select id::int from client where company_name not like 'Client %' order by id",
  );
  for (;;) {
    const { rows } = await admin.query<{ count: number }>('select count(*)::int as count from client');
    const copies = Math.floor((rows[0]?.count ?? 0) / first.length);
    if (copies >= wanted) break;
    console.log(`${size}: ${copies} of ${wanted} of each client …`);
    const next = first[(rows[0]?.count ?? 0) % first.length] as { id: number };
    const times = (rows[0]?.count ?? 0) % first.length === 0 ? Math.min(AT_ONCE, wanted - copies) : 1;
    for (const { id } of times > 1 ? first : [next]) await multiply(admin, id, times, size === 'ten' ? LEFT_OUT : LEFT_OUT_OF_MANY);
  }
  const vacuumed = `vacuumed ${size}`;
  if ((await admin.query('select from setting where name = $1', [vacuumed])).rows.length > 0) return;
  console.log(`${size}: vacuum …`);
  await admin.query('vacuum analyze');
  await admin.query("insert into setting (name, value) values ($1, '1')", [vacuumed]);
}

async function measure(urls: Record<Size, string>, servers: Record<Size, Running>): Promise<Figure[]> {
  const { client, farm, month, year } = await readAsked(urls.one);
  const tokens = new Map<Running, string>();
  for (const server of Object.values(servers)) {
    const ask = (path: string, init: RequestInit) => fetch(`${server.url}${path}`, { ...init, headers: JSON_BODY });
    tokens.set(server, await signedIn(ask, 'admin@manger.test'));
  }
  const asking = (server: Running) => ({ authorization: `JWT ${tokens.get(server)}` });
  const list = `/api/dashboard/clients/${client}/farms/${farm}/manager/deliveries/?ordering=-delivered_at&page_size=50`;
  const reports = `/api/dashboard/clients/${client}/report`;
  const works = {
    list: async (server: Running) => {
      const how = { url: server.url, connections: CONNECTIONS, duration: SECONDS, headers: asking(server) };
      const result = await autocannon({ ...how, requests: [{ method: 'GET', path: list }] });
      if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.url}: ${result.non2xx} refused, ${result.errors} failed`);
      return result.latency.mean;
    },
    month: (server: Running) =>
      timed(`${server.url}/api/dashboard/clients/${client}/farms/${farm}/report/planfeed/?${month}`, asking(server)),
    feeds: (server: Running) =>
      timed(`${server.url}${reports}/explorer/?${year}&row=ingredient&measure=loading_plan,loaded`, asking(server)),
    stock: (server: Running) => timed(`${server.url}${reports}/inout/?${year}`, asking(server)),
  };
  const took = Object.fromEntries(Object.keys(works).map((work) => [work, { one: [], ten: [], hundred: [] }])) as unknown as Record<
    keyof typeof works,
    Record<Size, number[]>
  >;
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [work, run] of Object.entries(works)) {
      for (const size of round % 2 === 0 ? SIZES : SIZES.toReversed()) {
        const ms = await run(servers[size]);
        // The first rounds warm up.
        if (round > 0) took[work as keyof typeof works][size].push(ms);
      }
    }
  }
  const said: Record<keyof typeof works, string> = {
    list: 'list of 50 rows, asked for by ten at once',
    month: 'report of a farm over 30 days',
    feeds: 'a year by feed, over HTTP',
    stock: 'a year of stock in and out, over HTTP',
  };
  return (Object.keys(works) as (keyof typeof works)[]).flatMap((work) => [
    figure('P20', `${said[work]}: of ${10 * ROWS} weighings, against ${ROWS}`, 'ms', took[work].ten, took[work].one, '≤ 1.2'),
    figure('P20', `${said[work]}: of ${100 * ROWS} weighings, against ${ROWS}`, 'ms', took[work].hundred, took[work].one, '≤ 1.2'),
  ]);
}

const JSON_BODY = { 'content-type': 'application/json' };

async function timed(url: string, headers: Record<string, string>): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const started = performance.now();
    const answer = await fetch(url, { headers });
    const { data } = (await answer.json()) as { data: { rows: unknown[] } };
    if (!answer.ok || data.rows.length === 0) throw new Error(`${url}: ${answer.status}`);
    took.push(performance.now() - started);
  }
  return median(took);
}

/** The client with the most weighings, one of its farms, and days. */
const readAsked = (url: string) =>
  on(url, async (admin) => {
    const { rows } = await admin.query<{ client: number; farm: number; last: string }>(`
      select client_id::int as client, farm_id::int as farm, max(day)::text as last from feed_day group by 1, 2 order by count(*) desc limit 1`);
    const { client = 0, farm = 0, last = '' } = rows[0] ?? {};
    const days = (back: number) => {
      const from = new Date(Date.parse(last) - back * 86_400_000).toISOString().slice(0, 10);
      return `planned_on_after=${from}&planned_on_before=${last}`;
    };
    return { client, farm, month: days(29), year: days(364) };
  });
