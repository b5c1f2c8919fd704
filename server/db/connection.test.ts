import { getPriority, setPriority } from 'node:os';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import { UNREAD, wrapConnection } from './connection.ts';
import { costlyConnection, type Database, type Db, openDatabase } from './database.ts';
import { GIVES_WAY } from './priority.ts';
import { ToldQuery, tellingOf } from './telling.ts';

/** A statement for pg: a text, or an object that may bring its own callback. */
type Given = string | { text: string; name?: string; callback?: (error: Error | null, result?: object) => void };

const answering = (answer: (given: Exclude<Given, string>) => Promise<object>) => (given: Given) => {
  const statement = typeof given === 'string' ? { text: given } : given;
  const answered = answer(statement);
  const { callback } = statement;
  if (!callback) return answered;
  answered.then((result) => callback(null, result), callback);
  return undefined;
};
const { text: TOLD } = tellingOf(7);
/** A connection as behind a pooler, without prepared statements. */
const wrapped = (connection: pg.PoolClient) => {
  const client = wrapConnection(connection, { prepares: true, pooled: true });
  client.serve({ text: TOLD });
  return client;
};

describe('a statement that is sent before another one', () => {
  const connectionThat = (answer: (text: string) => Promise<object>, packets: string[] = []) =>
    ({
      query: answering(({ text }) => answer(text)),
      connection: { stream: { cork: () => packets.push('('), uncork: () => packets.push(')') } },
      release: () => packets.push('released'),
    }) as unknown as pg.PoolClient;
  const ask = (client: ReturnType<typeof wrapConnection>, text: string) => client.query(text, []);

  test('travels with the next one, in order, and begins a transaction only for its first work', async () => {
    const sent: string[] = [];
    const client = wrapped(
      connectionThat(async (text) => {
        sent.push(text);
        return { rows: [] };
      }),
    );
    await ask(client, 'begin');
    await ask(client, 'one');
    await ask(client, 'two');
    await ask(client, 'commit');
    expect(sent).toEqual([`begin; ${TOLD}`, 'one', 'two', 'commit']);
    await ask(client, 'begin');
    await ask(client, 'rollback');
    await ask(client, 'three');
    expect(sent.slice(4)).toEqual(['three']);
  });

  test('a notifying transaction blocks no other while its commit is written to disk, and then waits for the disk', async () => {
    const sent: string[] = [];
    let written = (_: object): void => {};
    const onDisk = new Promise<object>((resolve) => {
      written = resolve;
    });
    const answer = (text: string) => {
      sent.push(text);
      return text.includes('pg_logical_emit_message') ? onDisk : Promise.resolve({ rows: [] });
    };
    const client = wrapped(connectionThat(answer, sent));
    await ask(client, 'begin');
    await ask(client, 'select pg_notify(1)');
    let isDone = false;
    const committed = ask(client, 'commit').then(() => {
      isDone = true;
    });
    await new Promise(setImmediate);
    expect(sent.slice(-5)).toEqual([
      '(',
      'set local synchronous_commit to off',
      'commit',
      "select pg_logical_emit_message(true, 'manger', '')",
      ')',
    ]);
    expect(isDone).toBe(false);
    written({ rows: [] });
    await committed;
    await ask(client, 'begin');
    await ask(client, 'two');
    await ask(client, 'commit');
    expect(sent.slice(-5)).toEqual(['two', ')', '(', 'commit', ')']);
  });

  test('leaves in one packet with the awaited statement, like statements of the same moment', async () => {
    const sent: string[] = [];
    const answer = async (text: string) => {
      sent.push(text);
      return { rows: [] };
    };
    const client = wrapped(connectionThat(answer, sent));
    await ask(client, 'begin');
    await ask(client, 'one');
    await ask(client, 'two /* unread */');
    await ask(client, 'three /* unread */');
    await ask(client, 'commit');
    await ask(client, 'four');
    expect(sent).toEqual([
      '(',
      `begin; ${TOLD}`,
      'one',
      ')',
      '(',
      'two /* unread */',
      'three /* unread */',
      'commit',
      ')',
      '(',
      'four',
      ')',
    ]);
    await Promise.all([ask(client, 'five'), ask(client, 'six')]);
    expect(sent.slice(-4)).toEqual(['(', 'five', 'six', ')']);
    client.release();
    expect(sent.at(-1)).toBe('released');
  });

  test('begins a transaction with the requested isolation level', async () => {
    const sent: string[] = [];
    const client = wrapped(
      connectionThat(async (text) => {
        sent.push(text);
        return { rows: [] };
      }),
    );
    await ask(client, 'start transaction isolation level repeatable read');
    await ask(client, 'one');
    await ask(client, 'commit');
    await ask(client, 'start transaction read only');
    await ask(client, 'rollback');
    expect(sent).toEqual([`start transaction isolation level repeatable read; ${TOLD}`, 'one', 'commit']);
  });

  test('a failure fails only the next statement', async () => {
    const client = wrapped(
      connectionThat((text) => (text === `begin; ${TOLD}` ? Promise.reject(new Error('not told')) : Promise.resolve({ rows: [text] }))),
    );
    await ask(client, 'begin');
    await expect(ask(client, 'one')).rejects.toThrow('not told');
    await expect(ask(client, 'two')).resolves.toEqual({ rows: ['two'] });
  });
});

test('repeated statements are prepared, except those that need a new plan, and none on shared connections', async () => {
  const preparedBy = async (pooled: boolean) => {
    const prepared: unknown[] = [];
    const connection = {
      query: answering(async ({ text, name }) => {
        if (text.includes('$1 as again') || text.includes('planned by values')) prepared.push(name !== undefined);
        return { rows: [] };
      }),
      connection: { stream: { cork() {}, uncork() {} } },
    };
    const client = wrapConnection(connection as unknown as pg.PoolClient, { prepares: true, pooled });
    client.serve(tellingOf(7));
    for (let time = 0; time < 3; time += 1) await client.query('select $1 as again', [1]);
    for (let time = 0; time < 3; time += 1) await client.query('select /* planned by values */ $1', [1]);
    return prepared;
  };
  expect(await preparedBy(true)).toEqual([false, false, false, false, false, false]);
  expect(await preparedBy(false)).toEqual([false, false, true, false, false, false]);
});

test('a single statement is retried a few times after a deadlock; one in a transaction is left to the transaction', async () => {
  let refusals = 0;
  const asked: string[] = [];
  const query = answering(async ({ text }) => {
    if (text.includes('set_config')) return { rows: [] };
    asked.push(text);
    if (text.startsWith('wrong')) throw Object.assign(new Error('a mistake'), { code: '42601' });
    if (refusals > 0 && text !== 'rollback') {
      refusals -= 1;
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    }
    return { rows: [text] };
  });
  const connection = { query, connection: { stream: { cork() {}, uncork() {} } } };
  const client = wrapConnection(connection as unknown as pg.PoolClient, { prepares: true });
  client.serve(tellingOf(7));
  refusals = 3;
  expect(await client.query('waits $1', [1])).toMatchObject({ rows: ['waits $1'] });
  refusals = 4;
  await expect(client.query('waits $1', [1])).rejects.toThrow('deadlock detected');
  expect(asked.splice(0)).toHaveLength(8);
  await expect(client.query('wrong $1', [1])).rejects.toThrow('a mistake');
  refusals = 1;
  await client.query('begin', []);
  await expect(client.query('waits $1', [1])).rejects.toThrow('deadlock detected');
  await client.query('rollback', []);
  expect(asked).toEqual(['wrong $1', 'waits $1', 'rollback']);
});

test('on connections that plan for values, a marked statement is prepared at its first use with a generic plan', async () => {
  const told: [name: string | undefined, by: string | undefined][] = [];
  const query = (given: Given) => {
    if (given instanceof ToldQuery) {
      const { name, text } = given as unknown as { name?: string; text: string };
      const bound: (string | undefined)[] = [];
      const nothing = () => {};
      const protocol = {
        parsedStatements: {},
        submittedNamedStatements: {},
        parse: nothing,
        describe: nothing,
        execute: nothing,
        sync: nothing,
        flush: nothing,
      };
      given.prepare({ ...protocol, bind: ({ statement }: { statement?: string }) => bound.push(statement) } as never);
      const [by] = bound;
      told.push([name && text, by]);
    }
    return answering(async () => ({ rows: [] }))(given);
  };
  const connection = { query, connection: { stream: { cork() {}, uncork() {} } } };
  const client = wrapConnection(connection as unknown as pg.PoolClient, { prepares: false });
  client.serve(tellingOf(7));
  const once = 'select /* planned once */ $1';
  for (const text of [once, once, 'select $1', 'select $1', 'select $1']) await client.query(text, [1]);
  const others = [undefined, 'manger tenant'];
  expect(told).toEqual([[once, 'manger tenant, any plan'], [once, 'manger tenant, any plan'], others, others, others]);
});

describe('a transaction', () => {
  let database: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const fresh = await freshDatabase();
    drop = fresh.drop;
    database = openDatabase({ url: fresh.url, max: 1 });
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });
  const names = async () => (await sql<{ name: string }>`select name from setting order by name`.execute(database.acrossClients())).rows;
  const insert = (name: string) => sql`insert into setting (name, value) values (${name}, '1')`;

  test('leaves nothing after a failure, and the connection stays usable', async () => {
    const db = database.acrossClients();
    const failing = db.transaction().execute(async (tx) => {
      await insert('lost').execute(tx);
      await insert('lost').execute(tx);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    await db.transaction().execute(async () => {});
    await db.transaction().execute((tx) => insert('kept').execute(tx));
    expect(await names()).toEqual([{ name: 'kept' }]);
  });

  test('is rolled back if its first statement fails', async () => {
    await expect(
      database
        .forClient(1)
        .transaction()
        .execute((tx) => sql`select 1 / 0`.execute(tx)),
    ).rejects.toMatchObject({ code: '22012' });
    await insert('after').execute(database.acrossClients());
    expect(await names()).toContainEqual({ name: 'after' });
  });

  const insertUnread = (name: string) => sql`insert into setting ${UNREAD} (name, value) values (${name}, '1')`;

  test('keeps statements whose answer nobody reads', async () => {
    const db = database.acrossClients();
    await db.transaction().execute(async (tx) => {
      await insertUnread('unread first').execute(tx);
      await insert('read').execute(tx);
      await insertUnread('unread last').execute(tx);
    });
    const all = (await names()).map(({ name }) => name);
    expect(all).toEqual(expect.arrayContaining(['unread first', 'read', 'unread last']));
  });

  test('fails with an unread statement, also the last one, and leaves nothing', async () => {
    const db = database.acrossClients();
    const failing = db.transaction().execute(async (tx) => {
      await insert('whole or not').execute(tx);
      await insertUnread('whole or not').execute(tx);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    await insert('next').execute(db);
    const all = (await names()).map(({ name }) => name);
    expect(all).toContain('next');
    expect(all).not.toContain('whole or not');
  });

  test('is on disk at its end, if it notifies', async () => {
    const db = database.acrossClients();
    await sql`set synchronous_commit to on`.execute(db);
    const place = await db.transaction().execute(async (tx) => {
      await insert('notified').execute(tx);
      await sql`select pg_notify('nobody', '')`.execute(tx);
      return (await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(tx)).rows[0]?.at;
    });
    const { rows } = await sql`select pg_current_wal_flush_lsn() > ${place}::pg_lsn as kept`.execute(db);
    expect(rows).toEqual([{ kept: true }]);
  });

  test('reports its own reason if it gives up, independently of other failures', async () => {
    const givingUp = database
      .acrossClients()
      .transaction()
      .execute(async (tx) => {
        await insertUnread('twice').execute(tx);
        await insertUnread('twice').execute(tx);
        throw new Error('given up');
      });
    await expect(givingUp).rejects.toThrow('given up');
  });
});

test.skipIf(process.env.DATABASE_URL_TEST)(
  'of a database on this machine the processes give way to the server, and those of costly work to all others',
  async () => {
    const fresh = await freshDatabase();
    const database = openDatabase({ url: fresh.url, embedded: true });
    const archive = await costlyConnection(database);
    try {
      const pidOf = async (db: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0;
      const { statements, longReports, archives } = GIVES_WAY;
      const pids = await Promise.all([
        ...[database.forClient(1), database.changing(1), database.reports(1), database.reports(1, 'long')].map(pidOf),
        archive.query('select pg_backend_pid() as pid').then(({ rows }) => Number(rows[0].pid)),
      ]);
      const priorities = pids.map((pid) => getPriority(pid));
      // In a container the account may lack the permission.
      const isAllowed = mayGiveWay(pids[0] ?? 0);
      const behind = (by: number) => Math.min(19, getPriority() + (isAllowed ? by : 0));
      expect(priorities).toEqual([statements, statements, statements, longReports, archives].map(behind));
    } finally {
      await archive.end();
      await database.close();
      await fresh.drop();
    }
  },
);

function mayGiveWay(pid: number): boolean {
  try {
    setPriority(pid, 19);
    return true;
  } catch {
    return false;
  }
}
