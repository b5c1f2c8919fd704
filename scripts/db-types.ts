/**
 * Writes server/db/schema.gen.ts: `npm run db:types [address of a migrated database]`. Without an address, it migrates a temporary
 * database.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';

const TYPES: Record<string, string> = {
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  text: 'string',
  boolean: 'boolean',
  jsonb: 'unknown',
  date: 'string',
  'timestamp with time zone': 'string',
  'time without time zone': 'string',
  bytea: 'Buffer',
};
const ARRAYS: Record<string, string> = { _int8: 'number[]', _numeric: 'number[]', _text: 'string[]', _timestamptz: 'string[]' };

interface ColumnInfo {
  table_name: string;
  column_name: string;
  data_type: string;
  udt_name: string;
  is_nullable: 'YES' | 'NO';
  column_default: string | null;
  is_identity: 'YES' | 'NO';
  is_generated: 'ALWAYS' | 'NEVER';
}

async function tableTypes(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<ColumnInfo>(
    `select c.table_name, c.column_name, c.data_type, c.udt_name, c.is_nullable, c.column_default, c.is_identity, c.is_generated
     from information_schema.columns c join pg_class k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace
     where c.table_schema = 'public' and not k.relispartition and k.relkind in ('r', 'p')
     order by c.table_name collate "C", c.ordinal_position`,
  );
  await client.end();
  const tables = groupTables(rows);
  const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_, _u, letter: string) => letter.toUpperCase());
  const interfaces = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => {
      const base = ARRAYS[column.udt_name] ?? TYPES[column.data_type];
      if (!base) throw new Error(`no type for ${table}.${column.column_name}: ${column.data_type}`);
      const type = column.is_nullable === 'YES' ? `${base} | null` : base;
      const made = column.column_default !== null || column.is_identity === 'YES' || column.is_generated === 'ALWAYS';
      return `  ${column.column_name}: ${made ? `Generated<${type}>` : type};`;
    });
    return `export interface ${pascal(table)} {\n${lines.join('\n')}\n}\n`;
  });
  const db = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)};`).join('\n');
  return `// Generated from the migrations by scripts/db-types.ts; not edited by hand.\nimport type { Generated } from 'kysely';\n\n${interfaces.join('\n')}\nexport interface DB {\n${db}\n}\n`;
}

function groupTables(rows: ColumnInfo[]): Map<string, ColumnInfo[]> {
  const tables = new Map<string, ColumnInfo[]>();
  for (const row of rows) tables.set(row.table_name, [...(tables.get(row.table_name) ?? []), row]);
  return tables;
}

/** The types of a temporary database after all migrations. */
async function typesOfMigrations(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'manger-types-'));
  // If this runs as root, the database's account must be able to enter the folder.
  chmodSync(folder, 0o711);
  const embedded = await startEmbedded({ dataDir: folder, log: { info() {}, error: console.error }, durable: false });
  try {
    await migrate(embedded.url);
    return await tableTypes(embedded.url);
  } finally {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const [url] = process.argv.slice(2);
writeFileSync(resolve(import.meta.dirname, '../server/db/schema.gen.ts'), await (url ? tableTypes(url) : typesOfMigrations()));
