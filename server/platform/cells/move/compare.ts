import type pg from 'pg';
import { sumsOf } from '#server/db/archive.ts';
import { isNameAlone } from './carry.ts';
import { type Carried, list, quoted } from './tables.ts';

type Marks = Record<string, string>;

/** Of each table how many rows there are, and a mark that any difference in any of them changes. */
async function marksOf(connection: pg.Client, client: number, tables: readonly Carried[]): Promise<Marks> {
  const marks: Marks = {};
  for (const { table, columns, where } of tables) {
    const own = table === 'account' ? `${where} and not (${isNameAlone(client)})` : where;
    const { rows } = await connection.query<{ mark: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(row_to_json(r)::text, 0)), 0) as mark
       from (select ${list(columns)} from ${quoted(table)} where ${own}) r`,
    );
    marks[table] = rows[0]?.mark ?? '';
  }
  return marks;
}

async function sumsIn(connection: pg.Client, client: number): Promise<Marks> {
  await connection.query("select set_config('manger.client_id', $1, true), set_config('manger.all_clients', 'off', true)", [
    String(client),
  ]);
  const sums = await sumsOf(connection);
  await connection.query("select set_config('manger.all_clients', 'on', true)");
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum ?? '']));
}

/** The tables and sums of the client that aren't the same at both ends, row for row. */
export async function differences(ends: { from: pg.Client; to: pg.Client; client: number; tables: readonly Carried[] }): Promise<string[]> {
  const { from, to, client, tables } = ends;
  const [here, there] = await Promise.all(
    [from, to].map(async (end) => ({ ...(await marksOf(end, client, tables)), ...(await sumsIn(end, client)) })),
  );
  return Object.keys(here ?? {}).filter((name) => here?.[name] !== there?.[name]);
}
