import { connected, connectTo } from './hosts.ts';

/** The demonstration data in the database; `seeding` during the filling, and after an interrupted one. */
type Origin = 'demo' | 'tiny' | 'seeding';

export interface Installation {
  origin: Origin | undefined;
  /** True if nobody can sign in yet. */
  empty: boolean;
}

export async function readInstallation(url: string): Promise<Installation> {
  return connected(connectTo(url), async (client) => {
    const { rows } = await client.query<Installation>(
      `select (select value #>> '{}' from setting where name = 'origin') as origin, not exists (select from account) as empty`,
    );
    return rows[0] as Installation;
  });
}

export async function recordOrigin(url: string, origin: Origin): Promise<void> {
  await connected(connectTo(url), (client) =>
    client.query(
      `insert into setting (name, value) values ('origin', to_jsonb($1::text)) on conflict (name) do update set value = excluded.value`,
      [origin],
    ),
  );
}

/** An arbitrary fixed number, equal in all versions. */
const LOCK = 721_130_002;

/** Runs the work while no other server does on this database. The lock belongs to a transaction, so it also works through a pooler. */
export const alone = <Result>(url: string, work: () => Promise<Result>): Promise<Result> =>
  connected(connectTo(url), async (client) => {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${LOCK})`);
    const result = await work();
    await client.query('commit');
    return result;
  });
