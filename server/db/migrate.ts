import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { dropBiViews } from './bi-views.ts';
import { connected, connectTo } from './hosts.ts';
import { projectRoot, StartError } from './start-error.ts';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

interface Recorded {
  name: string;
  checksum: string;
}

const TABLE = `create table if not exists schema_migration (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
)`;
/** An arbitrary fixed number, equal in all versions. */
const LOCK = 721_130_001;

const LAST = '999';
const folder = join(projectRoot, 'server/db/migrations');

export const migrations = (): Migration[] => readMigrations(folder);

interface Options {
  /** The folder of the migrations, if it differs from the default. */
  from?: string;
  /** The last migration to apply. */
  until?: string;
  /** Receives a migration's messages about changed data. */
  onNotice?: (message: string) => void;
}

/** Applies missing migrations in order and returns their names. StartError if code and database don't fit. */
export async function migrate(url: string, { from = folder, until = LAST, onNotice }: Options = {}): Promise<string[]> {
  const migrations = readMigrations(from).filter(({ name }) => name <= until);
  return connected(connectTo(url), async (client) => {
    if (onNotice) client.on('notice', ({ message }) => message && onNotice(message));
    const applied: string[] = [];
    for (let next = await applyNext(client, migrations); next; next = await applyNext(client, migrations)) applied.push(next);
    return applied;
  });
}

/** The lock belongs to the transaction, so it also works through a pooler. */
async function applyNext(client: pg.Client, migrations: Migration[]): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query(`select pg_advisory_xact_lock(${LOCK})`);
    const { rows: made } = await client.query("select 1 where to_regclass('schema_migration') is not null");
    if (made.length === 0) await client.query(TABLE);
    const { rows } = await client.query<Recorded>('select name, checksum from schema_migration order by name');
    const next = pending(migrations, rows)[0];
    if (next) {
      // The start creates the views again (server/bi).
      await dropBiViews(client);
      // Migrations also change old copies of moved clients.
      await client.query("select set_config('manger.move', 'on', true)");
      await client.query(next.sql).catch((error: Error) => {
        throw new Error(`Migration ${next.name} failed: ${error.message}`, { cause: error });
      });
      await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [next.name, next.checksum]);
    }
    await client.query('commit');
    return next?.name;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

function pending(migrations: Migration[], recorded: Recorded[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of recorded) {
    const migration = known.get(row.name);
    if (!migration) throw new StartError(`The database is newer than this version: it holds migration ${row.name}. Update Manger.`);
    if (migration.checksum !== row.checksum)
      throw new StartError(`Migration ${row.name} was changed after it was applied to this database. Restore the file.`);
  }
  const done = new Set(recorded.map((row) => row.name));
  const last = recorded.at(-1)?.name ?? '';
  const missing = migrations.filter((migration) => !done.has(migration.name));
  const late = missing.find((migration) => migration.name < last);
  if (late) throw new StartError(`Migration ${late.name} comes before ${last}, which this database already holds. Give it a later number.`);
  return missing;
}

function readMigrations(from: string): Migration[] {
  const names = readdirSync(from)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = /^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (!number || numbers.has(number)) throw new Error(`Migration ${name} needs a three-digit number of its own: NNN-name.sql`);
    numbers.add(number);
    // A checkout may change line ends, which is no change of the migration.
    const sql = readFileSync(join(from, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}
