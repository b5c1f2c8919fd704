import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hostOf } from './hosts.ts';
import { HOST_PATIENCE_MS } from './pools.ts';

/** How long an answer waits for a replica to have all that was written before it was asked for, ms. */
const WAIT_MS = 500;
const STEP_MS = 5;
const LOOK_MS = 1000;
/** Of moments at which the primary's position was read, for telling by how much a replica is late. */
const MOST_MOMENTS = 3600;

/** `late`: it hasn't what was written half a second ago. `no standby`: it takes writes, or is another database. */
type ReplicaState = 'fresh' | 'late' | 'away' | 'no standby';

export interface ReplicaHealth {
  host: string;
  state: ReplicaState;
  /** Seconds by which it is behind; null while it can't be asked. */
  lag: number | null;
}

export interface Replicas {
  /** The first replica, by its address, that has all that was written before the call; undefined when none has it in time. */
  caughtUp(): Promise<string | undefined>;
  /** Breaks off what is under way on a pool's connections when their replica goes away. */
  cutOff(address: string, pool: pg.Pool): void;
  /** It takes no connections. */
  away(address: string): void;
  /** The primary answered in a replica's place. */
  stoodIn(): void;
  health(): ReplicaHealth[];
  /** How often the primary answered in a replica's place. */
  fallbacks(): number;
  close(): Promise<void>;
}

interface Replica {
  address: string;
  pool: pg.Pool;
  state: ReplicaState;
  lag: number | null;
  /** How far it has replayed what the primary wrote, in bytes. */
  replayed: number;
  reading: Promise<number | null> | undefined;
  /** Of the primary, what it hasn't replayed yet: the oldest first. */
  behind: { at: number; position: number }[];
  connections: Set<pg.PoolClient>;
}

/**
 * Watches the replicas of a database by the positions in its log. An answer from one is never behind anything that was written, by whomever
 * and on whichever server, before it was asked for: nobody misses what they have just saved, and a screen that is told of a change sees it.
 */
export function watchReplicas(primary: () => Promise<pg.PoolClient>, addresses: readonly string[]): Replicas {
  const replicas = addresses.map(replicaAt);
  const position = latest(() => positionOf(primary));
  /** What this server last heard of it, for while the primary is away and nothing is written. */
  let known: number | undefined;
  let fallbacks = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function positionNow(): Promise<number | undefined> {
    known = await position().catch(() => known);
    return known;
  }

  const stoodIn = () => {
    fallbacks += 1;
  };

  async function look(): Promise<void> {
    const at = Date.now();
    const written = await positionNow();
    await Promise.all(replicas.map((replica) => lookAt(replica, at, written)));
    if (!closed) timer = setTimeout(look, LOOK_MS).unref();
  }
  timer = setTimeout(look, 0).unref();

  return {
    async caughtUp() {
      const until = Date.now() + WAIT_MS;
      const written = replicas.some(isFresh) ? await positionNow() : undefined;
      if (written !== undefined) {
        for (const replica of replicas.filter(isFresh)) {
          if (await reaches(replica, written, until)) return replica.address;
          if (isFresh(replica)) replica.state = 'late';
        }
      }
      return undefined;
    },
    cutOff(address, pool) {
      const replica = replicas.find((one) => one.address === address);
      pool.on('connect', (connection) => replica?.connections.add(connection));
      pool.on('remove', (connection) => replica?.connections.delete(connection as pg.PoolClient));
    },
    away(address) {
      const replica = replicas.find((one) => one.address === address);
      if (replica) goneAway(replica);
    },
    stoodIn,
    health: () => replicas.map(({ address, state, lag }) => ({ host: hostOf(address), state, lag })),
    fallbacks: () => fallbacks,
    async close() {
      closed = true;
      clearTimeout(timer);
      await Promise.all(replicas.map(({ pool }) => pool.end()));
    },
  };
}

const isFresh = ({ state }: Replica) => state === 'fresh';

function replicaAt(address: string): Replica {
  const pool = new pg.Pool({
    connectionString: address,
    max: 1,
    connectionTimeoutMillis: HOST_PATIENCE_MS,
    query_timeout: HOST_PATIENCE_MS,
  });
  pool.on('error', () => {});
  pool.on('connect', (connection) => connection.on('error', () => {}));
  return { address, pool, state: 'fresh', lag: null, replayed: 0, reading: undefined, behind: [], connections: new Set() };
}

/** Its connections end at once, so that nobody waits for what doesn't come: a machine that is switched off says no farewell. */
function goneAway(replica: Replica): void {
  replica.state = 'away';
  replica.lag = null;
  for (const connection of replica.connections) connection.connection.stream.destroy();
}

async function lookAt(replica: Replica, at: number, written: number | undefined): Promise<void> {
  if (written !== undefined && replica.behind.length < MOST_MOMENTS) replica.behind.push({ at, position: written });
  try {
    if ((await replayedBy(replica)) === null) replica.state = 'no standby';
    else if (written !== undefined) replica.state = (await reaches(replica, written, at + WAIT_MS)) ? 'fresh' : 'late';
    else if (replica.state === 'away') replica.state = 'late';
    replica.behind = replica.behind.filter(({ position }) => position > replica.replayed);
    const [first] = replica.behind;
    replica.lag = replica.state === 'no standby' ? null : first ? (Date.now() - first.at) / 1000 : 0;
  } catch {
    goneAway(replica);
  }
}

/** Whether the replica has replayed the log up to there, by the given time. */
async function reaches(replica: Replica, position: number, until: number): Promise<boolean> {
  while (replica.replayed < position) {
    const rest = until - Date.now();
    const stop = new AbortController();
    // What it may still say after that is for the next one who asks.
    const read = await Promise.race([
      replayedBy(replica).catch(() => null),
      sleep(Math.max(rest, STEP_MS), null, { signal: stop.signal }).catch(() => null),
    ]);
    stop.abort();
    if (read === null) return false;
    if (read >= position) break;
    if (rest <= 0) return false;
    await sleep(STEP_MS);
  }
  return true;
}

/** Null: it is no standby. Those who ask at the same time share an answer. */
function replayedBy(replica: Replica): Promise<number | null> {
  replica.reading ??= replica.pool
    .query<{ replayed: number | null }>("select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() - '0/0' end as replayed")
    .then(({ rows }) => {
      const replayed = rows[0]?.replayed ?? null;
      replica.replayed = replayed ?? 0;
      return replayed;
    })
    .finally(() => {
      replica.reading = undefined;
    });
  return replica.reading;
}

const PAGE = 8192;
const PAGE_HEAD = 24;
const SEGMENT = 1024 * 1024;
const SEGMENT_HEAD = 40;

/** Behind all that was written, whether it is on the disk already or not. */
async function positionOf(primary: () => Promise<pg.PoolClient>): Promise<number> {
  const connection = await primary();
  try {
    const { rows } = await connection.query<{ position: number }>("select pg_current_wal_insert_lsn() - '0/0' as position");
    const position = rows[0]?.position ?? 0;
    // A page that is still empty begins with its head, which no replica replays.
    if (position % PAGE === PAGE_HEAD) return position - PAGE_HEAD;
    return position % SEGMENT === SEGMENT_HEAD ? position - SEGMENT_HEAD : position;
  } finally {
    connection.release();
  }
}

/** Those who ask while an answer is under way share the next one, which begins after they asked. */
function latest<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let now: Promise<Answer> | undefined;
  let next: Promise<Answer> | undefined;
  const begin = (): Promise<Answer> => {
    next = undefined;
    const begun = ask().finally(() => {
      if (now === begun) now = undefined;
    });
    now = begun;
    return begun;
  };
  return () => {
    if (!now) return begin();
    next ??= now.then(begin, begin);
    return next;
  };
}
