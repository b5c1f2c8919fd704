import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { DB } from '#server/db/schema.gen.ts';
import { invalid } from '#server/platform/errors.ts';

type TableName = Extract<keyof DB, string>;

/** The table whose ids a filter expects, and the table that the same filter name means in other lists. */
export interface IdKind {
  of: TableName;
  elsewhere: TableName;
}

/** The filter `loading` in lists of the plan: a period on one date. */
export const DATED_PERIODS: IdKind = { of: 'loading', elsewhere: 'period' };
/** The filters `loading` of reports and `period` of the plan: the period that repeats. */
export const PERIODS: IdKind = { of: 'period', elsewhere: 'loading' };
/** The filter `company` of farms and stocks: a company of the client. */
export const OWN_COMPANIES: IdKind = { of: 'company', elsewhere: 'delivery_company' };
/** The filter `company` of deliveries and orders: a supplier or a buyer. */
export const TRADE_COMPANIES: IdKind = { of: 'delivery_company', elsewhere: 'company' };

/**
 * 400 at `filter` for an id of the wrong kind: no row of the filter's table has it, but a row of the other table does. Such an id would
 * match nothing.
 */
export async function demandKind(db: Db, client: number, filter: string, ids: readonly number[], { of, elsewhere }: IdKind): Promise<void> {
  const has = (table: TableName) => sql`exists (select from ${sql.table(table)} t where t.client_id = ${client} and t.id = requested.id)`;
  const { rows } = await sql<{ id: number }>`
    select requested.id from unnest(${ids}::bigint[]) requested (id) where not ${has(of)} and ${has(elsewhere)} limit 1`.execute(db);
  if (rows[0]) throw invalid(filter, 'invalid_value', { values: [String(rows[0].id)] });
}
