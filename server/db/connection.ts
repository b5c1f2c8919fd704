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
  const packet = createPacket(connection);
  const ahead = createAhead(connection, packet);
  let telling: Telling;
  /** The begin of a transaction without any statement yet. */
  let beginning: string | undefined;
  let inside = false;
  let notifies = false;

  function send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const name = pooled ? undefined : chooseName(text, values, prepares);
    const statement = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    if (inside) return connection.query(statement);
    // A single statement is a transaction, and so are several statements in one text.
    if (text.includes(';') && values.length === 0) return tryAgain(() => connection.query(`${telling.text}; ${text}`).then(withoutFirst));
    const tenant = chooseTelling(telling, text, name);
    return tryAgain(
      () =>
        new Promise((resolve, reject) => {
          connection.query(new ToldQuery(tenant, statement, (error, result) => (error ? reject(error) : resolve(result))));
        }),
    );
  }

  /** Follows where a transaction begins, and sends the begin before its first statement. False if the statement isn't sent itself. */
  function followTransaction(text: string): boolean {
    const isBegin = beginsTransaction(text);
    if (isBegin) {
      beginning = text;
      notifies = false;
    }
    if (isBegin || beginning === undefined) return !isBegin;
    const isEmpty = endsTransaction(text);
    if (!isEmpty) {
      ahead.send(`${beginning}; ${telling.text}`);
      inside = true;
    }
    beginning = undefined;
    return !isEmpty;
  }

  async function query(text: string, values: readonly unknown[]) {
    if (!followTransaction(text)) return NOTHING;
    notifies ||= text.includes(NOTIFIES);
    const awaitsDisk = notifies && text === 'commit';
    if (awaitsDisk) ahead.send(COMMIT_UNAWAITED);
    packet.hold();
    const result = send(text, values);
    if (endsTransaction(text)) inside = false;
    if (text.includes(UNREAD_MARK)) {
      ahead.add(result);
      return NOTHING;
    }
    const onDisk = awaitsDisk ? connection.query(AWAIT_DISK) : undefined;
    onDisk?.catch(() => {});
    // Statements of the same moment leave in the same packet.
    void NOW.then(packet.letGo);
    const sent = ahead.take();
    // The error of a rolled-back statement was reported already.
    return awaitInOrder(result, text === 'rollback' ? [] : sent, onDisk);
  }

  const release = () => {
    packet.letGo();
    connection.release();
  };
  for (const { name, text, values } of pooled ? [] : listPrepared(prepares)) ahead.send({ name, text, values: [...values] });
  const serve = (given: Telling) => {
    telling = given;
  };
  // Kysely's type also includes the form for cursors, which no code here uses.
  return { serve, query, release } as unknown as WrappedConnection;
}

/** A statement that is prepared with a generic plan gets the tenant by a statement with one, too. */
const chooseTelling = (telling: Telling, text: string, name: string | undefined) =>
  name !== undefined && text.includes(ONCE) ? anyPlan(telling) : telling;

const listPrepared = (prepares: boolean) => (prepares ? [PREPARED] : [PREPARED, PREPARED_ANY_PLAN]);

/** Kysely writes "start transaction" for an isolation level. */
const beginsTransaction = (text: string) => text === 'begin' || text.startsWith('start transaction');
const endsTransaction = (text: string) => text === 'commit' || text === 'rollback';

/** Returns the answer of a statement after those of the statements before it, whose errors come first, and after the commit is on disk. */
async function awaitInOrder(result: Promise<pg.QueryResult>, before: readonly Promise<unknown>[], onDisk?: Promise<unknown>) {
  if (before.length > 0) {
    result.catch(() => {});
    await Promise.all(before);
  }
  if (onDisk) await Promise.all([result, onDisk]);
  return result;
}

/** The name under which a statement is prepared; undefined if it isn't. */
function chooseName(text: string, values: readonly unknown[], prepares: boolean): string | undefined {
  const once = text.includes(ONCE);
  const isNamed = prepares ? !text.includes(BY_VALUES) && !values.some(isBulk) : once;
  return isNamed && values.length > 0 ? nameOf(text, once ? 0 : SEEN_BEFORE) : undefined;
}

type Packet = ReturnType<typeof createPacket>;

/** Collects everything from `hold` until `letGo`, to send one packet: a write to a socket costs as much as a small statement. */
function createPacket({ connection }: pg.PoolClient) {
  let held = false;
  return {
    hold() {
      if (!held) connection.stream.cork();
      held = true;
    },
    letGo() {
      if (held) connection.stream.uncork();
      held = false;
    },
  };
}

/** Statements that were sent without being awaited: the next statement awaits them. */
function createAhead(connection: pg.PoolClient, packet: Packet) {
  let sent: Promise<unknown>[] = [];
  const add = (sending: Promise<unknown>): void => {
    sending.catch(() => {});
    sent.push(sending);
  };
  return {
    add,
    send(statement: string | pg.QueryConfig): void {
      packet.hold();
      add(connection.query(statement));
    },
    /** Returns these statements once. */
    take(): Promise<unknown>[] {
      const taken = sent;
      sent = [];
      return taken;
    },
  };
}

/** pg returns a list for several statements in one text. */
function withoutFirst(results: unknown): pg.QueryResult {
  const [, first, ...more] = results as pg.QueryResult[];
  return (more.length === 0 ? first : [first, ...more]) as pg.QueryResult;
}

/** Cheaper than `queueMicrotask`, which records its caller. */
const NOW = Promise.resolve();
const NOTHING = { command: '', rowCount: 0, rows: [] };
