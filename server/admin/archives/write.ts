import pg from 'pg';
import type { Language } from '#contract/kinds.ts';
import { conventionsOf } from '#contract/words.ts';
import { PEOPLE_COLUMNS, rowsOf, sumsOf, type TableLine } from '#server/db/archive.ts';
import { costlyConnection, type Database } from '#server/db/database.ts';
import { connected } from '#server/db/hosts.ts';
import type { Work } from '#server/platform/runtime/work.ts';
import { countBook, writeBook } from './book.ts';
import { clientTables, LEFT_OUT } from './client-tables.ts';
import {
  type ArchivedPerson,
  BOOK_FILE,
  FORMAT,
  MANIFEST_FILE,
  type Manifest,
  PART_ROWS,
  PEOPLE_FILE,
  partName,
  SIGNATURE_FILE,
  seeClient,
  signatureOf,
} from './format.ts';
import { createZip } from './zip.ts';

/** The input of the thread. */
export interface ArchiveTask {
  database: Pick<Database, 'url' | 'embedded'>;
  secret: string;
  client: number;
  file: string;
  now: Date;
}

/** Writes all data of a client, as of one snapshot, into `file`, while others continue. */
export async function writeArchive({ database, secret, client, file, now }: ArchiveTask, work: Work): Promise<void> {
  await connected(costlyConnection(database), async (connection) => {
    await connection.query('begin transaction isolation level repeatable read read only');
    // Parallel workers wouldn't run at low priority.
    await connection.query('set local max_parallel_workers_per_gather to 0');
    await seeClient(connection, client);
    const lines = await clientTables(connection);
    const sheets = await countBook(connection);
    const pace = trackPace(work, (await countRows(connection, lines)) + sheets.reduce((sum, rows) => sum + rows, 0));
    const zip = createZip(file, pace.tell);
    try {
      await fill(connection, client, { lines, sheets, zip, handed: pace.handed }, now, secret);
      await zip.end();
    } catch (error) {
      zip.abort();
      throw error;
    }
  });
}

/** The progress: rows are written once as lines, and most of them again into the workbook. */
function trackPace(work: Work, total: number) {
  let handed = 0;
  return {
    handed: (rows: number) => {
      handed += rows;
    },
    tell: () => work.progress(Math.min(1, handed / total || 0)),
  };
}

async function countRows(connection: pg.Client, lines: readonly TableLine[]): Promise<number> {
  const counts = lines.map(({ table }) => `(select count(*) from ${pg.escapeIdentifier(table)})`);
  const { rows } = await connection.query<{ rows: number }>(`select (${counts.join(' + ')})::integer as rows`);
  return rows[0]?.rows ?? 0;
}

interface Filling {
  lines: readonly TableLine[];
  /** Number of rows of each sheet. */
  sheets: readonly number[];
  zip: ReturnType<typeof createZip>;
  handed: (rows: number) => void;
}

async function fill(
  connection: pg.Client,
  client: number,
  { lines, sheets, zip, handed }: Filling,
  now: Date,
  secret: string,
): Promise<void> {
  const tables: Manifest['tables'] = [];
  const people = await readPeople(connection, client, lines);
  await zip.add(PEOPLE_FILE, people.map((person) => `${JSON.stringify(person)}\n`).join(''));
  for (const line of lines) tables.push(await addTable(connection, line, zip, handed));
  const about = await readClient(connection, client);
  const book = zip.file(BOOK_FILE, true);
  const owner = { ...about, ...conventionsOf(about), name: about.company_name, language: await readLanguage(connection, client) };
  await writeBook(connection, owner, sheets, { take: book, handed }, now);
  await book(new Uint8Array(), true);
  const manifest: Manifest = {
    format: FORMAT,
    made_at: now.toISOString(),
    migrations: (await connection.query<{ name: string }>('select name from schema_migration order by name')).rows.map(({ name }) => name),
    client: about,
    tables,
    people: people.length,
    months: await listMonths(connection),
    sums: await sumsOf(connection),
    checksums: zip.checksums,
    left_out: LEFT_OUT,
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await zip.add(MANIFEST_FILE, text);
  await zip.add(SIGNATURE_FILE, signatureOf(secret, Buffer.from(text)));
}

/** Rows in memory at once. The rows of a file are a multiple of it. */
const READ_ROWS = 1000;

async function addTable(
  connection: pg.Client,
  { table, columns }: TableLine,
  zip: Filling['zip'],
  handed: Filling['handed'],
): Promise<Manifest['tables'][number]> {
  const files: string[] = [];
  let count = 0;
  let push: ReturnType<typeof zip.file> | undefined;
  for await (const rows of rowsOf(connection, { table, columns }, READ_ROWS)) {
    if (count % PART_ROWS === 0) {
      await push?.(new Uint8Array(), true);
      files.push(partName(table, files.length + 1));
      push = zip.file(files.at(-1) as string);
    }
    count += rows.length;
    await push?.(new TextEncoder().encode(rows.map((text) => `${text}\n`).join('')));
    handed(rows.length);
  }
  await push?.(new Uint8Array(), true);
  return { table, columns, rows: count, files };
}

async function readClient(connection: pg.Client, client: number): Promise<Manifest['client']> {
  const { rows } = await connection.query<Manifest['client']>(
    'select company_name, info, modules, currency, units, clock, week_start from client where id = $1',
    [client],
  );
  if (!rows[0]) throw new Error(`no client ${client}`);
  return rows[0];
}

/** The language of the oldest owner; null without an owner. */
async function readLanguage(connection: pg.Client, client: number): Promise<Language | null> {
  const { rows } = await connection.query<{ language: Language }>(
    'select language from account where client_id = $1 and not deleted order by user_type, id limit 1',
    [client],
  );
  return rows[0]?.language ?? null;
}

/** The client's people, and names of others who recorded facts. */
async function readPeople(connection: pg.Client, client: number, tables: readonly TableLine[]): Promise<ArchivedPerson[]> {
  const named = tables.flatMap(({ table, columns }) =>
    columns.filter((column) => PEOPLE_COLUMNS.has(column)).map((column) => `select ${column} from ${pg.escapeIdentifier(table)}`),
  );
  const { rows } = await connection.query<ArchivedPerson>(
    `select id, user_type, first_name, last_name, case when own then phone else '' end as phone, case when own then email else '' end as email,
            language, units, clock, week_start, case when own then about else '' end as about, case when own then access_group_id end as access_group_id, locked, deleted,
            erased_at::text, created_at::text, not own as outside
     from (select *, coalesce(client_id = $1, false) as own from account where client_id = $1 or id in (${named.join(' union ')})) a order by id`,
    [client],
  );
  return rows;
}

async function listMonths(connection: pg.Client): Promise<string[]> {
  const { rows } = await connection.query<{ month: string }>(
    `select distinct to_char(planned_on, 'YYYY-MM-01') as month
     from (select planned_on from schedule_ingredient union all select planned_on from schedule_group) f order by 1`,
  );
  return rows.map(({ month }) => month);
}
