import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { type WrappedConnection, wrapConnection } from './connection.ts';
import { GIVES_WAY, giveWay } from './priority.ts';
import { readInstant } from './read-instant.ts';
import type { DB } from './schema.gen.ts';
import { createShare } from './share.ts';
import { ALL, type Conditions, startOptions, type Tenant, tellingOf } from './telling.ts';

/** A connection, or a transaction on it, that sees one client's rows, or every client's when it was asked for by name. */
export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

const { types } = pg;
const NUMERIC = 1700;
const INT8 = 20;
// Kinds of arrays have no name in pg's types.
const INT4_ARRAY: number = 1007;
const INT8_ARRAY: number = 1016;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
types.setTypeParser(NUMERIC, Number);
// Ids are numbers, and none is beyond what a number keeps exactly (`Id`).
types.setTypeParser(INT8, Number);
types.setTypeParser(INT8_ARRAY, types.getTypeParser(INT4_ARRAY));
types.setTypeParser(DATE, (text) => text);
types.setTypeParser(TIMESTAMPTZ, readInstant);

export interface Database {
  /** For a thread of its own, which can be handed no connection. */
  readonly url: string;
  /** Its processes are this machine's own, so that those of costly work can be told to give way to all others. */
  readonly embedded: boolean;
  /** Sees the rows of one client. */
  forClient(clientId: number): Db;
  /** The same for those who change something: a mixer's report never waits behind a hundred screens that look on. */
  changing(clientId: number): Db;
  /** Sees the rows of all clients: sign-in, the installation's own administration, and jobs. */
  acrossClients(): Db;
  /** Read-only, with a statement timeout, on the replica where there is one. A long one gives way to all else, and others' short ones don't wait for it. */
  reports(clientId: number, length?: 'short' | 'long'): Db;
  /** A connection of its own, outside the pool and told no tenant: for a client's archive. */
  connection(): pg.Client;
  /** One that no pooler shares, so that what is told to all arrives: for LISTEN. */
  listener(): pg.Client;
  /** Connections in use and waiting, for the metrics. */
  load(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** A connection that is told no tenant, and reads values as all others do. */
const connectionTo = (url: string): pg.Client => new pg.Client({ connectionString: url, keepAlive: true });

/** The same for costly work, which a thread of its own may do: what this machine's database does for it comes after all else. */
export function costlyConnection({ url, embedded }: Pick<Database, 'url' | 'embedded'>): pg.Client {
  const connection = connectionTo(url);
  if (embedded) connection.once('connect', () => giveWay(processOf(connection), GIVES_WAY.archives));
  return connection;
}

/** The type knows nothing of the number. */
const processOf = (connection: pg.ClientBase): number => (connection as unknown as { processID: number }).processID;

/** How long is waited for a connection, ms. */
const PATIENCE_MS = 15_000;
/** The same of a replica, which has another to stand in for it, and how long it then counts as away. */
const REPLICA_PATIENCE_MS = 3000;
const AWAY_MS = 10_000;

interface Options {
  url: string;
  reportsUrl?: string | undefined;
  /** Where LISTEN works, if not at `url`. */
  listenUrl?: string | undefined;
  /** Those of the URLs behind which a pooler gives each transaction another connection. */
  shared?: readonly string[];
  /** Connections at most, per pool. */
  max?: number;
  /** Bound on a report's statement, in ms. */
  reportTimeout?: number;
  embedded?: boolean;
}

/** Opens the pools. Each transaction is told its tenant, and on connections that a pooler shares all that its session would have been told. */
export function openDatabase(options: Options): Database {
  const { url, reportsUrl, listenUrl = url, shared = [], max = 16, reportTimeout = 30_000, embedded = false } = options;
  const openPool = (connectionString: string, conditions: Conditions, settings: pg.PoolConfig) => {
    const isShared = shared.includes(connectionString);
    const pool = new pg.Pool({
      connectionString,
      ...(isShared ? {} : { options: startOptions(conditions) }),
      idleTimeoutMillis: 60_000,
      pipeline: true,
      ...settings,
    });
    return pool.on('connect', (connection) => void (isShared && sharedConnections.add(connection)));
  };
  const forChanges: Conditions = { settings: { timezone: 'UTC', statement_timeout: '60000', jit: 'off' }, readOnly: false };
  // Also of waiting for a connection while all are in use.
  const main = openPool(url, forChanges, { max, connectionTimeoutMillis: PATIENCE_MS });
  const changes = openPool(url, forChanges, { max, connectionTimeoutMillis: PATIENCE_MS });
  const maxOfReports = Math.max(4, Math.floor(max / 2));
  const conditionsOfReports: Conditions = {
    settings: { timezone: 'UTC', statement_timeout: String(reportTimeout), ...FOR_REPORTS },
    readOnly: true,
  };
  const poolOfReports = (at: string) =>
    openPool(at, conditionsOfReports, { max: maxOfReports, connectionTimeoutMillis: reportsUrl ? REPLICA_PATIENCE_MS : reportTimeout });
  /** On the replica where there is one, and while it is away on the primary, to which no connection is opened before. */
  const forReports = (): [pg.Pool, pg.Pool?] => (reportsUrl ? [poolOfReports(reportsUrl), poolOfReports(url)] : [poolOfReports(url)]);
  const [short, long] = [forReports(), forReports()];
  // A connection that breaks, idle or in use, is replaced by the pool; without a listener it would end the process.
  const pools = [main, changes, ...short, ...long].filter((pool) => pool !== undefined);
  for (const pool of pools) pool.on('error', () => {}).on('connect', (connection) => connection.on('error', () => {}));
  const eachGivesWay = (pool: pg.Pool, by: number) => pool.on('connect', (connection) => giveWay(processOf(connection), by));
  if (embedded) for (const pool of [main, changes, short[0]]) eachGivesWay(pool, GIVES_WAY.statements);
  if (embedded) eachGivesWay(long[0], GIVES_WAY.longReports);
  const sumOf = (count: 'totalCount' | 'idleCount' | 'waitingCount') => pools.reduce((sum, pool) => sum + pool[count], 0);
  const mainDb = tenantPools(
    sharing(() => main.connect(), max),
    { prepares: true, conditions: forChanges },
  );
  // A report's best plan depends on its range and farms: it is planned for each.
  const reportsOn = ([first, standIn]: [pg.Pool, pg.Pool?]) =>
    tenantPools(sharing(standIn ? orElse(first, standIn) : () => first.connect(), maxOfReports, reportTimeout), {
      prepares: false,
      conditions: conditionsOfReports,
    });
  const [shortDb, longDb] = [reportsOn(short), reportsOn(long)];
  return {
    url,
    embedded,
    forClient: mainDb,
    changing: tenantPools(
      sharing(() => changes.connect(), max),
      { prepares: true, conditions: forChanges },
    ),
    acrossClients: () => mainDb(ALL),
    reports: (client, length = 'short') => (length === 'long' ? longDb : shortDb)(client),
    connection: () => connectionTo(url),
    listener: () => connectionTo(listenUrl),
    load: () => ({ total: sumOf('totalCount'), idle: sumOf('idleCount'), waiting: sumOf('waitingCount') }),
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

// Under row-level security the planner takes joins of facts for a row or two, and loops over them: 98 ms where hashing takes 10.
const FOR_REPORTS = { enable_nestloop: 'off', jit: 'off' };

/** Those that a pooler shares among transactions. */
const sharedConnections = new WeakSet<pg.ClientBase>();

/** A connection of the first pool; of the other while the first one's database is away, which is looked for again after a while. */
function orElse(first: pg.Pool, other: pg.Pool): () => Promise<pg.PoolClient> {
  let awayUntil = 0;
  return async () => {
    if (Date.now() >= awayUntil) {
      try {
        return await first.connect();
      } catch (error) {
        // All in use isn't away.
        if (first.totalCount >= first.options.max) throw error;
        awayUntil = Date.now() + AWAY_MS;
      }
    }
    return other.connect();
  };
}

/** Takes a connection for a tenant. */
type Take = (tenant: Tenant) => Promise<pg.PoolClient>;

/**
 * A client has half of a pool's connections at most: whoever of it comes beyond that waits in the client's own line, with the pool's
 * patience, while others find connections free.
 */
function sharing(take: () => Promise<pg.PoolClient>, max: number, patience = PATIENCE_MS): Take {
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

function tenantPools(take: Take, { prepares, conditions }: { prepares: boolean; conditions: Conditions }): (tenant: Tenant) => Db {
  const dressed = new WeakMap<pg.PoolClient, WrappedConnection>();
  const known = new Map<Tenant, Db>();

  return (tenant) => {
    let db = known.get(tenant);
    if (!db) {
      const [own, shared] = [tellingOf(tenant), tellingOf(tenant, conditions)];
      const connect = async (): Promise<WrappedConnection> => {
        const connection = await take(tenant);
        const pooled = sharedConnections.has(connection);
        // Kysely knows a connection again by its object.
        const client = dressed.get(connection) ?? wrapConnection(connection, { prepares, pooled });
        dressed.set(connection, client);
        client.serve(pooled ? shared : own);
        return client;
      };
      db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: { connect, end: async () => {} } }) });
      known.set(tenant, db);
    }
    return db;
  };
}

/** Runs plain SQL with `$1…` parameters; for statements that a query builder would only hide. */
export async function run<Row>(db: Db, text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
  const result = await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]));
  return result.rows;
}
