import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import { UNREAD, wrapConnection } from './connection.ts';
import { type Database, openDatabase } from './database.ts';

describe('what goes ahead of a statement', () => {
  const connectionThat = (answer: (text: string) => Promise<unknown>, packets: string[] = []) =>
    ({
      query: (given: string | { text: string }) => answer(typeof given === 'string' ? given : given.text),
      connection: { stream: { cork: () => packets.push('('), uncork: () => packets.push(')') } },
      release: () => packets.push('released'),
    }) as unknown as pg.PoolClient;
  const ask = (client: ReturnType<typeof wrapConnection>, text: string) => client.query(text, []);

  test('travels with it, in order, and begins a transaction only when something is done in it', async () => {
    const sent: string[] = [];
    const client = wrapConnection(
      connectionThat(async (text) => {
        sent.push(text);
        return { rows: [] };
      }),
      true,
    );
    void client.ahead('tell the tenant');
    await ask(client, 'begin');
    await ask(client, 'one');
    await ask(client, 'two');
    await ask(client, 'commit');
    expect(sent).toEqual(['tell the tenant', 'begin', 'one', 'two', 'commit']);
    await ask(client, 'begin');
    await ask(client, 'rollback');
    await ask(client, 'three');
    expect(sent.slice(5)).toEqual(['three']);
  });

  test('leaves in one packet with the statement that is waited for, as what is asked at the same time does', async () => {
    const sent: string[] = [];
    const answer = async (text: string) => {
      sent.push(text);
      return { rows: [] };
    };
    const client = wrapConnection(connectionThat(answer, sent), true);
    await ask(client, 'begin');
    await ask(client, 'one');
    await ask(client, 'two /* unread */');
    await ask(client, 'three /* unread */');
    await ask(client, 'commit');
    await ask(client, 'four');
    expect(sent).toEqual(['(', 'begin', 'one', ')', '(', 'two /* unread */', 'three /* unread */', 'commit', ')', '(', 'four', ')']);
    await Promise.all([ask(client, 'five'), ask(client, 'six')]);
    expect(sent.slice(-4)).toEqual(['(', 'five', 'six', ')']);
    void client.ahead('tell the tenant');
    client.release();
    expect(sent.slice(-4)).toEqual(['(', 'tell the tenant', ')', 'released']);
  });

  test('fails the next statement when it fails, whoever asks it, and that one alone', async () => {
    const client = wrapConnection(
      connectionThat((text) => (text === 'tell the tenant' ? Promise.reject(new Error('not told')) : Promise.resolve({ rows: [text] }))),
      true,
    );
    await client.ahead('tell the tenant').catch(() => {});
    await expect(ask(client, 'one')).rejects.toThrow('not told');
    await expect(ask(client, 'two')).resolves.toEqual({ rows: ['two'] });
  });
});

test('what comes again is prepared, but for what is to be planned anew', async () => {
  const prepared: unknown[] = [];
  const connection = {
    async query({ name }: { name?: string }) {
      prepared.push(name !== undefined);
      return { rows: [] };
    },
    connection: { stream: { cork() {}, uncork() {} } },
  };
  const client = wrapConnection(connection as unknown as pg.PoolClient, true);
  for (let time = 0; time < 3; time += 1) await client.query('select $1 as again', [1]);
  for (let time = 0; time < 3; time += 1) await client.query('select /* planned anew */ $1', [1]);
  expect(prepared).toEqual([false, false, true, false, false, false]);
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

  test('that fails leaves nothing, and the connection is good for the next', async () => {
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

  test('whose first statement fails is rolled back too', async () => {
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

  test('keeps what nobody read the answer of', async () => {
    const db = database.acrossClients();
    await db.transaction().execute(async (tx) => {
      await insertUnread('unread first').execute(tx);
      await insert('read').execute(tx);
      await insertUnread('unread last').execute(tx);
    });
    const all = (await names()).map(({ name }) => name);
    expect(all).toEqual(expect.arrayContaining(['unread first', 'read', 'unread last']));
  });

  test('fails with what nobody read the answer of, the last of it too, and leaves nothing', async () => {
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

  test('that gives up tells its own reason, whatever else failed', async () => {
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
