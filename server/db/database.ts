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
  /** Read-only, with a statement timeout, on a replica where there is one that has all that was written before. A long one gives way to all else, and others' short ones don't wait for it. */
  reports(clientId: number, length?: 'short' | 'long'): Db;
  /** A connection of its own, outside the pool and told no tenant: for a client's archive. */
  connection(): Promise<pg.Client>;
  /** One that no pooler shares, so that what is told to all arrives: for LISTEN. */
  listener(): Promise<pg.Client>;
  /** Connections in use and waiting, for the metrics. */
  load(): { total: number; idle: number; waiting: number };
  /** How the replicas are, in the order of their hosts, and how often the primary answered in their place. */
  replicas(): { health: ReplicaHealth[]; fallbacks: number };
  close(): Promise<void>;
}

/** A connection for costly work, which a thread of its own may do: what this machine's database does for it comes after all else. */
export async function costlyConnection({ url, embedded }: Pick<Database, 'url' | 'embedded'>): Promise<pg.Client> {
  const connection = await connectTo(url);
  if (embedded) giveWay(processOf(connection), GIVES_WAY.archives);
  return connection;
}

/** How long is waited for a connection, also while all are in use, ms. */
const PATIENCE_MS = 15_000;

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

const UTC = { timezone: 'UTC' };
const FOR_CHANGES: Conditions = { settings: { ...UTC, statement_timeout: '60000', jit: 'off' }, readOnly: false };

/** How many connections a server may have open at once. */
export const mostConnections = (max = MOST, hasReplica = false) => 2 * max + 2 * forReports(max) + BESIDE + (hasReplica ? LOOKS : 0);
/** The same on a replica. */
export const mostOnReplica = (max = MOST) => 2 * forReports(max) + LOOKS;
const MOST = 16;
/** The listener, and a client's archive that goes out or comes in. */
const BESIDE = 3;
/** How far the log is. */
const LOOKS = 1;
const forReports = (max: number) => Math.max(4, Math.floor(max / 2));

/** Opens the pools. Each transaction is told its tenant, and on connections that a pooler shares all that its session would have been told. */
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
  /** On a replica that is not behind, else on the primary. A report's best plan depends on its range and farms: it is planned for each, unless it says `PLANNED_ONCE`. */
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

/** Takes a connection of the replica that has all that was written until now; of the primary when none has, or it takes none. */
function replicaOr(primary: () => Promise<pg.PoolClient>, replicas: Replicas, pools: ReadonlyMap<string, pg.Pool>) {
  for (const [address, pool] of pools) replicas.cutOff(address, pool);
  return async (): Promise<pg.PoolClient> => {
    const address = await replicas.caughtUp();
    const pool = pools.get(address ?? '');
    if (address && pool) {
      try {
        return await pool.connect();
      } catch {
        // All in use isn't away.
        if (pool.totalCount < pool.options.max) replicas.away(address);
      }
    }
    replicas.stoodIn();
    return primary();
  };
}

// Under row-level security the planner takes joins of facts for a row or two, and loops over them: 98 ms where hashing takes 10.
const FOR_REPORTS = { enable_nestloop: 'off', jit: 'off' };

/** Runs plain SQL with `$1…` parameters; for statements that a query builder would only hide. */
export async function run<Row>(db: Db, text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
  const result = await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]));
  return result.rows;
}
