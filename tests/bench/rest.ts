import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { seed } from '#fixtures/seed.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { findPostmaster } from '#server/db/embedded-cluster.ts';
import { migrate } from '#server/db/migrate.ts';
import { multiply } from './multiply.ts';
import { SECRET } from './server.ts';
import { type Running, startManger } from './servers.ts';
import { type Figure, figure } from './statistics.ts';

const CLIENTS = 1000;
const REST_S = 120;
/** Max processor seconds per minute: five hundredths of a core. */
const MAX_S = 3;
/** Tables that a thousand resting clients don't need: traces of work, and data of single clients. */
const LEFT_OUT =
  /^(client|account|access_key|session|history|activity|attempt|ledger|stock_.*|feed_.*|feeding_day.*|share_day.*|schedule.*|report_.*|mail_.*|delivery.*|leftover|month_close|batch.*)$/;

/** P13: a thousand resting clients with two farms each: the start, and the jobs' processor time. */
export async function benchRest(): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'manger-bench-'));
  chmodSync(dir, 0o711);
  const embedded = await startEmbedded({ dataDir: dir, log: { info() {}, error: console.error } });
  const admin = new pg.Client({ connectionString: embedded.adminUrl.replace(/\/postgres(?=\?|$)/, '/manger') });
  const start = () => startManger({ DATABASE_URL: embedded.url, DATA_DIR: join(dir, 'app'), SECRET_KEY: SECRET, DEMO: '0' });
  const used = (server: Running) => server.processorS() + databaseS(dir);
  /** Waits until a later run of the job has finished all farms. */
  async function succeeded(job: string, since: number): Promise<void> {
    for (;;) {
      const { rows } = await admin.query<{ at: number }>(
        'select (extract(epoch from at) * 1000)::double precision as at from last_success where work = $1',
        [`job ${job}`],
      );
      if (rows[0] && rows[0].at >= since) return;
      await sleep(200);
    }
  }
  try {
    await admin.connect();
    await migrate(embedded.url);
    await seed(embedded.url, 'tiny', new Date());
    await thousand(admin);
    console.log('Making the days ahead of a thousand clients …');
    let since = Date.now();
    const first = await start();
    await succeeded('materialise', since);
    // The automatic loads of the day, and their roll-ups.
    for (const job of ['auto load', 'roll up days', 'auto load', 'roll up days']) await succeeded(job, Date.now());
    await first.stop();

    since = Date.now();
    const before = databaseS(dir);
    const server = await start();
    await succeeded('materialise', since);
    const turn = used(server) - before;
    const rested = used(server);
    await sleep(REST_S * 1000);
    const perMinute = ((used(server) - rested) * 60) / REST_S;
    await server.stop();
    return [
      figure('P13', `start with ${CLIENTS} clients of two farms`, 'ms', [server.startMs], [5000], '≤ 1'),
      figure(
        'P13',
        "their jobs while nothing happens, each hour's turn too, processor time a minute",
        's',
        [perMinute + turn / 60],
        [MAX_S],
        '≤ 1',
      ),
    ];
  } finally {
    await admin.end().catch(() => {});
    await embedded.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Copies the client with the most periods. */
async function thousand(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ id: number; last: number }>(
    `select client_id::int as id, (select max(id) from client)::int as last from period where active and not deleted
     group by 1 order by count(*) desc limit 1`,
  );
  const { id = 0, last = 0 } = rows[0] ?? {};
  await multiply(admin, id, CLIENTS - last, LEFT_OUT);
  await admin.query('analyze');
}

/** Processor seconds of all processes of the embedded database, including ended ones. */
function databaseS(dir: string): number {
  const postmaster = findPostmaster(join(dir, 'postgres'))?.pid ?? 0;
  const readTicks = (pid: string | number, ended = false) => {
    const [, parent, ...fields] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');
    const at = (index: number) => Number(fields[index]);
    return { parent: Number(parent), ticks: at(9) + at(10) + (ended ? at(11) + at(12) : 0) };
  };
  let sum = readTicks(postmaster, true).ticks;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const { parent, ticks } = readTicks(name);
      if (parent === postmaster) sum += ticks;
    } catch {
      // The process has just ended.
    }
  }
  return sum / TICKS;
}
/** Linux counts processor time in these parts of a second. */
const TICKS = 100;
