import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Carried } from './tables.ts';
import { quoted } from './tables.ts';

const LOCK_MS = 2000;
const TRIES = 30;
const isLocked = (error: unknown) => (error as { code?: string }).code === '55P03';

const nameOf = (client: number) => quoted(`move_${client}`);
const notedTables = (tables: readonly Carried[]) => [
  { table: 'client', key: ['id'] as readonly string[] },
  ...tables.filter(({ by }) => by !== 'whole').map(({ table, key }) => ({ table, key })),
];

/** Changes a table's triggers, which waits for those who are writing, a moment at a time, for others wait behind it. */
async function alter(connection: pg.Client, statement: string): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    try {
      await connection.query('begin');
      await connection.query(`set local lock_timeout = ${LOCK_MS}`);
      await connection.query(statement);
      await connection.query('commit');
      return;
    } catch (error) {
      await connection.query('rollback');
      if (turn === TRIES || !isLocked(error)) throw error;
      await delay(200);
    }
  }
}

/** From here on each change of the client's rows is noted. */
export async function beginNotes(connection: pg.Client, client: number, tables: readonly Carried[]): Promise<void> {
  for (const { table, key } of notedTables(tables)) {
    await alter(
      connection,
      `create or replace trigger ${nameOf(client)} after insert or update or delete on ${quoted(table)}
       for each row execute function note_client_change('${table}', '${key.join(' ')}', '${client}')`,
    );
  }
}

export async function endNotes(connection: pg.Client, client: number): Promise<void> {
  const { rows } = await connection.query<{ table: string }>(
    `select c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgname = $1 and t.tgparentid = 0 order by 1`,
    [`move_${client}`],
  );
  for (const { table } of rows) await alter(connection, `drop trigger if exists ${nameOf(client)} on ${quoted(table)}`);
}
