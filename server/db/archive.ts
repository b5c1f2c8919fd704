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

/** What must be the same before and after, to the last digit. */
export type Sums = Record<string, string | null>;

/** Names the tables of the database: each after those that it refers to. */
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

/** Rows that hold parts of files are long: so many of them at once. */
const MOST_OF_BYTES = 16;

/** A table's rows as the database writes them, a line of JSON each, so many at once: no number passes through one of JavaScript. `where`: SQL of the rows meant. */
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
  const most = columns.includes('bytes') ? Math.min(part, MOST_OF_BYTES) : part;
  for (;;) {
    const { rows } = await client.query<{ text: string }>(`fetch ${most} from rows`);
    if (rows.length === 0) break;
    yield rows.map(({ text }) => text);
  }
  await client.query('close rows');
}

/** Writes lines of rows, which the database reads as it wrote them. `values`: SQL of what isn't in the row `r` as it is to be, by column; its parameters from $2 on. */
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

/** The counts or sums of `expected` that aren't so. */
export const differing = <T>(expected: Record<string, T>, found: Record<string, T>): string[] =>
  Object.keys(expected).filter((name) => found[name] !== expected[name]);

/** Until its transaction ends the connection sees the rows of all clients, as the role that row-level security holds back. */
export const seeAll = (client: pg.ClientBase) =>
  client.query("select set_config('timezone', 'UTC', true), set_config('manger.all_clients', 'on', true)");

const quoted = (name: string): string => pg.escapeIdentifier(name);
