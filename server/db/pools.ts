import pg from 'pg';
import { demandPrimary, hostsOf } from './hosts.ts';
import { giveWay, processOf } from './priority.ts';
import { createShare } from './share.ts';
import { ALL, type Conditions, startOptions, type Tenant } from './telling.ts';
import { sharedConnections, type Take } from './tenant-pools.ts';

/** Max wait for a host that has alternatives, and how long the host then counts as away, in ms. */
export const HOST_PATIENCE_MS = 3000;
const AWAY_MS = 10_000;

/**
 * Max idle time of a connection in ms. A new connection starts a process without cached tables and plans: the next report after two minutes
 * of reading took twice as long.
 */
const IDLE_MS = 10 * 60_000;

export interface Bounds {
  /** Max connections. */
  max: number;
  /** Max wait for a connection in ms. */
  patience: number;
  /** The `nice` value of the embedded database's processes, relative to this process. */
  givesWay: number;
}

/** A pool for each host of an address. Connections open when needed. */
export function poolsOf(
  address: string,
  conditions: Conditions,
  { max, patience, givesWay, shared, embedded, replica }: Bounds & { shared: boolean; embedded: boolean; replica: boolean },
): pg.Pool[] {
  const hosts = hostsOf(address);
  const several = hosts.length > 1;
  return hosts.map((connectionString) => {
    const pool = new pg.Pool({
      connectionString,
      max,
      ...(shared ? {} : { options: startOptions(conditions) }),
      ...(several && !replica ? { verify: demandPrimary } : {}),
      idleTimeoutMillis: IDLE_MS,
      connectionTimeoutMillis: several ? Math.min(patience, HOST_PATIENCE_MS) : patience,
      pipeline: true,
    });
    // The pool replaces a broken connection. Without a listener its error would end the process.
    pool.on('error', () => {});
    return pool.on('connect', (connection) => {
      connection.on('error', () => {});
      if (shared) sharedConnections.add(connection);
      if (embedded) giveWay(processOf(connection), givesWay);
    });
  });
}

/** A connection of the first available pool. An absent host is tried again after a while, or if all others are absent too. */
export function firstOf(pools: readonly pg.Pool[]): () => Promise<pg.PoolClient> {
  const awayUntil = new Map<pg.Pool, number>();
  return async () => {
    const isAway = (pool: pg.Pool) => Date.now() < (awayUntil.get(pool) ?? 0);
    let failure: unknown;
    for (const pool of pools.toSorted((a, b) => Number(isAway(a)) - Number(isAway(b)))) {
      try {
        return await pool.connect();
      } catch (error) {
        // A pool with all connections in use doesn't mean that the host is away.
        if (pool.totalCount >= pool.options.max) throw error;
        awayUntil.set(pool, Date.now() + AWAY_MS);
        failure ??= error;
      }
    }
    throw failure;
  };
}

/**
 * Limits a client to half of a pool's connections. Further requests of the client queue separately, with the pool's time limit, while other
 * clients find free connections.
 */
export function sharing(take: () => Promise<pg.PoolClient>, max: number, patience: number): Take {
  const shares = new Map<Tenant, ReturnType<typeof createShare>>();
  const most = Math.max(1, Math.floor(max / 2));
  return async (tenant) => {
    if (tenant === ALL) return take();
    const share = shares.get(tenant) ?? createShare(most, patience);
    shares.set(tenant, share);
    const leave = await share.enter();
    try {
      const connection = await take();
      const letGo = connection.release;
      connection.release = (broken) => {
        letGo(broken);
        leave();
      };
      return connection;
    } catch (error) {
      leave();
      throw error;
    }
  };
}
