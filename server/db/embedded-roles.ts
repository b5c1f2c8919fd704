import pg from 'pg';

/** Functions that PostgreSQL lets everybody call: locks that could block the application, and storage of files. */
const OPEN_FUNCTIONS = "proname like 'pg\\_%advisory%' or proname ~ '^lo_(creat|create|from_bytea|put|open)$'";

/** Closes to other roles what PostgreSQL opens to everybody, and keeps connections for the application's role `app`. */
export async function closeToRoles(url: string, app: string, major: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc where pronamespace = 'pg_catalog'::regnamespace and (${OPEN_FUNCTIONS})`,
    );
    const names = rows.map(({ name }) => name).join(', ');
    await client.query(`revoke execute on function ${names} from public; grant execute on function ${names} to ${app}`);
    if (major >= 16) await client.query(`grant pg_use_reserved_connections to ${app}`);
  } finally {
    await client.end();
  }
}
