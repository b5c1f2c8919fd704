import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hostOf } from './hosts.ts';
import { HOST_PATIENCE_MS } from './pools.ts';

/** Max wait in ms for a replica to replay everything written before the request. */
const WAIT_MS = 500;
const STEP_MS = 5;
const LOOK_MS = 1000;
/** Max recorded positions of the primary, from which the lag is computed. */
const MAX_MOMENTS = 3600;

/** `late`: lacks writes of half a second ago. `no standby`: takes writes, or is another database. */
type ReplicaState = 'fresh' | 'late' | 'away' | 'no standby';

export interface ReplicaHealth {
  host: string;
  state: ReplicaState;
  /** Lag in seconds; null if the replica can't be reached. */
  lag: number | null;
}

export interface Replicas {
  /** The first replica, by address, that has all writes before the call; undefined if none has them in time. */
  caughtUp(): Promise<string | undefined>;
  /** Cuts the pool's connections if their replica goes away. */
  cutOff(address: string, pool: pg.Pool): void;
  /** Records that the replica accepts no connections. */
  away(address: string): void;
  /** Records that the primary answered instead of a replica. */
  stoodIn(): void;
  health(): ReplicaHealth[];
  /** How often the primary answered instead of a replica. */
  fallbacks(): number;
  close(): Promise<void>;
}

interface Replica {
  address: string;
  pool: pg.Pool;
  state: ReplicaState;
  lag: number | null;
  /** The replayed position of the primary's log, in bytes. */
  replayed: number;
  reading: Promise<number | null> | undefined;
  /** Recorded positions of the primary that the replica hasn't replayed, oldest first. */
  behind: { at: number; position: number }[];
  connections: Set<pg.PoolClient>;
}

/**
 * Watches replicas by their positions in the log. An answer of a replica contains everything written before the request, by any user and
 * server: nobody misses a saved change, and a notified screen sees the change.
 */
export function watchReplicas(primary: () => Promise<pg.PoolClient>, addresses: readonly string[]): Replicas {
  const replicas = addresses.map(replicaAt);
  const position = latest(() => positionOf(primary));
  /** The primary's last known position, for use while the primary is away and nothing is written. */
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

/** Ends the replica's connections at once: a machine that is switched off sends no goodbye. */
function goneAway(replica: Replica): void {
  replica.state = 'away';
  replica.lag = null;
  for (const connection of replica.connections) connection.connection.stream.destroy();
}

async function lookAt(replica: Replica, at: number, written: number | undefined): Promise<void> {
  if (written !== undefined && replica.behind.length < MAX_MOMENTS) replica.behind.push({ at, position: written });
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

/** True if the replica has replayed the log up to the position by the given time. */
async function reaches(replica: Replica, position: number, until: number): Promise<boolean> {
  while (replica.replayed < position) {
    const rest = until - Date.now();
    const stop = new AbortController();
    // A later answer serves the next caller.
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

/** The replayed position; null for a server that is no standby. Concurrent callers share an answer. */
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

/** The end of everything written, including writes that aren't on disk yet. */
async function positionOf(primary: () => Promise<pg.PoolClient>): Promise<number> {
  const connection = await primary();
  try {
    const { rows } = await connection.query<{ position: number }>("select pg_current_wal_insert_lsn() - '0/0' as position");
    const position = rows[0]?.position ?? 0;
    // An empty page begins with its header, which no replica replays.
    if (position % PAGE === PAGE_HEAD) return position - PAGE_HEAD;
    return position % SEGMENT === SEGMENT_HEAD ? position - SEGMENT_HEAD : position;
  } finally {
    connection.release();
  }
}

/** Callers during a request share the next request, which begins after their call. */
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
