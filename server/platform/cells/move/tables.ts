import pg from 'pg';
import { PEOPLE_COLUMNS, type TableLine, tablesOf } from '#server/db/archive.ts';
import { DERIVED_TABLES } from '#server/db/derived-tables.ts';

/** A table of which a client's rows move along. */
export interface Carried extends TableLine {
  /** SQL of the client's rows. */
  where: string;
  /** What names a row in the notes of changes; of a table without a primary key, the rows that are made anew together. */
  key: readonly string[];
  /** `rows` are carried one by one, `added` ones never change, `groups` share a key, and of `whole` tables nothing is noted. */
  by: 'rows' | 'added' | 'groups' | 'whole';
}

/** Of the place: who works for several clients works here, and what is noted of a move stays with it. */
const STAY = new Set(['client', 'client_change', 'account_client', 'schema_migration']);
/** Are the same to the last digit only when they are carried after those that they follow from, by triggers there, too. */
const DERIVED: readonly string[] = DERIVED_TABLES;
const BY: Record<string, Carried['by']> = {
  ledger: 'added',
  feeding_day: 'groups',
  noted_day: 'groups',
  share_day: 'groups',
  feeding_day_due: 'whole',
  chart_day_due: 'whole',
  // Those who look on go on while the client is stopped.
  session: 'whole',
};
const GROUP = ['client_id', 'farm_id', 'day'];

/** The tables of a client and of its people, each after those that it refers to. */
export async function carriedTables(connection: pg.ClientBase, client: number): Promise<Carried[]> {
  const { rows } = await connection.query<{ table: string; key: string[] }>(`
    select c.relname as table, array(select a.attname::text from unnest(i.indkey) k join pg_attribute a on a.attrelid = c.oid and a.attnum = k) as key
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`);
  const keys = new Map(rows.map(({ table, key }) => [table, key]));
  const people = `account_id in (select id from account where client_id = ${client})`;
  const wheres: Record<string, string> = {
    activity: `(client_id = ${client} or ${people})`,
    session: `${people} and viewer_id is null and ended_at is null`,
  };
  const tables = (await tablesOf(connection)).flatMap(({ table, columns }): Carried[] => {
    const own = columns.includes('client_id') ? `client_id = ${client}` : columns.includes('account_id') ? people : undefined;
    const where = wheres[table] ?? own;
    if (!where || STAY.has(table)) return [];
    return [{ table, columns, where, key: keys.get(table) ?? GROUP, by: BY[table] ?? 'rows' }];
  });
  return tables.toSorted((a, b) => DERIVED.indexOf(a.table) - DERIVED.indexOf(b.table));
}

export const isDerived = ({ table }: TableLine): boolean => DERIVED.includes(table);

/** The client's own row, but for where it is. */
export async function clientLine(connection: pg.ClientBase): Promise<TableLine> {
  const line = (await tablesOf(connection)).find(({ table }) => table === 'client');
  return { table: 'client', columns: (line?.columns ?? []).filter((column) => column !== 'moving' && column !== 'cell') };
}

/** The columns of a table that name an account. */
export const accountColumns = ({ table, columns }: TableLine): string[] =>
  table === 'account' ? [] : columns.filter((column) => PEOPLE_COLUMNS.has(column));

export const quoted = pg.escapeIdentifier;
export const list = (columns: readonly string[], of = '') => columns.map((column) => `${of}${quoted(column)}`).join(', ');
