import pg from 'pg';
import type { RenamedRow } from '#contract/admin/archives.ts';
import type { Archive } from './read.ts';

/** The release since which names are unique by their key. */
const UNIQUE_KEYS = '190-unique-name-keys.sql';

/** A unique index of names: the columns within which a name is unique, and the rows that count. */
interface NameIndex {
  table_name: string;
  scope: string;
  living: string;
}

/**
 * Numbers the rows of an older archive that have the name of an earlier row in another spelling, as the upgrade does: `Barley (2)`. Returns
 * the rows with their new names; no rows for an archive of this release, whose names must be unique.
 */
export async function renameTwins(connection: pg.ClientBase, { manifest, lines }: Archive): Promise<RenamedRow[]> {
  if (manifest.migrations.includes(UNIQUE_KEYS)) return [];
  const { rows: indexes } = await connection.query<NameIndex>('select table_name, scope, living from name_indexes()');
  const renamed: RenamedRow[] = [];
  for (const table of new Set(indexes.map(({ table_name }) => table_name))) {
    const archived = manifest.tables.find((one) => one.table === table);
    if (!archived?.columns.includes('name')) continue;
    await collectNames(connection, table, archived, lines);
    for (const index of indexes) if (index.table_name === table) renamed.push(...(await renameIn(connection, index)));
    await connection.query('drop table arrived_name');
  }
  return renamed;
}

/** Copies the rows of a table into `arrived_name`, which has the table's columns without its rules. */
async function collectNames(
  connection: pg.ClientBase,
  table: string,
  { columns, files }: Archive['manifest']['tables'][number],
  lines: Archive['lines'],
): Promise<void> {
  const from = pg.escapeIdentifier(table);
  await connection.query(`create temporary table arrived_name on commit drop as select * from ${from} where false`);
  const { rows } = await connection.query<{ name: string }>(
    `select attname::text as name from pg_attribute where attrelid = 'arrived_name'::regclass and attnum > 0 and attname = any($1::name[])`,
    [columns],
  );
  const known = rows.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  for (const file of files) {
    for await (const batch of lines(file)) {
      await connection.query(`insert into arrived_name (${known}) select ${known} from json_populate_recordset(null::${from}, $1::json)`, [
        `[${batch.join(',')}]`,
      ]);
    }
  }
}

async function renameIn(connection: pg.ClientBase, { table_name: table, scope, living }: NameIndex): Promise<RenamedRow[]> {
  const { rows: twins } = await connection.query<{ id: string; name: string }>(
    `select id::text, name from (
       select id, name, row_number() over (partition by ${scope}, name_key(name) order by id) as turn from arrived_name where ${living}
     ) t where turn > 1 order by t.id`,
  );
  const renamed: RenamedRow[] = [];
  for (const { id, name } of twins) {
    const becomes = await findFreeName(connection, name);
    await connection.query('update arrived_name set name = $2 where id = $1', [id, becomes]);
    renamed.push({ table, id: Number(id), name, becomes });
  }
  return renamed;
}

/** Max characters of a name in front of its number. */
const NUMBERED = 290;

async function findFreeName(connection: pg.ClientBase, name: string): Promise<string> {
  for (let turn = 2; ; turn += 1) {
    const free = `${name.slice(0, NUMBERED)} (${turn})`;
    const { rowCount } = await connection.query('select 1 from arrived_name where name_key(name) = name_key($1) limit 1', [free]);
    if (rowCount === 0) return free;
  }
}
