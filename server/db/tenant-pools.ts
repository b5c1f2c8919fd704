import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { type WrappedConnection, wrapConnection } from './connection.ts';
import type { DB } from './schema.gen.ts';
import { withSpare } from './spare.ts';
import { type Conditions, type Tenant, tellingOf } from './telling.ts';

/** Connections that a pooler shares among transactions. */
export const sharedConnections = new WeakSet<pg.ClientBase>();

/** Takes a connection for a tenant. */
export type Take = (tenant: Tenant) => Promise<pg.PoolClient>;

interface Manner {
  prepares: boolean;
  conditions: Conditions;
  /** Repeats a read-only statement that was lost with its connection. */
  spare?: Take;
}

export function tenantPools(take: Take, { prepares, conditions, spare }: Manner): (tenant: Tenant) => Kysely<DB> {
  const wrapped = new WeakMap<pg.PoolClient, WrappedConnection>();
  const known = new Map<Tenant, Kysely<DB>>();

  return (tenant) => {
    let db = known.get(tenant);
    if (!db) {
      const [own, shared] = [tellingOf(tenant), tellingOf(tenant, conditions)];
      const connectBy = async (taking: Take): Promise<WrappedConnection> => {
        const connection = await taking(tenant);
        const pooled = sharedConnections.has(connection);
        // Kysely recognises a connection by its object.
        const client = wrapped.get(connection) ?? wrapConnection(connection, { prepares, pooled });
        wrapped.set(connection, client);
        client.serve(pooled ? shared : own);
        return client;
      };
      const connect = () =>
        spare
          ? withSpare(
              () => connectBy(take),
              () => connectBy(spare),
            )
          : connectBy(take);
      db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: { connect, end: async () => {} } }) });
      known.set(tenant, db);
    }
    return db;
  };
}
