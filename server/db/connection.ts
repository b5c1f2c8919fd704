import { createHash } from 'node:crypto';
import { type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';
import { anyPlan, PREPARED, PREPARED_ANY_PLAN, type Telling, ToldQuery } from './telling.ts';
import { tryAgain } from './try-again.ts';

// Max prepared statements per connection. Lists with rare filters produce unlimited texts, so only repeated texts are prepared.
const MOST = 400;
const SEEN_BEFORE = 2;

const seen = new Map<string, number>();
const names = new Map<string, string>();

const BY_VALUES = '/* planned by values */';
/** Marks a statement whose best plan depends on its values: it isn't prepared. A generic plan took 10 × as long on 10 000 feeds. */
export const PLANNED_BY_VALUES = sql.raw(BY_VALUES);

/** Statements with a list or text this long are planned for their values. PostgreSQL's plan for any values assumes ten items. */
const BULK = { items: 50, length: 5000 };
const isBulk = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > BULK.items : typeof value === 'string' && value.length > BULK.length;

const ONCE = '/* planned once */';
/**
 * Marks a statement with one plan for all values, on connections that plan for values (reports): it is prepared with a generic plan. It
 * must read by keys, because the planner then knows nothing about dates and lists.
 */
export const PLANNED_ONCE = sql.raw(ONCE);

const UNREAD_MARK = '/* unread */';
/**
 * Marks a statement of a transaction whose answer nobody reads. It isn't awaited: it travels with the next statement, at the latest the
 * commit, and fails that one if it fails.
 */
export const UNREAD = sql.raw(UNREAD_MARK);

const NOTIFIES = 'pg_notify(';
/**
 * PostgreSQL lets notifying transactions commit one at a time, until the commit is on disk. Such a transaction therefore commits without
 * waiting for the disk, and then waits for a log message: when the message is on disk, so is the commit.
 */
const COMMIT_UNAWAITED = 'set local synchronous_commit to off';
const AWAIT_DISK = "select pg_logical_emit_message(true, 'manger', '')";

/** The name of a statement that has occurred `before` often enough; undefined for rarer ones, or if too many are prepared. */
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

/** A connection in the form that Kysely needs. */
export interface WrappedConnection extends PostgresPoolClient {
  /** Sets the tenant for which the connection works: each later transaction sets it before its first statement. */
  serve(telling: Telling): void;
}

/**
 * Wraps a pipelining connection. Repeated statements are prepared, because planning the joins of a list takes as long as running it.
 * Preceding statements (`begin`, setting the tenant) travel with the next one in one round trip.
 */
export function wrapConnection(
  connection: pg.PoolClient,
  { prepares, pooled = false }: { prepares: boolean; pooled?: boolean },
): WrappedConnection {
  let telling: Telling;
  let before: Promise<unknown>[] = [];
  /** The begin of a transaction without any statement yet. */
  let beginning: string | undefined;
  let inside = false;
  let notifies = false;
  let held = false;

  /** Collects everything until `letGo`, to send one packet: a write to a socket costs as much as a small statement. */
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
    const isNamed = (prepares ? !text.includes(BY_VALUES) && !values.some(isBulk) : once) && !pooled && values.length > 0;
    const name = isNamed ? nameOf(text, once ? 0 : SEEN_BEFORE) : undefined;
    const statement = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    if (inside) return connection.query(statement);
    // A single statement is a transaction, and so are several statements in one text.
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
    // Kysely writes "start transaction" for an isolation level.
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
    // Statements of the same moment leave in the same packet.
    void NOW.then(letGo);
    const sent = before;
    before = [];
    // The error of a rolled-back statement was reported already.
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
  // Kysely's type also includes the form for cursors, which no code here uses.
  return { serve, query, release } as unknown as WrappedConnection;
}

/** pg returns a list for several statements in one text. */
function withoutFirst(results: unknown): pg.QueryResult {
  const [, first, ...more] = results as pg.QueryResult[];
  return (more.length === 0 ? first : [first, ...more]) as pg.QueryResult;
}

/** Cheaper than `queueMicrotask`, which records its caller. */
const NOW = Promise.resolve();
const NOTHING = { command: '', rowCount: 0, rows: [] };
