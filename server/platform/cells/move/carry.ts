import pg from 'pg';
import { insertRows, rowsOf } from '#server/db/archive.ts';
import { accountColumns, type Carried, clientLine, isDerived, list, quoted } from './tables.ts';

/** Both ends of a move, each in a transaction of its own: one instant of where the client lives, and the draft. */
export interface Ends {
  client: number;
  from: pg.Client;
  to: pg.Client;
  tables: readonly Carried[];
}

const PART = 1000;
const FOREIGN_KEY = '23503';
const UNIQUE = '23505';
const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined);

/** Copies all rows of the client, its own row as a draft of `cell`. */
export async function copyAll(ends: Ends, cell: number): Promise<number> {
  const { from, to, client, tables } = ends;
  const own = await clientLine(from);
  const line = { table: own.table, columns: [...own.columns, 'moving', 'cell'] };
  for await (const rows of rowsOf(from, own, PART, `id = ${client}`)) {
    await insertRows(to, line, rows, { moving: "'arriving'", cell: '$2::integer' }, [cell]);
  }
  await bringNames(ends, tables.filter((table) => !isDerived(table)).map(namedIn));
  let count = 0;
  for (const table of tables) {
    if (isDerived(table)) await to.query(`delete from ${quoted(table.table)} where ${table.where}`);
    for await (const rows of rowsOf(from, table, PART, table.where)) {
      await insertRows(to, table, rows);
      count += rows.length;
    }
  }
  await carryAgain(ends);
  return count;
}

/** SQL of the accounts that the client's rows of a table name. */
const namedIn = (table: Carried): string =>
  accountColumns(table)
    .map((column) => `select ${quoted(column)} as id from ${quoted(table.table)} where ${table.where}`)
    .join(' union ');

/** Who isn't the client's own is there by name alone, for what they recorded. */
async function bringNames({ from, to, client }: Ends, selects: readonly string[]): Promise<void> {
  const named = selects.filter((select) => select !== '').join(' union ');
  const { rows } = await from.query<{ id: number }>(`
    select a.id, a.first_name, a.last_name, a.language, a.created_at, a.erased_at from account a
    where a.client_id is distinct from ${client} and a.id in (select id from (${named || 'select null::bigint as id'}) named)`);
  if (rows.length === 0) return;
  await to.query(
    `insert into account (id, client_id, user_type, first_name, last_name, email, password_hash, language, created_at, erased_at, locked, deleted)
     overriding system value
     select r.id, ${client}, 'employee', r.first_name, r.last_name, 'archived-${client}-' || r.id || '@archived.invalid', '', r.language, r.created_at,
       r.erased_at, true, true
     from json_populate_recordset(null::account, $1::json) r on conflict (id) do nothing`,
    [JSON.stringify(rows)],
  );
}

export const isNameAlone = (client: number) => `email like 'archived-${client}-%@archived.invalid' and deleted`;

/** Tables of which triggers there change rows after they were carried: stock and average of feeds, feeding days of leftovers. */
const WRITTEN_BY_TRIGGERS = ['ingredient', 'leftover'];

/** Carries rows again that triggers there may have changed: all of them, or those of `keys` by table. */
async function carryAgain({ from, to, tables }: Ends, keys?: ReadonlyMap<string, readonly string[]>): Promise<void> {
  for (const table of tables.filter((one) => WRITTEN_BY_TRIGGERS.includes(one.table))) {
    const some = keys?.get(table.table) ?? [];
    if (keys && some.length === 0) continue;
    for (const rows of keys ? [await rowsWith(from, table, some)] : await whole(from, table)) await put(to, table, rows);
  }
}

async function whole(from: pg.Client, table: Carried): Promise<string[][]> {
  const parts: string[][] = [];
  for await (const rows of rowsOf(from, table, PART, table.where)) parts.push(rows);
  return parts;
}

const recordset = (table: string, parameter: string) => `json_populate_recordset(null::${quoted(table)}, ${parameter}::json)`;
const json = (rows: readonly string[]) => `[${rows.join(',')}]`;

/** The rows that have one of the keys. */
async function rowsWith(from: pg.Client, { table, columns, key, where }: Carried, keys: readonly string[]): Promise<string[]> {
  const { rows } = await from.query<{ text: string }>(
    `select row_to_json(r)::text as text from (
       select ${list(columns, 't.')} from ${quoted(table)} t
       where ${where} and (${list(key, 't.')}) in (select ${list(key)} from ${recordset(table, '$1')})) r`,
    [json(keys)],
  );
  return rows.map(({ text }) => text);
}

/** Writes rows, those that are there already as they came. */
async function put(to: pg.Client, { table, columns, key, by }: Carried, rows: readonly string[]): Promise<void> {
  const others = by === 'added' ? [] : columns.filter((column) => !key.includes(column));
  const unlessThere =
    others.length > 0 ? `do update set ${others.map((column) => `${quoted(column)} = excluded.${quoted(column)}`)}` : 'do nothing';
  await to.query(
    `insert into ${quoted(table)} (${list(columns)}) overriding system value select ${list(columns)} from ${recordset(table, '$1')}
     ${by === 'groups' ? '' : `on conflict (${list(key)}) ${unlessThere}`}`,
    [json(rows)],
  );
  // A change of name notes the former one by itself, as if it were the only one since.
  if (table === 'account')
    await to.query(`update account a set former = r.former from ${recordset(table, '$1')} r where a.id = r.id and a.former <> r.former`, [
      json(rows),
    ]);
}

/** Those of the keys that no row has any more; of groups all, which are written anew. */
const takeAway = (to: pg.Client, { table, key, where, by }: Carried, keys: readonly string[], rows: readonly string[]) =>
  to.query(
    `delete from ${quoted(table)} t where ${where} and (${list(key, 't.')}) in (select ${list(key)} from ${recordset(table, '$1')})
     ${by === 'groups' ? '' : `and (${list(key, 't.')}) not in (select ${list(key)} from ${recordset(table, '$2')})`}`,
    by === 'groups' ? [json(keys)] : [json(keys), json(rows)],
  );

/** Whether it could be done; what one row was refused for leaves nothing behind. */
async function tried(to: pg.Client, codes: readonly string[], work: () => Promise<unknown>): Promise<boolean> {
  await to.query('savepoint tried');
  try {
    await work();
    await to.query('release savepoint tried');
    return true;
  } catch (error) {
    if (!codes.includes(codeOf(error) ?? '')) throw error;
    await to.query('rollback to savepoint tried');
    return false;
  }
}

/** Rows one by one, those that take another's name after it has left it. */
async function putInTurn(to: pg.Client, table: Carried, rows: readonly string[]): Promise<void> {
  let waiting = rows;
  for (;;) {
    const left: string[] = [];
    for (const row of waiting) if (!(await tried(to, [UNIQUE], () => put(to, table, [row])))) left.push(row);
    if (left.length === 0) return;
    if (left.length === waiting.length) return put(to, table, left);
    waiting = left;
  }
}

interface Change {
  table: Carried;
  keys: string[];
  rows: string[];
}

/** Carries what was noted until the instant of `from`; gives the notes' numbers, and the tables that they are of. */
export async function carryNoted(ends: Ends): Promise<{ ids: number[]; touched: Carried[] }> {
  const { from, to, client, tables } = ends;
  const { rows: notes } = await from.query<{ relation: string; keys: string[]; ids: number[] }>(
    'select relation, array_agg(distinct key::text) as keys, array_agg(id) as ids from client_change where client_id = $1 group by 1',
    [client],
  );
  const changes: Change[] = [];
  for (const table of tables) {
    const keys = notes.find(({ relation }) => relation === table.table)?.keys ?? [];
    for (let start = 0; start < keys.length; start += PART) {
      const some = keys.slice(start, start + PART);
      changes.push({ table, keys: some, rows: await rowsWith(from, table, some) });
    }
  }
  await bringNamesOf(ends, changes);
  if (notes.some(({ relation }) => relation === 'client')) await carryOwn(ends);
  const kept: Change[] = [];
  for (const change of changes.toReversed()) {
    const { table, keys, rows } = change;
    if (!(await tried(to, [FOREIGN_KEY], () => takeAway(to, table, keys, rows)))) kept.push(change);
  }
  for (const { table, rows } of changes) {
    if (rows.length === 0) continue;
    if (!(await tried(to, [UNIQUE], () => put(to, table, rows)))) await putInTurn(to, table, rows);
  }
  for (const { table, keys, rows } of kept) await takeAway(to, table, keys, rows);
  const written = WRITTEN_BY_TRIGGERS.map(
    (name) => [name, changes.filter(({ table }) => table.table === name).flatMap(({ keys }) => keys)] as const,
  );
  await carryAgain(ends, new Map(written));
  return { ids: notes.flatMap(({ ids }) => ids), touched: changes.map(({ table }) => table) };
}

async function bringNamesOf(ends: Ends, changes: readonly Change[]): Promise<void> {
  const ids = new Set<number>();
  for (const { table, rows } of changes) {
    const columns = accountColumns(table);
    if (columns.length === 0) continue;
    const values = rows.map((row) => JSON.parse(row) as Record<string, number | null>);
    for (const id of values.flatMap((row) => columns.map((column) => row[column]))) if (id) ids.add(id);
  }
  if (ids.size > 0) await bringNames(ends, [`select unnest(array[${[...ids]}]::bigint[]) as id`]);
}

async function carryOwn({ from, to, client }: Ends): Promise<void> {
  const own = await clientLine(from);
  const others = own.columns.filter((column) => column !== 'id');
  for await (const rows of rowsOf(from, own, PART, `id = ${client}`)) {
    await to.query(
      `update client c set (${list(others)}) = (select ${list(others, 'r.')} from ${recordset('client', '$1')} r) where c.id = $2`,
      [json(rows), client],
    );
  }
}

/** Carries tables of which nothing is noted. */
export async function carryWhole({ from, to, tables }: Ends): Promise<void> {
  for (const table of tables.filter(({ by }) => by === 'whole')) {
    await to.query(`delete from ${quoted(table.table)} where ${table.where}`);
    for await (const rows of rowsOf(from, table, PART, table.where)) await insertRows(to, table, rows);
  }
}

/** Takes all of the client away: a draft, or an old copy. */
export async function removeAll(connection: pg.Client, client: number, tables: readonly Carried[]): Promise<void> {
  const people = `account_id in (select id from account where client_id = ${client})`;
  const wheres = new Map(tables.map(({ table, where }) => [table, where]));
  for (const table of ['client_change', 'account_client']) wheres.set(table, `client_id = ${client}`);
  wheres.set('session', people);
  // Triggers write what follows from facts while these go: it goes after them, and what it names after that.
  let left = [...tables.filter((table) => !isDerived(table)).toReversed(), ...tables.filter(isDerived)].map(({ table }) => table);
  left.unshift('client_change', 'account_client');
  while (left.length > 0) {
    const kept: string[] = [];
    for (const table of left) {
      const take = () => remove(connection, table, wheres.get(table) ?? 'false');
      if (!(await tried(connection, [FOREIGN_KEY], take))) kept.push(table);
    }
    if (kept.length === left.length) await remove(connection, kept[0] ?? '', wheres.get(kept[0] ?? '') ?? 'false');
    left = kept;
  }
  await remove(connection, 'client', `id = ${client}`);
}

const remove = (connection: pg.Client, table: string, where: string) => connection.query(`delete from ${quoted(table)} where ${where}`);
