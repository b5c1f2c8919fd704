import pg from 'pg';

export interface TableLine {
  table: string;
  columns: string[];
}

/** Columns that name an account. */
export const PEOPLE_COLUMNS: ReadonlySet<string> = new Set([
  'operator_id',
  'user_id',
  'account_id',
  'closed_by',
  'reopened_by',
  'issued_by',
  'asked_by',
]);

/** Sums that must be equal before and after, to the last digit. */
export type Sums = Record<string, string | null>;

/** The tables of the database, each after the tables that it references. */
export async function tablesOf(client: pg.ClientBase): Promise<TableLine[]> {
  const { rows } = await client.query<TableLine & { needs: string[] }>(`
    select c.relname as table,
           array(select a.attname::text from pg_attribute a
                 where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
           array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
                 where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migration'
    order by 1`);
  const left = new Map(rows.map((row) => [row.table, row]));
  const ordered: TableLine[] = [];
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ needs }) => needs.every((name) => !left.has(name)));
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const { table, columns } of ready) {
      ordered.push({ table, columns });
      left.delete(table);
    }
  }
  return ordered;
}

/** Max rows per batch of tables with parts of files, whose rows are long. */
const MAX_OF_BYTES = 16;

/**
 * A table's rows in batches, as lines of JSON that the database writes, so that no number passes through a JavaScript number. `where` is
 * SQL.
 */
export async function* rowsOf(
  client: pg.ClientBase,
  { table, columns }: TableLine,
  part: number,
  where = 'true',
): AsyncGenerator<string[], void, void> {
  await client.query(
    `declare rows no scroll cursor for
     select row_to_json(r)::text as text from (select ${columns.map(quoted)} from ${quoted(table)} where ${where}) r`,
  );
  const most = columns.includes('bytes') ? Math.min(part, MAX_OF_BYTES) : part;
  for (;;) {
    const { rows } = await client.query<{ text: string }>(`fetch ${most} from rows`);
    if (rows.length === 0) break;
    yield rows.map(({ text }) => text);
  }
  await client.query('close rows');
}

/** Inserts lines that `rowsOf` produced. `values` is SQL by column for values that differ from the row `r`; its parameters start at $2. */
export const insertRows = (
  client: pg.ClientBase,
  { table, columns }: TableLine,
  lines: readonly string[],
  values: Record<string, string> = {},
  parameters: readonly unknown[] = [],
) =>
  client.query(
    `insert into ${quoted(table)} (${columns.map(quoted)}) overriding system value
     select ${columns.map((column) => values[column] ?? `r.${quoted(column)}`)} from json_populate_recordset(null::${quoted(table)}, $1::json) r`,
    [`[${lines.join(',')}]`, ...parameters],
  );

export async function sumsOf(client: pg.ClientBase): Promise<Sums> {
  const { rows } = await client.query<Sums>(`
    select (select sum(kg)::text from ledger) as ledger_kg, (select sum(value)::text from ledger) as ledger_value,
           (select sum(rest)::text from ingredient) as rest_kg,
           (select sum(fact_kg)::text from feed_day) as fed_kg, (select sum(cost)::text from feed_day) as fed_cost,
           (select sum(weight_fact)::text from schedule_ingredient where counted) as loaded_kg`);
  return rows[0] as Sums;
}

/** The counts or sums of `expected` that differ from `found`. */
export const differing = <T>(expected: Record<string, T>, found: Record<string, T>): string[] =>
  Object.keys(expected).filter((name) => found[name] !== expected[name]);

/** Lets the connection see the rows of all clients until its transaction ends. The role stays subject to row-level security. */
export const seeAll = (client: pg.ClientBase) =>
  client.query("select set_config('timezone', 'UTC', true), set_config('manger.all_clients', 'on', true)");

const quoted = (name: string): string => pg.escapeIdentifier(name);
