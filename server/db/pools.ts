import pg from 'pg';
import { demandPrimary, hostsOf } from './hosts.ts';
import { giveWay, processOf } from './priority.ts';
import { createShare } from './share.ts';
import { ALL, type Conditions, startOptions, type Tenant } from './telling.ts';
import { sharedConnections, type Take } from './tenant-pools.ts';

/** How long is waited for a host that has others to stand in for it, and how long it then counts as away, ms. */
export const HOST_PATIENCE_MS = 3000;
const AWAY_MS = 10_000;

/**
 * A connection waits so long for the next who needs one, ms. A new one has its process to start, knows no table yet and has nothing planned: who
 * reads a report for two minutes, and then asks for the next, waited twice as long for it.
 */
const IDLE_MS = 10 * 60_000;

export interface Bounds {
  /** Connections at most. */
  max: number;
  /** How long is waited for one, ms. */
  patience: number;
  /** How far a process of this machine's own database stands behind this one. */
  givesWay: number;
}

/** A pool for each host of an address. No connection is opened before it is needed. */
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
    // A connection that breaks, idle or in use, is replaced by the pool; without a listener it would end the process.
    pool.on('error', () => {});
    return pool.on('connect', (connection) => {
      connection.on('error', () => {});
      if (shared) sharedConnections.add(connection);
      if (embedded) giveWay(processOf(connection), givesWay);
    });
  });
}

/** A connection of the first pool whose database is there. One that is away is asked again after a while, or when all others are away too. */
export function firstOf(pools: readonly pg.Pool[]): () => Promise<pg.PoolClient> {
  const awayUntil = new Map<pg.Pool, number>();
  return async () => {
    const isAway = (pool: pg.Pool) => Date.now() < (awayUntil.get(pool) ?? 0);
    let failure: unknown;
    for (const pool of pools.toSorted((a, b) => Number(isAway(a)) - Number(isAway(b)))) {
      try {
        return await pool.connect();
      } catch (error) {
        // All in use isn't away.
        if (pool.totalCount >= pool.options.max) throw error;
        awayUntil.set(pool, Date.now() + AWAY_MS);
        failure ??= error;
      }
    }
    throw failure;
  };
}

/**
 * A client has half of a pool's connections at most: whoever of it comes beyond that waits in the client's own line, with the pool's
 * patience, while others find connections free.
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
