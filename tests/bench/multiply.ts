import pg from 'pg';

/**
 * Copies a client with all its rows, except tables whose names match `leftOut`. Ids belong to a client, so only the client's id differs.
 * `admin` is a connection of a role that bypasses row-level security, used for nothing else.
 */
export async function multiply(admin: pg.Client, id: number, times: number, leftOut: RegExp): Promise<void> {
  await admin.query("select set_config('session_replication_role', 'replica', false), set_config('manger.all_clients', 'on', false)");
  const { rows: tables } = await admin.query<{ name: string; columns: string[] }>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname having bool_or(a.attname = 'client_id') or c.relname = 'client'`);
  await admin.query('begin');
  const { rows } = await admin.query<{ last: number }>('select max(id)::int as last from client');
  const last = rows[0]?.last ?? 0;
  for (const { name, columns } of tables.filter((table) => table.name === 'client' || !leftOut.test(table.name))) {
    const key = name === 'client' ? 'id' : 'client_id';
    const values = columns.map((column) => {
      if (column === key) return `${last} + n`;
      return name === 'client' && column === 'company_name' ? `'Client ' || ${last} + n` : `t.${pg.escapeIdentifier(column)}`;
    });
    // Client by client (the query depends on `n`), so that the rows of each are together.
    await admin.query(
      `insert into ${name} (${columns.map(pg.escapeIdentifier)}) overriding system value
       select ${values} from generate_series(1, $2::int) n cross join lateral (select * from ${name} where ${key} = $1 and n > 0 offset 0) t`,
      [id, times],
    );
  }
  await admin.query('commit');
}
