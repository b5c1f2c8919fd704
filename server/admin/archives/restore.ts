import pg from 'pg';
import type { ClientImported } from '#contract/admin/archives.ts';
import { DEFAULT_LANGUAGE } from '#contract/kinds.ts';
import { type Conventions, conventionsOf, firstConventions } from '#contract/words.ts';
import { differing, sumsOf } from '#server/db/archive.ts';
import type { Database } from '#server/db/database.ts';
import { connected } from '#server/db/hosts.ts';
import { invalid } from '#server/platform/errors.ts';
import type { Work } from '#server/platform/runtime/work.ts';
import { ACCESS_GROUPS, clientTables } from './client-tables.ts';
import { type ArchivedPerson, type Manifest, seeClient } from './format.ts';
import { insertTable } from './insert-table.ts';
import { judgeClient } from './judge.ts';
import { judgeFiles } from './judge-files.ts';
import { type Arrived, insertPeople } from './people.ts';
import { type Archive, openArchive } from './read.ts';
import { renameTwins } from './rename-twins.ts';

/**
 * Creates a new client from an archive, all or nothing. Rows keep their ids, which belong to the client (keys are `(client_id, id)`), so
 * that references stay valid. Counts and sums must agree. An abandoned import leaves nothing. The content is judged as if entered by
 * people.
 */
export async function restoreClient(database: Database, secret: string, file: string, work: Work): Promise<ClientImported> {
  const archive = await openArchive(file, secret);
  try {
    // Uncommitted rows disappear with the connection.
    return await connected(database.connection(), async (connection) => {
      await connection.query('begin');
      const imported = await fill(connection, archive, work);
      // From here on the import finishes, even if nobody waits.
      await work.progress(1);
      await connection.query('commit');
      return imported;
    });
  } catch (error) {
    throw isDataError(error) ? invalid('file', 'damaged_archive') : error;
  } finally {
    await archive.close();
  }
}

async function fill(connection: pg.Client, archive: Archive, work: Work): Promise<ClientImported> {
  const { manifest, people, own } = archive;
  const conventions = conventionsIn(manifest, people);
  const { id: client, name } = await insertClient(connection, manifest, conventions);
  await seeClient(connection, client);
  for (const month of manifest.months) await connection.query('select ensure_month($1)', [month]);
  const here = await clientTables(connection);
  const renamed = await renameTwins(connection, archive);
  const arrived: Arrived = { numbers: {}, locked: [] };
  const total = manifest.tables.reduce((sum, archived) => sum + archived.rows, 0);
  let rows = 0;
  for (const { table, columns } of here) {
    const archived = manifest.tables.find((one) => one.table === table);
    const progress = (count: number) => work.progress(Math.min(1, (rows + count) / total || 0));
    const names = Object.fromEntries(renamed.filter((one) => one.table === table).map(({ id, becomes }) => [id, becomes]));
    if (archived) rows += await insertTable(connection, client, archive, archived, columns, { numbers: arrived.numbers, names }, progress);
    if (table === ACCESS_GROUPS) Object.assign(arrived, await insertPeople(connection, { id: client, conventions }, people, own));
  }
  // The archive is older than stored feeding days.
  if (!manifest.tables.some(({ table, columns }) => table === 'leftover' && columns.includes('fed_on'))) {
    await connection.query('select fill_feeding_days($1)', [client]);
  }
  await connection.query('select rebuild_stock($1)', [client]);
  const known = new Set(here.map(({ table }) => table));
  if (manifest.tables.some(({ table }) => !known.has(table))) throw invalid('file', 'newer_archive');
  await judgeClient(connection, here, own);
  await judgeFiles(connection);
  await raiseSequences(connection, here);
  if (differing(await sumsOf(connection), manifest.sums).length > 0) throw invalid('file', 'damaged_archive');
  const { locked } = arrived;
  return { client, company_name: name, people: people.filter(({ outside }) => !outside).length, rows, locked, own, renamed };
}

/** The client's settings; for an older archive, those of its owner's language at that time. */
function conventionsIn({ client }: Manifest, people: readonly ArchivedPerson[]): Conventions {
  const owners = people.filter(({ user_type, outside, deleted }) => user_type === 'client' && !outside && !deleted);
  const [owner] = owners.toSorted((a, b) => a.id - b.id);
  return conventionsOf(client, firstConventions(owner?.language ?? DEFAULT_LANGUAGE));
}

/** Under its former name, or the next free one: `Green Valley (2)`. */
async function insertClient(connection: pg.Client, { client }: Manifest, conventions: Conventions): Promise<{ id: number; name: string }> {
  for (let turn = 1; ; turn += 1) {
    const name = turn === 1 ? client.company_name : `${client.company_name} (${turn})`;
    const { rows } = await connection.query<{ id: number }>(
      `insert into client (company_name, info, modules, currency, units, clock, week_start) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict do nothing returning id`,
      [name, client.info, client.modules, client.currency, conventions.units, conventions.clock, conventions.week_start],
    );
    if (rows[0]) return { id: rows[0].id, name };
  }
}

/** Raises sequences above the imported ids. */
async function raiseSequences(connection: pg.Client, tables: readonly { table: string; columns: readonly string[] }[]): Promise<void> {
  for (const { table } of tables.filter(({ columns }) => columns.includes('id'))) {
    const { rows } = await connection.query<{ sequence: string | null }>(`select pg_get_serial_sequence($1, 'id') as sequence`, [table]);
    const sequence = rows[0]?.sequence;
    if (!sequence) continue;
    await connection.query(
      `select setval($1, most) from (select max(id) as most from ${pg.escapeIdentifier(table)}) t where most > (select last_value from ${sequence})`,
      [sequence],
    );
  }
}

/** True for errors of the archive's data: an impossible row, a missing reference, or excessive nesting. */
const isDataError = (error: unknown) =>
  error instanceof SyntaxError ||
  error instanceof RangeError ||
  (error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? ''));
