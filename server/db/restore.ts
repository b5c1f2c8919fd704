import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { differing, insertRows, linesOf, seeAll, sumsOf, type TableLine, tablesOf } from './archive.ts';
import type { Head, Tail } from './backup.ts';
import { connected, connectTo } from './hosts.ts';
import { type Migration, migrate, migrations } from './migrate.ts';
import { type Sealed, sealOf } from './seal.ts';
import { reason, StartError } from './start-error.ts';

const UNPROVEN: Record<Exclude<Sealed['state'], 'whole'>, string> = {
  broken: 'The file was changed after it was written, or the secret key is another one than it was written under',
  missing: 'The file has no seal: it was changed, cut short, or written before backups were sealed',
};
const DAMAGED = 'The file is no whole backup of Manger. Nothing was restored.';

/**
 * Fills an empty database from a backup: its tables as they were then, the data in one transaction, checked by counts and sums, and
 * the migrations since. Whatever goes wrong leaves the database empty. Gives the head and the rows by table.
 * Before anything is written the seal over every byte of the file is checked, unless the caller takes it `unproven`.
 */
export async function restore(
  url: string,
  file: string,
  { secret, unproven = false }: { secret: string; unproven?: boolean },
): Promise<{ head: Head; rows: Tail['rows'] }> {
  const { state, length } = await sealOf(file, secret).catch((error) => {
    throw new StartError(`${file} can't be read: ${reason(error)}.`);
  });
  if (state !== 'whole' && !unproven) {
    throw new StartError(
      `${UNPROVEN[state]}. Nothing was restored. Put the old key in place (SECRET_KEY or secret.key), or, when you trust the file all the same, add the word unproven.`,
    );
  }
  const batches = linesIn(file, length);
  try {
    const { value: first = [] } = await batches.next();
    const head = parse<Head>(first.shift() ?? '');
    if (head?.format !== 'manger backup 1') throw new StartError(DAMAGED);
    demandKnown(head);
    await demandEmpty(url, head);
    await migrate(url, { until: head.migrations.at(-1)?.name ?? '' });
    const rows = await load(url, head, first, batches);
    await migrate(url);
    return { head, rows };
  } finally {
    await batches.return(undefined);
  }
}

type Batches = AsyncGenerator<string[], undefined, void>;

async function* linesIn(file: string, length: number): Batches {
  const source = createReadStream(file, { end: Math.max(0, length - 1) });
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  try {
    yield* linesOf(source.pipe(unpacked));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw new StartError(`${file} can't be read: ${reason(error)}.`);
    throw error instanceof StartError ? error : new StartError(DAMAGED);
  } finally {
    source.destroy();
  }
}

function parse<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new StartError(DAMAGED);
  }
}

function demandKnown(head: Head): void {
  const known = new Map<string, Migration>(migrations().map((migration) => [migration.name, migration]));
  const unknown = head.migrations.find(({ name, checksum }) => known.get(name)?.checksum !== checksum);
  if (unknown) throw new StartError(`The backup is of a newer version: it holds migration ${unknown.name}. Update Manger.`);
}

/** A database without Manger's tables, or with the very ones of the backup and nobody in them. */
async function demandEmpty(url: string, head: Head): Promise<void> {
  await connected(connectTo(url), async (client) => {
    const { rows } = await client.query(
      "select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') limit 1",
    );
    if (rows.length === 0) return;
    const { rows: made } = await client.query<{ there: boolean }>("select to_regclass('schema_migration') is not null as there");
    const applied = made[0]?.there ? (await client.query<{ name: string }>('select name from schema_migration')).rows : [];
    const same = applied.length > 0 && applied.every(({ name }) => head.migrations.some((migration) => migration.name === name));
    await client.query('begin');
    await seeAll(client);
    const tables = same ? await tablesOf(client) : [];
    const { rows: held } = await client.query(tables.map(({ table }) => `select from ${table}`).join(' union all ') || 'select');
    if (held.length > 0) throw new StartError('The database is not empty. Restore into a new one, or into a new DATA_DIR.');
  });
}

async function load(url: string, head: Head, first: string[], batches: Batches): Promise<Tail['rows']> {
  return connected(connectTo(url), async (client) => {
    await client.query('begin');
    await seeAll(client);
    const names = new Set((await tablesOf(client)).map(({ table }) => table));
    // What the triggers would add is in the backup already.
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

/** The rows of a table in one batch go in together. */
async function fill(client: pg.Client, names: ReadonlySet<string>, first: string[], batches: Batches) {
  const rows: Tail['rows'] = {};
  let into: TableLine | undefined;
  let tail: Tail | undefined;
  for (let batch: string[] | undefined = first; batch; batch = (await batches.next()).value) {
    let waiting: string[] = [];
    const write = async () => {
      if (into && waiting.length > 0) await insert(client, into, waiting);
      waiting = [];
    };
    for (const text of batch) {
      if (text.startsWith('{"table":')) {
        await write();
        into = parse<TableLine>(text);
        if (!names.has(into.table)) throw new StartError(DAMAGED);
        rows[into.table] = 0;
      } else if (text.startsWith('{"rows":')) {
        await write();
        tail = parse<Tail>(text);
      } else {
        if (!into || tail) throw new StartError(DAMAGED);
        waiting.push(text);
        rows[into.table] = (rows[into.table] ?? 0) + 1;
      }
    }
    await write();
  }
  return { tail, rows };
}

const insert = (client: pg.Client, line: TableLine, rows: readonly string[]) =>
  insertRows(client, line, rows).catch((error: Error) => {
    throw new StartError(`The rows of ${line.table} can't be written: ${error.message}. Nothing was restored.`);
  });
