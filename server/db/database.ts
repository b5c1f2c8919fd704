import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { type WrappedConnection, wrapConnection } from './connection.ts';
import { GIVES_WAY, giveWay } from './priority.ts';
import type { DB } from './schema.gen.ts';
import { createShare } from './share.ts';

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
// Sessions run in UTC, so that the text is ISO-8601 but for its blank.
types.setTypeParser(TIMESTAMPTZ, (text) => `${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`);

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
  /** A connection of its own, outside the pool and told no tenant: for LISTEN, and for a client's archive. */
  connection(): pg.Client;
  /** Connections in use and waiting, for the metrics. */
  load(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** A connection that is told no tenant, and reads values as all others do. */
const connectionTo = (url: string, options?: pg.ClientConfig): pg.Client =>
  new pg.Client({ connectionString: url, keepAlive: true, ...options });

/** The same for costly work, which a thread of its own may do: what this machine's database does for it comes after all else. */
export function costlyConnection({ url, embedded }: Pick<Database, 'url' | 'embedded'>): pg.Client {
  // Processes that help it would not give way.
  const connection = connectionTo(url, { options: '-c max_parallel_workers_per_gather=0' });
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

const ALL = 'all';
type Tenant = number | typeof ALL;

interface Options {
  url: string;
  reportsUrl?: string | undefined;
  /** Connections at most, per pool. */
  max?: number;
  /** Bound on a report's statement, in ms. */
  reportTimeout?: number;
  embedded?: boolean;
}

/** Opens the pools. A connection is told its tenant when it is taken from the pool, unless it is that tenant's already. */
export function openDatabase({ url, reportsUrl, max = 16, reportTimeout = 30_000, embedded = false }: Options): Database {
  const common = {
    connectionString: url,
    options: '-c timezone=UTC -c statement_timeout=60000 -c jit=off',
    idleTimeoutMillis: 60_000,
    // Also of waiting for a connection while all are in use.
    connectionTimeoutMillis: PATIENCE_MS,
    pipeline: true,
  };
  const main = new pg.Pool({ ...common, max });
  const changes = new pg.Pool({ ...common, max });
  const maxOfReports = Math.max(4, Math.floor(max / 2));
  const poolOfReports = (connectionString: string) =>
    new pg.Pool({
      connectionString,
      max: maxOfReports,
      options: `-c timezone=UTC -c statement_timeout=${reportTimeout} -c default_transaction_read_only=on ${FOR_REPORTS}`,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: reportsUrl ? REPLICA_PATIENCE_MS : reportTimeout,
      pipeline: true,
    });
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
    true,
  );
  // A report's best plan depends on its range and farms: it is planned for each.
  const reportsOn = ([first, standIn]: [pg.Pool, pg.Pool?]) =>
    tenantPools(sharing(standIn ? orElse(first, standIn) : () => first.connect(), maxOfReports, reportTimeout), false);
  const [shortDb, longDb] = [reportsOn(short), reportsOn(long)];
  return {
    url,
    embedded,
    forClient: mainDb,
    changing: tenantPools(
      sharing(() => changes.connect(), max),
      true,
    ),
    acrossClients: () => mainDb(ALL),
    reports: (client, length = 'short') => (length === 'long' ? longDb : shortDb)(client),
    connection: () => connectionTo(url),
    load: () => ({ total: sumOf('totalCount'), idle: sumOf('idleCount'), waiting: sumOf('waitingCount') }),
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

// Under row-level security the planner takes joins of facts for a row or two, and loops over them: 98 ms where hashing takes 10.
const FOR_REPORTS = '-c enable_nestloop=off -c jit=off';

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

function tenantPools(take: Take, prepares: boolean): (tenant: Tenant) => Db {
  const dressed = new WeakMap<pg.PoolClient, WrappedConnection>();
  const told = new WeakMap<pg.PoolClient, Tenant>();
  const known = new Map<Tenant, Db>();

  async function connect(tenant: Tenant): Promise<WrappedConnection> {
    const connection = await take(tenant);
    // Kysely knows a connection again by its object.
    const client = dressed.get(connection) ?? wrapConnection(connection, prepares);
    dressed.set(connection, client);
    if (told.get(connection) === tenant) return client;
    told.set(connection, tenant);
    // What is asked next fails if this does, whoever asks it; so nothing is ever read as another's.
    const telling = client.ahead(
      tenant === ALL
        ? "select set_config('manger.client_id', '', false), set_config('manger.all_clients', 'on', false)"
        : `select set_config('manger.client_id', '${Number(tenant)}', false), set_config('manger.all_clients', 'off', false)`,
    );
    telling.catch(() => told.delete(connection));
    return client;
  }

  return (tenant) => {
    let db = known.get(tenant);
    if (!db) {
      db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: { connect: () => connect(tenant), end: async () => {} } }) });
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
