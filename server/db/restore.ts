import { seeAll, tablesOf } from './archive.ts';
import type { Head, Tail } from './backup.ts';
import { connected, connectTo } from './hosts.ts';
import { load } from './load-backup.ts';
import { type Migration, migrate, migrations } from './migrate.ts';
import { DAMAGED, linesIn, parse } from './read-backup.ts';
import { type Sealed, sealOf } from './seal.ts';
import { reason, StartError } from './start-error.ts';

const UNPROVEN: Record<Exclude<Sealed['state'], 'whole'>, string> = {
  broken: 'The file was changed after it was written, or the secret key is another one than it was written under',
  missing: 'The file has no seal: it was changed, cut short, or written before backups were sealed',
};
/**
 * Fills an empty database from a backup: applies the backup's migrations, inserts the data in one transaction, checks counts and sums, and
 * applies later migrations. Any failure leaves the database empty. Returns head and rows by table. Checks the file's seal first, unless the
 * caller accepts it `unproven`.
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

function demandKnown(head: Head): void {
  const known = new Map<string, Migration>(migrations().map((migration) => [migration.name, migration]));
  const unknown = head.migrations.find(({ name, checksum }) => known.get(name)?.checksum !== checksum);
  if (unknown) throw new StartError(`The backup is of a newer version: it holds migration ${unknown.name}. Update Manger.`);
}

/** Refuses a database with tables other than those of the backup, or with data. */
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
