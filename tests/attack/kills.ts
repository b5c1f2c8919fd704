import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, openDatabase } from '#server/db/database.ts';
import { runningEmbedded } from '#server/db/embedded.ts';
import { isAlive } from '#server/db/embedded-cluster.ts';
import { newWebhookSecret } from '#server/operations/webhooks/signature.ts';
import { LONG } from '#tests/support/count-runs.ts';
import { make } from '#tests/support/factories.ts';
import { databaseProcess, launchServer, type Server } from '#tests/support/launch.ts';
import { brokenBooks } from './books.ts';
import { createDice, type Dice } from './dice.ts';
import type { AttackGroup } from './group.ts';
import { setUp } from './installation.ts';
import { type Acknowledged, type Site as Begun, STEPS, type Step, writeUntilEnd } from './kill-writers.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { createTally } from './tally.ts';

const WRITERS = 4;
const LEAST_KILLS = LONG ? 50 : 2;
const PATIENCE_MS = 60_000;
/** Max time until the last events arrive: the job runs every ten seconds. */
const ARRIVAL_MS = 120_000;

interface Site extends Begun {
  server: Server;
  receiver: Receiver;
}
/** The receiver of the events is on this machine. */
const launch = (dataDir: string) => launchServer({ DATA_DIR: dataDir, WEBHOOK_NETWORKS: '127.0.0.1/32' });

/**
 * Kills the server and its database while people write and events leave: each acknowledged write exists once, however often it was repeated,
 * each event has arrived once by its id, and the books agree.
 */
export const kills: AttackGroup = async ({ isOver, seed }) => {
  const tally = createTally(seed);
  const dice = createDice(seed);
  const dataDir = mkdtempSync(join(tmpdir(), 'manger-kills-'));
  // The database's account must be able to enter the folder.
  chmodSync(dataDir, 0o711);
  const killed = { server: 0, database: 0 };
  const acknowledged: Acknowledged = { deliveries: new Map(), created: 0, feedings: new Map() };
  const secret = newWebhookSecret();
  const receiver = await startReceiver(secret);
  const site: Site = {
    dataDir,
    server: launch(dataDir),
    receiver,
    address: '',
    acknowledged,
    tally,
    ended: false,
    farm: undefined as never,
  };
  try {
    site.address = await site.server.ready;
    site.farm = await setUp(site, site.server);
    const events = ['delivery.created', 'feeding.loaded', 'feeding.unloaded'];
    await make(site.farm.client.owner, 'manager/webhooks/', { farm: site.farm.farm, url: `${receiver.url}/`, events, secret });
    const writers = Array.from({ length: WRITERS }, (_, index) => writeUntilEnd(site, index));
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
    await compare(site);
  } finally {
    site.ended = true;
    await site.server.end('SIGTERM');
    await receiver.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  const { deliveries, feedings } = site.acknowledged;
  if (deliveries.size === 0 || ![...feedings.values()].includes('uploaded')) tally.lost('nothing was acknowledged, so nothing was tried');
  tally.note(
    `kills ${killed.server} of the server, ${killed.database} of the database; acknowledged ${deliveries.size} deliveries, ${feedings.size} feedings; ${receiver.arrived.length} posts of ${receiver.processed.size} events`,
  );
  return tally.findings;
};

async function killServer(site: Site, dice: Dice): Promise<void> {
  const postmaster = databaseProcess(site.dataDir);
  await site.server.end('SIGKILL');
  // A failure of the whole machine: both at once.
  if (dice.happens(0.3) && postmaster && isAlive(postmaster)) process.kill(postmaster, 'SIGKILL');
  site.server = launch(site.dataDir);
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

async function compare(site: Site): Promise<void> {
  const database = openDatabase({ url: runningEmbedded(site.dataDir) ?? '' });
  try {
    await compareRecordings(site, database);
    await compareEvents(site, database);
    for (const broken of await brokenBooks(database.acrossClients())) site.tally.lost(broken);
  } finally {
    await database.close();
  }
}

/** Each acknowledged recording exists, and exists once. */
async function compareRecordings({ farm, acknowledged, tally }: Site, database: Database): Promise<void> {
  const db = database.forClient(farm.client.id);
  const delivered = await sql<{ value: number; ids: number[] }>`
    select value, array_agg(id order by id) as ids from delivery where not deleted and delivery_type = 'delivery' and value % 1 = 0.125 group by value`.execute(
    db,
  );
  const stored = new Map(delivered.rows.map(({ value, ids }) => [value, ids]));
  for (const [value, id] of acknowledged.deliveries) {
    const ids = stored.get(value) ?? [];
    if (ids.length !== 1 || (id !== null && ids[0] !== id)) tally.lost(`delivery ${id} of ${value} kg is ${JSON.stringify(ids)}`);
  }
  if (stored.size !== acknowledged.deliveries.size) tally.lost(`${stored.size} deliveries, ${acknowledged.deliveries.size} acknowledged`);
  const fed = await sql<{ id: number; status: Step }>`select id, status from schedule`.execute(db);
  if (fed.rows.length !== acknowledged.created) tally.lost(`${fed.rows.length} feedings, ${acknowledged.created} acknowledged`);
  const statuses = new Map(fed.rows.map(({ id, status }) => [id, status]));
  for (const [id, step] of acknowledged.feedings) {
    const found = statuses.get(id);
    if (!found || STEPS.indexOf(found) < STEPS.indexOf(step)) tally.lost(`feeding ${id} was ${step} and is ${found}`);
  }
}

/** Each recording has its events once, and the receiver has processed the id of each, and no other. */
async function compareEvents({ farm, receiver, tally }: Site, database: Database): Promise<void> {
  const db = database.forClient(farm.client.id);
  const waiting = sql<{ count: number }>`
    with due as (update webhook_event set next_attempt_at = null where state = 'waiting' and attempted_at < now() - interval '15 seconds' returning id)
    select count(*)::integer as count from webhook_event where state = 'waiting'`;
  const isDone = async () => (await waiting.execute(db)).rows[0]?.count === 0;
  // The lease of an attempt that a kill interrupted lasts ten minutes.
  for (const until = Date.now() + ARRIVAL_MS; !(await isDone()); await sleep(500))
    if (Date.now() > until) {
      tally.lost('events still wait for their receiver');
      break;
    }
  const { rows } = await sql<{ type: string; id: number; events: string[] }>`
    with happened as (
      select 'delivery.created' as type, id from delivery where delivery_type = 'delivery' and value % 1 = 0.125
      union all select 'feeding.loaded', id from schedule where status in ('loaded', 'out_process', 'uploaded')
      union all select 'feeding.unloaded', id from schedule where status = 'uploaded'
    )
    select h.type, h.id, coalesce(array_agg('evt_' || e.client_id || '_' || e.id) filter (where e.id is not null), '{}') as events
    from happened h left join webhook_event e on e.type = h.type and (e.data->>'id')::bigint = h.id group by h.type, h.id`.execute(db);
  const ids = rows.flatMap(({ events }) => events);
  if (ids.length === 0) tally.lost('nothing happened, so no event was tried');
  for (const { type, id, events } of rows) if (events.length !== 1) tally.lost(`${type} of ${id} has the events ${events}`);
  for (const id of ids) if (!receiver.processed.has(id)) tally.lost(`event ${id} has not arrived`);
  const unknown = [...receiver.processed].filter((id) => !ids.includes(id));
  if (unknown.length > 0) tally.lost(`events ${unknown.slice(0, 5)} arrived without a recording`);
  const bodies = new Set(receiver.arrived.map(({ headers, body }) => `${headers['webhook-id']} ${body}`));
  if (bodies.size !== receiver.processed.size) tally.lost(`${receiver.processed.size} events arrived with ${bodies.size} contents`);
}
