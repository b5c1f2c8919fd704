import { sql } from 'kysely';
import { UNREAD } from '#server/db/connection.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { AnyRow, Input } from '#server/platform/resource/table.ts';

/** Each list of a scenario: its table, the columns that its fields lie in, and the fields that no two of its lines share. */
export const LISTS = {
  heads: { table: 'scenario_head', columns: { group: 'group_id', day: 'day', heads: 'heads', added: 'added' }, alone: ['group', 'day'] },
  prices: { table: 'scenario_price', columns: { ingredient: 'ingredient_id', price: 'price' }, alone: ['ingredient'] },
  harvests: {
    table: 'scenario_harvest',
    columns: { ingredient: 'ingredient_id', day: 'day', kg: 'kg' },
    alone: ['ingredient', 'day'],
  },
  rations: { table: 'scenario_ration', columns: { group: 'group_id', day: 'day', ration: 'ration_id' }, alone: ['group', 'day'] },
} as const;
type List = keyof typeof LISTS;
export const NAMES = Object.keys(LISTS) as List[];

/** Fields of a line that refer to a row, with the tables of these rows. */
export const REFERRED = { group: 'animal_group', ingredient: 'ingredient', ration: 'ration' } as const;
type Referred = keyof typeof REFERRED;
const TYPES: Record<string, string> = { day: 'date', heads: 'integer', added: 'integer', price: 'numeric', kg: 'numeric' };

export const linesOf = (input: Input, list: List) => input[list] as Record<string, unknown>[] | undefined;
const listFields = (list: List) => Object.entries<string>(LISTS[list].columns);
export const refersTo = (list: List) => (Object.keys(REFERRED) as Referred[]).filter((field) => field in LISTS[list].columns);

/** Replaces the lines of a list in each scenario. */
export async function writeLines(
  tx: Tx,
  client: number,
  list: List,
  written: readonly { id: number; lines: readonly Record<string, unknown>[] }[],
): Promise<void> {
  if (written.length === 0) return;
  const table = sql.table(LISTS[list].table);
  const columns = sql.raw(
    listFields(list)
      .map(([, column]) => column)
      .join(', '),
  );
  const read = sql.raw(
    listFields(list)
      .map(([field]) => `"${field}"`)
      .join(', '),
  );
  const typed = sql.raw(
    listFields(list)
      .map(([field]) => `"${field}" ${TYPES[field] ?? 'bigint'}`)
      .join(', '),
  );
  const ids = written.map(({ id }) => id);
  await sql`delete ${UNREAD} from ${table} where client_id = ${client} and scenario_id = any(${ids})`.execute(tx);
  const rows = written.flatMap(({ id, lines }) => lines.map((line) => ({ ...line, scenario: id })));
  if (rows.length === 0) return;
  await sql`
    insert into ${table} (client_id, scenario_id, ${columns})
    select ${client}, scenario, ${read} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (scenario bigint, ${typed})`.execute(
    tx,
  );
}

export async function attachNested(db: Db, rows: AnyRow[], { client }: Pick<ClientContext, 'client'>): Promise<AnyRow[]> {
  const ids = rows.map((row) => row.id as number);
  const found = await Promise.all(NAMES.map(async (list) => [list, await linesById(db, client, ids, list)] as const));
  return rows.map((row) => ({ ...row, ...Object.fromEntries(found.map(([list, byId]) => [list, byId.get(row.id) ?? []])) }));
}

/** The lines of a list, by day where they have one, then by name. */
async function linesById(db: Db, client: number, ids: readonly number[], list: List) {
  const referred = refersTo(list);
  const cells = [
    ...listFields(list).map(([field, column]) => `t.${column} as "${field}"`),
    ...referred.map((field) => `n_${field}.name as ${field}_name`),
  ].join(', ');
  const joins = referred
    .map((field) => `join ${REFERRED[field]} n_${field} on n_${field}.client_id = t.client_id and n_${field}.id = t.${field}_id`)
    .join(' ');
  const order = [...('day' in LISTS[list].columns ? ['t.day'] : []), ...referred.map((field) => `n_${field}.name`)].join(', ');
  const { rows } = await sql<AnyRow>`
    select t.scenario_id as scenario, ${sql.raw(cells)} from ${sql.table(LISTS[list].table)} t ${sql.raw(joins)}
    where t.client_id = ${client} and t.scenario_id = any(${ids}) order by ${sql.raw(order)}`.execute(db);
  const byId = groupBy(rows, ({ scenario }) => scenario as number);
  return new Map([...byId].map(([id, lines]) => [id, lines.map(({ scenario: _, ...line }) => line)]));
}
