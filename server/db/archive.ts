import type pg from 'pg';

/** The first line of an archive. What follows is, for each table, a line that names it and then a line of JSON a row; `Tail` is the last. */
export interface Head {
  format: 'manger backup 1';
  at: string;
  /** What the data was made under, oldest first: data goes into a database of just these, and the newer ones follow. */
  migrations: { name: string; checksum: string }[];
  /** First days of the months for which the tables of facts have partitions. */
  months: string[];
  /** Tells whether the secret key that seals calibrations is the same, without telling it. */
  key: string;
}

export interface TableLine {
  table: string;
  columns: string[];
}

export interface Tail {
  rows: Record<string, number>;
  /** The next numbers, by table. */
  sequences: Record<string, string>;
  sums: Sums;
}

/** What must be the same before and after, to the last digit. */
export type Sums = Record<string, string | null>;

/** Names the archive's tables: each after those that it refers to. */
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

export async function sumsOf(client: pg.ClientBase): Promise<Sums> {
  const { rows } = await client.query<Sums>(`
    select (select sum(kg)::text from ledger) as ledger_kg, (select sum(value)::text from ledger) as ledger_value,
           (select sum(rest)::text from ingredient) as rest_kg,
           (select sum(fact_kg)::text from feed_day) as fed_kg, (select sum(cost)::text from feed_day) as fed_cost,
           (select sum(weight_fact)::text from schedule_ingredient where counted) as loaded_kg`);
  return rows[0] as Sums;
}

/** Sees the rows of all clients, as the role that row-level security holds back. */
export const seeAll = (client: pg.ClientBase) =>
  client.query("set timezone to 'UTC'; select set_config('manger.all_clients', 'on', false)");
