import { createHash } from 'node:crypto';
import { type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';
import { anyPlan, PREPARED, PREPARED_ANY_PLAN, type Telling, ToldQuery } from './telling.ts';
import { tryAgain } from './try-again.ts';

// Lists with rare filters make texts without end; only what comes back is worth a place on the server's side of the connection.
const MOST = 400;
const SEEN_BEFORE = 2;

const seen = new Map<string, number>();
const names = new Map<string, string>();

const ANEW = '/* planned anew */';
/** Stands in a statement whose best plan hangs on its values: it isn't prepared. A plan for any values took 10 × as long on 10 000 feeds. */
export const PLANNED_ANEW = sql.raw(ANEW);

const ONCE = '/* planned once */';
/**
 * Stands in a statement whose plan is the same for all of its values, where statements are planned for theirs (reports): it is prepared, and planned for any.
 * What it reads must be looked up by keys: of dates and lists the planner then knows nothing.
 */
export const PLANNED_ONCE = sql.raw(ONCE);

const UNREAD_MARK = '/* unread */';
/**
 * Stands in a statement of a transaction whose answer nobody reads: it isn't waited for, but travels with the next one, the commit at the
 * latest, which fails if it does.
 */
export const UNREAD = sql.raw(UNREAD_MARK);

const NOTIFIES = 'pg_notify(';
/**
 * PostgreSQL lets one transaction at a time commit that notifies, until its commit is on the disk. So such a one commits without waiting for
 * the disk, and waits right after, when it holds up no other: a message in the log whose own commit is on the disk when all before it is.
 */
const COMMIT_UNAWAITED = 'set local synchronous_commit to off';
const AWAIT_DISK = "select pg_logical_emit_message(true, 'manger', '')";

/** The name of a statement that has come `before` often enough; undefined while it hasn't, or when there are too many already. */
function nameOf(text: string, before: number): string | undefined {
  const name = names.get(text);
  if (name || names.size >= MOST) return name;
  const times = (seen.get(text) ?? 0) + 1;
  if (times <= before) {
    if (seen.size > 10 * MOST) seen.clear();
    seen.set(text, times);
    return undefined;
  }
  seen.delete(text);
  const made = createHash('sha1').update(text).digest('base64url');
  names.set(text, made);
  return made;
}

/** A connection as Kysely wants it. */
export interface WrappedConnection extends PostgresPoolClient {
  /** Whom the connection works for from here on: each transaction is told so before its first statement. */
  serve(telling: Telling): void;
}

/**
 * Dresses a connection. Statements that come again are prepared: parsed and planned once, since planning the joins of a list takes
 * PostgreSQL as long as running it. What must go before a statement (`begin`, telling the tenant) travels with it, in one round trip;
 * the connection must be one that pipelines.
 */
export function wrapConnection(
  connection: pg.PoolClient,
  { prepares, pooled = false }: { prepares: boolean; pooled?: boolean },
): WrappedConnection {
  let telling: Telling;
  let before: Promise<unknown>[] = [];
  /** How a transaction begins that nothing has been done in yet. */
  let beginning: string | undefined;
  let inside = false;
  let notifies = false;
  let held = false;

  /** What is sent from here on waits for `letGo`, to leave in one packet: writing to a socket costs as much as a small statement. */
  function hold() {
    if (!held) connection.connection.stream.cork();
    held = true;
  }
  function letGo() {
    if (held) connection.connection.stream.uncork();
    held = false;
  }

  function unread<T>(sent: Promise<T>): Promise<T> {
    sent.catch(() => {});
    before.push(sent);
    return sent;
  }

  const ahead = (statement: string | pg.QueryConfig): Promise<unknown> => {
    hold();
    return unread(connection.query(statement));
  };

  function send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const once = text.includes(ONCE);
    const isNamed = (prepares ? !text.includes(ANEW) : once) && !pooled && values.length > 0;
    const name = isNamed ? nameOf(text, once ? 0 : SEEN_BEFORE) : undefined;
    const statement = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    if (inside) return connection.query(statement);
    // By itself a statement is a transaction, and so are several in one text.
    if (text.includes(';') && values.length === 0) return tryAgain(() => connection.query(`${telling.text}; ${text}`).then(withoutFirst));
    const tenant = once && name !== undefined ? anyPlan(telling) : telling;
    return tryAgain(
      () =>
        new Promise((resolve, reject) => {
          connection.query(new ToldQuery(tenant, statement, (error, result) => (error ? reject(error) : resolve(result))));
        }),
    );
  }

  async function query(text: string, values: readonly unknown[]) {
    // Kysely says the latter where it is told an isolation level.
    if (text === 'begin' || text.startsWith('start transaction')) {
      beginning = text;
      notifies = false;
      return NOTHING;
    }
    if (beginning !== undefined) {
      const begin = beginning;
      beginning = undefined;
      if (text === 'commit' || text === 'rollback') return NOTHING;
      ahead(`${begin}; ${telling.text}`);
      inside = true;
    }
    const isUnread = text.includes(UNREAD_MARK);
    notifies ||= text.includes(NOTIFIES);
    const awaitsDisk = notifies && text === 'commit';
    if (awaitsDisk) ahead(COMMIT_UNAWAITED);
    hold();
    const result = send(text, values);
    if (text === 'commit' || text === 'rollback') inside = false;
    if (isUnread) {
      unread(result);
      return NOTHING;
    }
    const onDisk = awaitsDisk ? connection.query(AWAIT_DISK) : undefined;
    onDisk?.catch(() => {});
    // What is asked in the same moment leaves with it.
    void NOW.then(letGo);
    const sent = before;
    before = [];
    // What is rolled back had its error told already.
    if (sent.length > 0 && text !== 'rollback') {
      result.catch(() => {});
      await Promise.all(sent);
    }
    if (onDisk) await Promise.all([result, onDisk]);
    return result;
  }

  const release = () => {
    letGo();
    connection.release();
  };
  if (!pooled)
    for (const { name, text, values } of prepares ? [PREPARED] : [PREPARED, PREPARED_ANY_PLAN]) ahead({ name, text, values: [...values] });
  const serve = (given: Telling) => {
    telling = given;
  };
  // Kysely's type also names the form that takes a cursor, which nothing here uses.
  return { serve, query, release } as unknown as WrappedConnection;
}

/** Of several statements in one text pg gives a list. */
function withoutFirst(results: unknown): pg.QueryResult {
  const [, first, ...more] = results as pg.QueryResult[];
  return (more.length === 0 ? first : [first, ...more]) as pg.QueryResult;
}

/** Cheaper than `queueMicrotask`, which keeps track of who asked. */
const NOW = Promise.resolve();
const NOTHING = { command: '', rowCount: 0, rows: [] };
