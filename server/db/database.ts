import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { connectTo, hostsOf } from './hosts.ts';
import { type Bounds, firstOf, HOST_PATIENCE_MS, poolsOf, sharing } from './pools.ts';
import { GIVES_WAY, giveWay, processOf } from './priority.ts';
import { readInstant } from './read-instant.ts';
import { type ReplicaHealth, type Replicas, watchReplicas } from './replicas.ts';
import type { DB } from './schema.gen.ts';
import { ALL, type Conditions } from './telling.ts';
import { tenantPools } from './tenant-pools.ts';

/** A connection, or a transaction on it, that sees one client's rows, or every client's if requested by name. */
export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

const { types } = pg;
const NUMERIC = 1700;
const INT8 = 20;
// pg's types have no names for array types.
const INT4_ARRAY: number = 1007;
const INT8_ARRAY: number = 1016;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
types.setTypeParser(NUMERIC, Number);
// Ids are numbers; `Id` limits them to exact ones.
types.setTypeParser(INT8, Number);
types.setTypeParser(INT8_ARRAY, types.getTypeParser(INT4_ARRAY));
types.setTypeParser(DATE, (text) => text);
types.setTypeParser(TIMESTAMPTZ, readInstant);

export interface Database {
  /** For threads, which can't receive an open connection. */
  readonly url: string;
  /** True if the database's processes run on this machine, so that their priority can be lowered. */
  readonly embedded: boolean;
  /** Sees the rows of one client. */
  forClient(clientId: number): Db;
  /** Like `forClient`, with connections reserved for writers: a mixer's report never queues behind a hundred reading screens. */
  changing(clientId: number): Db;
  /** Sees the rows of all clients: sign-in, administration of the installation, and jobs. */
  acrossClients(): Db;
  /**
   * Read-only, with a statement timeout, on a replica that has all earlier writes, if there is one. Long reports have low priority and
   * connections of their own.
   */
  reports(clientId: number, length?: 'short' | 'long'): Db;
  /** A connection outside the pool and without a tenant, for a client's archive. */
  connection(): Promise<pg.Client>;
  /** A connection past any pooler, so that notifications arrive: for LISTEN. */
  listener(): Promise<pg.Client>;
  /** Used and waiting connections, for the metrics. */
  load(): { total: number; idle: number; waiting: number };
  /** Health of the replicas in the order of their hosts, and how often the primary answered instead. */
  replicas(): { health: ReplicaHealth[]; fallbacks: number };
  close(): Promise<void>;
}

/** A connection for expensive work, possibly in another thread. An embedded database runs the work at low priority. */
export async function costlyConnection({ url, embedded }: Pick<Database, 'url' | 'embedded'>): Promise<pg.Client> {
  const connection = await connectTo(url);
  if (embedded) giveWay(processOf(connection), GIVES_WAY.archives);
  return connection;
}

/** Max wait for a connection in ms, also if all are in use. */
const PATIENCE_MS = 15_000;

interface Options {
  url: string;
  reportsUrl?: string | undefined;
  /** Address for LISTEN, if it differs from `url`. */
  listenUrl?: string | undefined;
  /** Addresses of poolers that give each transaction another connection. */
  shared?: readonly string[];
  /** Max connections per pool. */
  max?: number;
  /** Timeout of a report's statement in ms. */
  reportTimeout?: number;
  embedded?: boolean;
}

const UTC = { timezone: 'UTC' };
const FOR_CHANGES: Conditions = { settings: { ...UTC, statement_timeout: '60000', jit: 'off' }, readOnly: false };

/** Max connections that a server may have open at once. */
export const mostConnections = (max = MOST, hasReplica = false) => 2 * max + 2 * forReports(max) + BESIDE + (hasReplica ? LOOKS : 0);
/** Max connections on a replica. */
export const mostOnReplica = (max = MOST) => 2 * forReports(max) + LOOKS;
const MOST = 16;
/** The listener, and a client's export or import. */
const BESIDE = 3;
/** The connection that reads log positions. */
const LOOKS = 1;
const forReports = (max: number) => Math.max(4, Math.floor(max / 2));

/** Opens the pools. Each transaction sets its tenant; on shared connections it also sets what other sessions set at their start. */
export function openDatabase(options: Options): Database {
  const { url, reportsUrl, listenUrl = url, shared = [], max = MOST, reportTimeout = 30_000, embedded = false } = options;
  const pools: pg.Pool[] = [];
  const open = (address: string, conditions: Conditions, bounds: Bounds): pg.Pool[] => {
    const opened = poolsOf(address, conditions, {
      ...{ ...bounds, embedded },
      shared: shared.includes(address),
      replica: address === reportsUrl,
    });
    pools.push(...opened);
    return opened;
  };
  const forChanges = () => {
    const own = open(url, FOR_CHANGES, { max, patience: PATIENCE_MS, givesWay: GIVES_WAY.statements });
    return tenantPools(sharing(firstOf(own), max, PATIENCE_MS), { prepares: true, conditions: FOR_CHANGES });
  };
  const reports: Conditions = { settings: { ...UTC, statement_timeout: String(reportTimeout), ...FOR_REPORTS }, readOnly: true };
  const maxOfReports = forReports(max);
  const looks = { max: LOOKS, patience: HOST_PATIENCE_MS, givesWay: GIVES_WAY.statements };
  const replicas = reportsUrl ? watchReplicas(firstOf(open(url, FOR_CHANGES, looks)), hostsOf(reportsUrl)) : undefined;
  /** On an up-to-date replica, otherwise on the primary. A report is planned for its range and farms, unless marked `PLANNED_ONCE`. */
  const reportsOn = (givesWay: number) => {
    const bounds = { max: maxOfReports, patience: reportsUrl ? HOST_PATIENCE_MS : reportTimeout, givesWay };
    const primary = firstOf(open(url, reports, bounds));
    const shared = (take: () => Promise<pg.PoolClient>) => sharing(take, maxOfReports, reportTimeout);
    const manner = { prepares: false, conditions: reports };
    if (!replicas || !reportsUrl) return tenantPools(shared(primary), manner);
    const there = new Map(open(reportsUrl, reports, bounds).map((pool, index) => [hostsOf(reportsUrl)[index] ?? '', pool]));
    const spare = shared(() => {
      replicas.stoodIn();
      return primary();
    });
    return tenantPools(shared(replicaOr(primary, replicas, there)), { ...manner, spare });
  };
  const sumOf = (count: 'totalCount' | 'idleCount' | 'waitingCount') => pools.reduce((sum, pool) => sum + pool[count], 0);
  const [mainDb, changesDb] = [forChanges(), forChanges()];
  const [shortDb, longDb] = [reportsOn(GIVES_WAY.statements), reportsOn(GIVES_WAY.longReports)];
  return {
    url,
    embedded,
    forClient: mainDb,
    changing: changesDb,
    acrossClients: () => mainDb(ALL),
    reports: (client, length = 'short') => (length === 'long' ? longDb : shortDb)(client),
    connection: () => connectTo(url),
    listener: () => connectTo(listenUrl),
    load: () => ({ total: sumOf('totalCount'), idle: sumOf('idleCount'), waiting: sumOf('waitingCount') }),
    replicas: () => ({ health: replicas?.health() ?? [], fallbacks: replicas?.fallbacks() ?? 0 }),
    close: async () => {
      await replicas?.close();
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** Takes a connection of a replica with all earlier writes. Takes the primary's if no replica has them or accepts connections. */
function replicaOr(primary: () => Promise<pg.PoolClient>, replicas: Replicas, pools: ReadonlyMap<string, pg.Pool>) {
  for (const [address, pool] of pools) replicas.cutOff(address, pool);
  return async (): Promise<pg.PoolClient> => {
    const address = await replicas.caughtUp();
    const pool = pools.get(address ?? '');
    if (address && pool) {
      try {
        return await pool.connect();
      } catch {
        // A pool with all connections in use doesn't mean that the host is away.
        if (pool.totalCount < pool.options.max) replicas.away(address);
      }
    }
    replicas.stoodIn();
    return primary();
  };
}

// Under row-level security the planner expects one or two rows of a join and loops: 98 ms instead of 10 with hashing.
const FOR_REPORTS = { enable_nestloop: 'off', jit: 'off' };

/** Runs plain SQL with `$1…` parameters, for statements that a query builder would only hide. */
export async function run<Row>(db: Db, text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
  const result = await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]));
  return result.rows;
}
