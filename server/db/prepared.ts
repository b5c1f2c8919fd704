import { createHash } from 'node:crypto';
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';

// Lists with rare filters make texts without end; only what comes back is worth a place on the server's side of the connection.
const MOST = 400;
const SEEN_BEFORE = 2;

const seen = new Map<string, number>();
const names = new Map<string, string>();

/** The name of a statement that has come before; undefined while it hasn't, or when there are too many already. */
function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name || names.size >= MOST) return name;
  const times = (seen.get(text) ?? 0) + 1;
  if (times <= SEEN_BEFORE) {
    if (seen.size > 10 * MOST) seen.clear();
    seen.set(text, times);
    return undefined;
  }
  seen.delete(text);
  const made = createHash('sha1').update(text).digest('base64url');
  names.set(text, made);
  return made;
}

/**
 * A connection as Kysely wants it, on which statements that come again are prepared: parsed and planned once. Planning
 * the joins of a list takes PostgreSQL as long as running it.
 */
export function preparing(connection: pg.PoolClient): PostgresPoolClient {
  const client = {
    query(text: string, values: readonly unknown[]) {
      const name = values.length > 0 ? nameOf(text) : undefined;
      return connection.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
    },
    release: () => connection.release(),
  };
  // Kysely's type also names the form that takes a cursor, which nothing here uses.
  return client as unknown as PostgresPoolClient;
}
