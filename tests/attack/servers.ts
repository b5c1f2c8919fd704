import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#server/db/database.ts';
import type { Answer } from '#tests/support/api.ts';
import { make } from '#tests/support/factories.ts';
import { jobOf, type ReadyFarm, scheduleOf } from '#tests/support/feeding.ts';
import { launchServer, type Server } from '#tests/support/launch.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { type Member, type Replicated, startReplicated } from '#tests/support/replica.ts';
import { confirmAll, DAILY, makeSaved } from '#tests/support/reports/subscriptions.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { brokenBooks } from './books.ts';
import { createDice, type Dice } from './dice.ts';
import type { AttackGroup } from './group.ts';
import { callerAt, setUp } from './installation.ts';
import { openScreens, type Screens } from './screens.ts';
import { createTally, type Tally } from './tally.ts';

const SERVERS = 4;
const MIXERS = 20;
const SCREENS = 200;
/** Ms between two recordings of a mixer. */
const PACE = 1000;
const RECORDINGS = 6;
/** Max ms until every screen continues. */
const GOES_ON_MS = 10_000;
const PATIENCE_MS = 90_000;
const STEPS = ['waited', 'in_process', 'loaded', 'out_process', 'uploaded'] as const;
type Step = (typeof STEPS)[number];

interface Site {
  address: string;
  farm: ReadyFarm;
  databases: Replicated;
  /** The server that takes writes. */
  primary: Member;
  proxy: Balancer;
  servers: Map<Server, string>;
  mail: MailServer;
  screens: Screens;
  tally: Tally;
  dice: Dice;
  env: (index: number) => Record<string, string>;
  acknowledged: { feedings: Map<number, Step>; deliveries: Map<number, number> };
  /** Set at the end, to stop people and mixers. */
  ended: boolean;
}

/**
 * Four servers behind a balancer, a primary and two replicas, recording mixers and open screens. Kills servers, a replica, and at last the
 * primary, after which a replica is promoted. Acknowledged writes exist once, and screens continue automatically.
 */
export const servers: AttackGroup = async ({ isOver, seed }) => {
  const tally = createTally(seed);
  const folder = mkdtempSync(join(tmpdir(), 'manger-servers-'));
  const site = await start(folder, tally, createDice(seed));
  try {
    const work = [
      ...Array.from({ length: MIXERS }, (_, index) => mix(site, index)),
      ...Array.from({ length: 2 }, (_, index) => deliver(site, index)),
      read(site),
    ];
    const mails = await subscribe(site);
    await goesOn(site, 'the start');
    for (let killed = 0; killed < SERVERS || !isOver(); killed += 1) {
      await mails.send();
      await killServer(site);
    }
    await mails.send();
    await killReplica(site);
    await promote(site);
    await mails.send();
    await killServer(site);
    site.ended = true;
    await Promise.all(work);
    await mails.demandAll();
    await lookOver(site);
  } finally {
    site.ended = true;
    await end(site);
    rmSync(folder, { recursive: true, force: true });
  }
  return tally.findings;
};

async function start(folder: string, tally: Tally, dice: Dice): Promise<Site> {
  const databases = await startReplicated(['one', 'two', 'three'], { onPorts: true });
  // An acknowledged write is on a replica too, so that it survives the primary.
  await databases.primary.admin(`alter system set synchronous_standby_names = 'ANY 1 (two, three)'`);
  await databases.primary.admin('select pg_reload_conf()');
  const mail = await startMailServer();
  const proxy = await startBalancer();
  const getHost = ({ url }: Member) => new URL(url).host;
  const several = (members: readonly Member[]) => `postgresql://manger@${members.map(getHost).join(',')}/manger`;
  const all = [databases.primary, ...databases.replicas];
  const env = (index: number) => ({
    DATABASE_URL: several(all),
    // Each server prefers another replica.
    REPORTS_DATABASE_URL: several(index % 2 === 0 ? databases.replicas : databases.replicas.toReversed()),
    DATABASE_POOL: '6',
    SECRET_KEY: 'one key of all the servers, long enough',
    DATA_DIR: join(folder, String(index)),
    PUBLIC_URL: proxy.url,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Manger <reports@manger.test>',
    MAILS_PER_DAY: '100000',
  });
  const first = launchServer(env(0));
  const address = await first.ready;
  const farm = await setUp({ address }, first);
  const rest = Array.from({ length: SERVERS - 1 }, (_, index) => launchServer(env(index + 1)));
  const launched = [first, ...rest];
  const running = new Map(await Promise.all(launched.map(async (server) => [server, await server.ready] as const)));
  proxy.lead([...running.values()]);
  const today = new Date().toISOString().slice(0, 10);
  const plan = `${proxy.url}/api/schedule/schedules/?farm=${farm.farm}&planned_on=${today}&page_size=50`;
  const screens = openScreens(SCREENS, `${proxy.url}/api/events/`, plan, farm.client.owner.token);
  const owner = callerAt({ address: proxy.url }, farm.client.owner.token);
  return {
    address: proxy.url,
    farm: { ...farm, client: { ...farm.client, owner } },
    databases,
    primary: databases.primary,
    proxy,
    servers: running,
    mail,
    screens,
    tally,
    dice,
    env,
    acknowledged: { feedings: new Map(), deliveries: new Map() },
    ended: false,
  };
}

async function end({ servers: running, proxy, screens, mail, databases }: Site): Promise<void> {
  screens.close();
  proxy.close();
  await Promise.all([...running.keys()].map((server) => server.end('SIGTERM')));
  await mail.close();
  await databases.close();
}

/** Repeats a request until it is accepted, like the recording screen; undefined at the end of the run. */
async function insist<T>(site: Site, what: string, ask: () => Promise<Answer<T>>): Promise<T | undefined> {
  for (const until = Date.now() + PATIENCE_MS; !site.ended; await sleep(500)) {
    site.tally.tried();
    const answer = await ask().catch(() => undefined);
    if (answer && answer.status < 300) return answer.data;
    if (answer && answer.status >= 400 && answer.status < 500) {
      site.tally.fault(`${answer.status} at ${what}: ${JSON.stringify(answer.errors)}`);
      return undefined;
    }
    // Answers of the balancer without servers, and of servers without a database.
    if (answer && ![502, 503].includes(answer.status)) site.tally.fault(`${answer.status} at ${what}: ${JSON.stringify(answer.errors)}`);
    if (Date.now() > until) {
      site.tally.fault(`${what} was not taken for ${PATIENCE_MS / 1000} s`);
      return undefined;
    }
  }
  return undefined;
}

async function mix(site: Site, index: number): Promise<void> {
  const { farm, acknowledged } = site;
  const { owner } = farm.client;
  const today = new Date().toISOString().slice(0, 10);
  await sleep((PACE * index) / MIXERS);
  while (!site.ended) {
    const feeding = await insist<{ id: number }>(site, 'a feeding', () => owner.post('schedule/schedules/', scheduleOf(farm, today)));
    if (!feeding) continue;
    const report = async (call: 'load' | 'upload', status: Step, body: object) => {
      const at = `schedule/schedules/${feeding.id}/${call}/`;
      if (await insist(site, call, () => owner.put(at, { status, ...body }))) acknowledged.feedings.set(feeding.id, status);
      await sleep(PACE);
    };
    const load = (weight_fact: number) => ({ items: [{ ingredient: farm.silage, weight_fact }] });
    for (let turn = 1; turn <= RECORDINGS; turn += 1) await report('load', 'in_process', load(500 * turn));
    await report('load', 'loaded', load(3000));
    await report('upload', 'out_process', {});
    await report('upload', 'uploaded', { groups: [{ group: farm.cowsGroup, weight_fact: 2900 }] });
  }
}

/** Deliveries aren't repeated: an unacknowledged one may exist or not. */
async function deliver(site: Site, writer: number): Promise<void> {
  const { farm, acknowledged, tally } = site;
  for (let round = 1; !site.ended; round += 1, await sleep(PACE / 2)) {
    const value = writer * 10_000 + round + 0.125;
    const row = { farm: farm.farm, delivery_type: 'delivery', ingredient: farm.silage, value, price: 2 };
    tally.tried();
    const made = await farm.client.owner.post<{ id: number }>('manager/deliveries/', row).catch(() => undefined);
    if (made && made.status < 300) acknowledged.deliveries.set(made.data.id, value);
  }
}

/** Reads reports continuously. Each contains the feedings acknowledged before. */
async function read(site: Site): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const { owner } = site.farm.client;
  for (; !site.ended; await sleep(PACE)) {
    const loaded = [...site.acknowledged.feedings.values()].filter((step) => step === 'uploaded').length;
    const path = `report/planfeed/?planned_on_after=${today}&planned_on_before=${today}`;
    const report = await insist<unknown>(site, 'a report', () => owner.get(path));
    if (report && loaded > 0 && !JSON.stringify(report).includes(today))
      site.tally.lost('a report has nothing of what was acknowledged before');
  }
}

/** A report mailed on request. */
async function subscribe({ farm, primary, mail, tally }: Site) {
  const { owner } = farm.client;
  const saved = await makeSaved(owner, farm.farm);
  const subscription = await make(owner, 'report/subscriptions/', { saved: saved.id, ...DAILY });
  const database = openDatabase({ url: primary.url, max: 2 });
  await confirmAll({ database });
  await database.close();
  await make(owner, 'manager/loadings/', { farm: farm.farm, name: 'By itself', jobs: [{ ...jobOf(farm), auto_load: true }] });
  let asked = 0;
  return {
    async send() {
      const { status } = await owner.post(`report/subscriptions/${subscription.id}/send/`, {}).catch(() => ({ status: 0 }));
      // Not twice within a minute.
      if (status === 204) asked += 1;
      else if (status !== 429) tally.note(`a sending was not taken: ${status}`);
    },
    /** Each mail once: none twice, and all except those that a killed server had leased, which wait for the end of the lease. */
    async demandAll() {
      const ids = () => mail.mails.map(({ raw }) => /^Message-ID: (<report-.*>)/m.exec(raw)?.[1]).filter(Boolean);
      for (const until = Date.now() + 30_000; ids().length < asked && Date.now() < until; ) await sleep(500);
      if (new Set(ids()).size !== ids().length) tally.lost('a mail came twice');
      tally.note(`mails ${asked} asked for, ${ids().length} came`);
      const { data } = await owner.get<{ state: string }[]>(`report/subscriptions/${subscription.id}/sendings/`);
      const states = data.map(({ state }) => state);
      if (states.filter((state) => state === 'sent').length !== ids().length) tally.lost(`mails are ${states}, ${ids().length} came`);
      if (states.length !== asked) tally.lost(`${asked} mails were taken, ${states.length} are there`);
    },
  };
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Every screen reconnects and receives a change. */
async function goesOn(site: Site, after: string): Promise<void> {
  const { screens, farm, tally } = site;
  const began = performance.now();
  // Disconnected screens notice it in a moment.
  await sleep(200);
  for (; screens.following() < SCREENS && performance.now() - began < PATIENCE_MS; await sleep(50));
  tally.note(`after ${after} all ${SCREENS} screens follow within ${seconds(began)}`);
  const heard = screens.heard();
  await insist(site, 'a change', () =>
    farm.client.owner.put(`manager/groups/${farm.heifers}/`, { animal_count: 50 + (Math.round(began) % 9) }),
  );
  tally.note(`after ${after} a change was taken within ${seconds(began)}`);
  const deaf = () => screens.heard().filter((count, index) => count <= (heard[index] ?? 0)).length;
  for (; deaf() > 0 && performance.now() - began < PATIENCE_MS; await sleep(50));
  tally.note(`after ${after} all screens heard of it within ${seconds(began)}`);
  if (deaf() > 0) tally.lost(`after ${after} ${deaf()} screens hear of no change`);
  else if (performance.now() - began > GOES_ON_MS && after !== 'the start')
    tally.fault(`after ${after} screens went on after ${seconds(began)} alone`);
}

async function killServer(site: Site): Promise<void> {
  const { dice, proxy, servers: running, env } = site;
  await sleep(dice.upTo(3000));
  const [server] = dice.pick([...running]);
  running.delete(server);
  await server.end('SIGKILL');
  await goesOn(site, 'the kill of a server');
  // The killed server's replacement has another address.
  const index = Number(dice.upTo(SERVERS));
  const next = launchServer(env(index));
  running.set(next, await next.ready);
  proxy.lead([...running.values()]);
}

async function killReplica(site: Site): Promise<void> {
  const replica = site.dice.pick(site.databases.replicas);
  await replica.kill();
  await sleep(5000);
  await goesOn(site, 'the end of a replica');
  await replica.start();
}

/** Kills the primary. The most advanced replica replaces it, and the other one follows. */
async function promote(site: Site): Promise<void> {
  const { primary, replicas } = site.databases;
  const following = async () => (await primary.admin(`select from pg_stat_replication where state = 'streaming'`)).length;
  for (const until = Date.now() + PATIENCE_MS; (await following()) < replicas.length && Date.now() < until; ) await sleep(200);
  await primary.kill();
  const received = async (member: Member) => {
    const [row] = await member.admin<{ at: string }>(`select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::text as at`);
    return [member, BigInt(row?.at ?? 0)] as const;
  };
  const found = await Promise.all(replicas.map(received));
  const [[next], [other]] = found.toSorted(([, a], [, b]) => (a < b ? 1 : -1)) as [(typeof found)[number], (typeof found)[number]];
  await next.admin('select pg_promote(true)');
  await other.follow(next);
  site.primary = next;
  await goesOn(site, 'the promotion of a replica');
}

async function lookOver({ primary, farm, acknowledged, tally }: Site): Promise<void> {
  const database = openDatabase({ url: primary.url, max: 4 });
  try {
    const db = database.forClient(farm.client.id);
    const delivered = await sql<{ id: number; value: number }>`select id, value from delivery where not deleted`.execute(db);
    const values = new Map(delivered.rows.map(({ id, value }) => [id, value]));
    for (const [id, value] of acknowledged.deliveries)
      if (values.get(id) !== value) tally.lost(`delivery ${id} of ${value} kg is ${values.get(id)}`);
    const fed = await sql<{ id: number; status: Step }>`select id, status from schedule`.execute(db);
    const statuses = new Map(fed.rows.map(({ id, status }) => [id, status]));
    for (const [id, step] of acknowledged.feedings) {
      const status = statuses.get(id);
      if (!status || STEPS.indexOf(status) < STEPS.indexOf(step)) tally.lost(`feeding ${id} was ${step} and is ${status}`);
    }
    const { rows: twice } = await sql`
      select period_job_id, planned_on from schedule where period_job_id is not null and not deleted group by 1, 2 having count(*) > 1`.execute(
      db,
    );
    if (twice.length > 0) tally.lost(`a day was made twice: ${JSON.stringify(twice)}`);
    for (const broken of await brokenBooks(database.acrossClients())) tally.lost(broken);
    const { feedings, deliveries } = acknowledged;
    tally.note(`acknowledged ${feedings.size} feedings, ${deliveries.size} deliveries`);
    if (![...feedings.values()].includes('uploaded') || deliveries.size === 0) tally.lost('nothing was acknowledged, so nothing was tried');
  } finally {
    await database.close();
  }
}
