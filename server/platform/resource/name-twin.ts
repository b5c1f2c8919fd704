import { type RawBuilder, sql } from 'kysely';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import type { Change, Table } from './table.ts';

interface UniqueViolation {
  code: string;
  table: string;
  constraint: string;
}

const isUniqueViolation = (error: unknown): error is UniqueViolation =>
  error instanceof Error && (error as Partial<UniqueViolation>).code === '23505';

/**
 * Returns the refusal that names the row with the same name in another spelling. Returns the error itself if it has another reason, or if
 * the row is spelled alike. The statement of the error doesn't show the other row, because row-level security hides it.
 */
export async function nameTwin(context: ClientContext, table: Table, change: Change | undefined, error: unknown): Promise<unknown> {
  const name = change?.after.name;
  if (!change || typeof name !== 'string' || !isUniqueViolation(error) || error.table !== table.table) return error;
  const { rows: indexes } = await sql<{ scope: string; living: string }>`
    select scope, living from name_indexes() where index_name = ${error.constraint}`.execute(context.db);
  const [index] = indexes;
  if (!index) return error;
  const own = table.installation ? sql`true` : sql`client_id = ${context.client}`;
  const findValue = (column: string): RawBuilder<unknown> => {
    if (column === 'client_id') return sql`${context.client}`;
    if (change.columns[column] !== undefined) return sql`${change.columns[column]}`;
    return sql`(select ${sql.ref(column)} from ${sql.table(table.table)} where ${own} and id = ${change.id})`;
  };
  const conditions = index.scope
    .split(', ')
    .filter(Boolean)
    .map((column) => sql`${sql.ref(column)} = ${findValue(column)}`);
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table.table)}
    where ${sql.join([...conditions, sql.raw(index.living), sql`name_key(name) = name_key(${name})`, sql`id <> ${change.id}`], sql` and `)}
    limit 1`.execute(context.db);
  const twin = rows[0]?.name;
  return twin === undefined || twin === name ? error : invalid('name', 'not_unique', { values: [twin] });
}
