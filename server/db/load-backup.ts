import type pg from 'pg';
import { differing, insertRows, seeAll, sumsOf, type TableLine, tablesOf } from './archive.ts';
import type { Head, Tail } from './backup.ts';
import { connected, connectTo } from './hosts.ts';
import { type Batches, DAMAGED, parse } from './read-backup.ts';
import { StartError } from './start-error.ts';

export async function load(url: string, head: Head, first: string[], batches: Batches): Promise<Tail['rows']> {
  return connected(connectTo(url), async (client) => {
    await client.query('begin');
    await seeAll(client);
    const names = new Set((await tablesOf(client)).map(({ table }) => table));
    // The backup already contains the rows that triggers would add.
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    for (const month of head.months) await client.query('select ensure_month($1)', [month]);
    const { tail, rows } = await fill(client, names, first, batches);
    if (!tail) throw new StartError(DAMAGED);
    const wrong = [...differing(tail.rows, rows), ...differing(tail.sums, await sumsOf(client))];
    if (wrong.length > 0) throw new StartError(`The backup doesn't add up (${wrong.join(', ')}). Nothing was restored.`);
    for (const [table, next] of Object.entries(tail.sequences)) {
      await client.query(`select setval(pg_get_serial_sequence($1, 'id'), $2, false)`, [table, next]);
    }
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    await client.query('commit');
    await client.query('analyze');
    return rows;
  });
}

/** Inserts the rows of each table by batch. */
async function fill(client: pg.Client, names: ReadonlySet<string>, first: string[], batches: Batches) {
  const rows: Tail['rows'] = {};
  let into: TableLine | undefined;
  let tail: Tail | undefined;
  let waiting: string[] = [];
  const write = async () => {
    if (into && waiting.length > 0) await insert(client, into, waiting);
    waiting = [];
  };
  const takeLine = async (text: string) => {
    const isTable = text.startsWith('{"table":');
    if (!isTable && !text.startsWith('{"rows":')) {
      if (!into || tail) throw new StartError(DAMAGED);
      waiting.push(text);
      rows[into.table] = (rows[into.table] ?? 0) + 1;
      return;
    }
    await write();
    if (isTable) {
      into = parse<TableLine>(text);
      if (!names.has(into.table)) throw new StartError(DAMAGED);
      rows[into.table] = 0;
    } else tail = parse<Tail>(text);
  };
  for (let batch: string[] | undefined = first; batch; batch = (await batches.next()).value) {
    for (const text of batch) await takeLine(text);
    await write();
  }
  return { tail, rows };
}

const insert = (client: pg.Client, line: TableLine, rows: readonly string[]) =>
  insertRows(client, line, rows).catch((error: Error) => {
    throw new StartError(`The rows of ${line.table} can't be written: ${error.message}. Nothing was restored.`);
  });
