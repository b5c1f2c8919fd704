import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { rowsOf, type Sums, seeAll, sumsOf, type TableLine, tablesOf } from './archive.ts';
import { connected, connectTo } from './hosts.ts';
import { seal } from './seal.ts';
import { StartError } from './start-error.ts';

const CHUNK = 5000;

/** The first line of a backup. A line with the table's name and a line of JSON per row follow for each table. `Tail` is the last line. */
export interface Head {
  format: 'manger backup 1';
  at: string;
  /** Migrations of the data, oldest first. A restore applies these, inserts the data, then applies newer ones. */
  migrations: { name: string; checksum: string }[];
  /** First days of the months with partitions of facts. */
  months: string[];
  /** A hash that shows whether the secret key for calibrations is the same, without revealing the key. */
  key: string;
}

export interface Tail {
  rows: Record<string, number>;
  /** The next ids, by table. */
  sequences: Record<string, string>;
  sums: Sums;
}

/**
 * Writes all data, as of one snapshot, into one file while the application continues. Returns the number of rows by table. The file gets
 * its name when it is complete and sealed under the installation's key.
 */
export async function backup(url: string, file: string, { key, secret }: { key: string; secret: string }): Promise<Tail['rows']> {
  if (existsSync(file)) throw new StartError(`${file} is there already. Give another name.`);
  const draft = `${file}.${process.pid}`;
  try {
    return await connected(connectTo(url), async (client) => {
      await client.query('begin transaction isolation level repeatable read read only');
      await seeAll(client);
      const rows: Tail['rows'] = {};
      await pipeline(Readable.from(lines(client, key, rows)), createGzip(), createWriteStream(draft, { mode: 0o600 }));
      await seal(draft, secret);
      renameSync(draft, file);
      return rows;
    });
  } finally {
    rmSync(draft, { force: true });
  }
}

async function* lines(client: pg.Client, key: string, counts: Tail['rows']): AsyncGenerator<string> {
  yield line({ ...(await headOf(client)), key });
  for (const { table, columns } of await tablesOf(client)) {
    yield line({ table, columns } satisfies TableLine);
    counts[table] = 0;
    for await (const rows of rowsOf(client, { table, columns }, CHUNK)) {
      counts[table] += rows.length;
      yield rows.map((text) => `${text}\n`).join('');
    }
  }
  yield line({ rows: counts, sequences: await sequencesOf(client), sums: await sumsOf(client) } satisfies Tail);
}

async function headOf(client: pg.Client): Promise<Omit<Head, 'key'>> {
  const { rows: migrations } = await client.query<Head['migrations'][number]>('select name, checksum from schema_migration order by name');
  const { rows: months } = await client.query<{ month: string }>(
    `select to_char(to_date(right(c.relname, 6), 'YYYYMM'), 'YYYY-MM-DD') as month
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'schedule_ingredient'::regclass order by 1`,
  );
  return { format: 'manger backup 1', at: new Date().toISOString(), migrations, months: months.map(({ month }) => month) };
}

/** Assigned ids, which may exceed those in the snapshot. */
async function sequencesOf(client: pg.Client): Promise<Tail['sequences']> {
  const { rows } = await client.query<{ table: string; sequence: string }>(
    `select c.relname as table, pg_get_serial_sequence(quote_ident(c.relname), 'id') as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not c.relispartition order by 1`,
  );
  const next: Tail['sequences'] = {};
  for (const { table, sequence } of rows) {
    const { rows: found } = await client.query<{ next: string }>(
      `select (last_value + case when is_called then 1 else 0 end)::text as next from ${sequence}`,
    );
    if (found[0]) next[table] = found[0].next;
  }
  return next;
}

const line = (value: object) => `${JSON.stringify(value)}\n`;
