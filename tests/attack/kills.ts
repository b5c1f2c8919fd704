import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#server/db/database.ts';
import { runningEmbedded } from '#server/db/embedded.ts';
import { isAlive } from '#server/db/embedded-cluster.ts';
import { type ReadyFarm, scheduleOf } from '#tests/support/feeding.ts';
import { databaseProcess, launchServer, type Server } from '#tests/support/launch.ts';
import { brokenBooks } from './books.ts';
import { createDice, type Dice } from './dice.ts';
import type { AttackGroup } from './group.ts';
import { setUp } from './installation.ts';
import { createTally, type Tally } from './tally.ts';

const WRITERS = 4;
const LEAST_KILLS = 2;
const PATIENCE_MS = 60_000;

/** Acknowledged work: a delivery's kilograms, or the status of a feeding. */
interface Acknowledged {
  deliveries: Map<number, number>;
  feedings: Map<number, (typeof STEPS)[number]>;
}
const STEPS = ['waited', 'in_process', 'loaded', 'out_process', 'uploaded'] as const;

interface Site {
  dataDir: string;
  server: Server;
  address: string;
  farm: ReadyFarm;
  acknowledged: Acknowledged;
  tally: Tally;
  /** Set at the end, to stop the writers. */
  ended: boolean;
}

/** Kills the server and its database while people write: acknowledged writes exist afterwards, and the books agree. */
export const kills: AttackGroup = async ({ isOver, seed }) => {
  const tally = createTally(seed);
  const dice = createDice(seed);
  const dataDir = mkdtempSync(join(tmpdir(), 'manger-kills-'));
  // The database's account must be able to enter the folder.
  chmodSync(dataDir, 0o711);
  const killed = { server: 0, database: 0 };
  const acknowledged: Acknowledged = { deliveries: new Map(), feedings: new Map() };
  const server = launchServer({ DATA_DIR: dataDir });
  const site: Site = { dataDir, server, address: '', acknowledged, tally, ended: false, farm: undefined as never };
  try {
    site.address = await server.ready;
    site.farm = await setUp(site, server);
    const writers = Array.from({ length: WRITERS }, (_, index) => writeOn(site, index));
    while (killed.server + killed.database < LEAST_KILLS || !isOver()) {
      await sleep(300 + dice.upTo(2200));
      // At least one kill of each.
      const both = killed.server > 0 && killed.database > 0;
      const what = both ? dice.pick(['server', 'database'] as const) : killed.server > 0 ? 'database' : 'server';
      killed[what] += 1;
      await (what === 'server' ? killServer(site, dice) : killDatabase(site));
    }
    site.ended = true;
    await Promise.all(writers);
    await lookOver(site);
  } finally {
    site.ended = true;
    await site.server.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
  const { deliveries, feedings } = site.acknowledged;
  if (deliveries.size === 0 || ![...feedings.values()].includes('uploaded')) tally.lost('nothing was acknowledged, so nothing was tried');
  tally.note(
    `kills ${killed.server} of the server, ${killed.database} of the database; acknowledged ${deliveries.size} deliveries, ${feedings.size} feedings`,
  );
  return tally.findings;
};

async function writeOn(site: Site, writer: number): Promise<void> {
  const { farm, acknowledged, tally } = site;
  const { owner } = farm.client;
  const today = new Date().toISOString().slice(0, 10);
  const write = async (method: 'post' | 'put', path: string, body: object) => {
    tally.tried();
    try {
      const answer = await owner[method]<{ id: number }>(path, body);
      if (answer.status >= 500 && answer.status !== 503) tally.fault(`${answer.status} at ${path} beside a kill`);
      return answer.status < 300 ? answer.data : undefined;
    } catch {
      return undefined; // The server is being killed: it may have been done or not.
    }
  };
  const step = async (id: number, reached: (typeof STEPS)[number], work: Promise<unknown>) => {
    if (!(await work)) return false;
    acknowledged.feedings.set(id, reached);
    return true;
  };
  for (let round = 1; !site.ended; round += 1) {
    const value = writer * 1000 + (round % 1000) + 0.125;
    const delivery = { farm: farm.farm, delivery_type: 'delivery', ingredient: farm.silage, value, price: 2 };
    const delivered = await write('post', 'manager/deliveries/', delivery);
    if (delivered) acknowledged.deliveries.set(delivered.id, value);
    else await sleep(100);
    if (writer % 2 === 0) continue;
    const feeding = await write('post', 'schedule/schedules/', scheduleOf(farm, today));
    if (!feeding) continue;
    const at = `schedule/schedules/${feeding.id}`;
    acknowledged.feedings.set(feeding.id, 'waited');
    const items = [{ ingredient: farm.silage, weight_fact: 3000 }];
    const groups = [{ group: farm.cowsGroup, weight_fact: 2900 }];
    void (
      (await step(feeding.id, 'in_process', write('put', `${at}/load/`, { status: 'in_process', items }))) &&
      (await step(feeding.id, 'loaded', write('put', `${at}/load/`, { status: 'loaded', items }))) &&
      (await step(feeding.id, 'out_process', write('put', `${at}/upload/`, { status: 'out_process' }))) &&
      (await step(feeding.id, 'uploaded', write('put', `${at}/upload/`, { status: 'uploaded', groups })))
    );
  }
}

async function killServer(site: Site, dice: Dice): Promise<void> {
  const postmaster = databaseProcess(site.dataDir);
  await site.server.end('SIGKILL');
  // A failure of the whole machine: both at once.
  if (dice.happens(0.3) && postmaster && isAlive(postmaster)) process.kill(postmaster, 'SIGKILL');
  site.server = launchServer({ DATA_DIR: site.dataDir });
  site.address = await site.server.ready;
}

async function killDatabase(site: Site): Promise<void> {
  const postmaster = databaseProcess(site.dataDir);
  if (!postmaster) throw new Error('the database has no process');
  process.kill(postmaster, 'SIGKILL');
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(50)) {
    const answer = await fetch(`${site.address}/healthz`).catch(() => undefined);
    const now = databaseProcess(site.dataDir);
    if (answer?.status === 200 && now && now !== postmaster) return;
  }
  throw new Error('the database did not come back after a kill');
}

async function lookOver({ dataDir, farm, acknowledged, tally }: Site): Promise<void> {
  const database = openDatabase({ url: runningEmbedded(dataDir) ?? '' });
  try {
    const db = database.forClient(farm.client.id);
    const delivered = await sql<{ id: number; value: number }>`select id, value from delivery where not deleted`.execute(db);
    const values = new Map(delivered.rows.map(({ id, value }) => [id, value]));
    for (const [id, value] of acknowledged.deliveries)
      if (values.get(id) !== value) tally.lost(`delivery ${id} of ${value} kg is ${values.get(id)}`);
    const fed = await sql<{ id: number; status: (typeof STEPS)[number] }>`select id, status from schedule`.execute(db);
    const statuses = new Map(fed.rows.map(({ id, status }) => [id, status]));
    for (const [id, step] of acknowledged.feedings) {
      const found = statuses.get(id);
      if (!found || STEPS.indexOf(found) < STEPS.indexOf(step)) tally.lost(`feeding ${id} was ${step} and is ${found}`);
    }
    for (const broken of await brokenBooks(database.acrossClients())) tally.lost(broken);
  } finally {
    await database.close();
  }
}
