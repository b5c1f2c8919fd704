import { connected, connectTo } from './hosts.ts';

/** Which demonstration data the database was filled with; `seeding` while that is under way, so also after it was cut short. */
type Origin = 'demo' | 'tiny' | 'seeding';

export interface Installation {
  origin: Origin | undefined;
  /** Nobody can sign in yet. */
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

/** Any fixed number will do, as long as every version of the code takes the same. */
const LOCK = 721_130_002;

/** Does the work while no other server does it on this database. The lock ends with its transaction, so that it also holds through a pooler. */
export const alone = <Result>(url: string, work: () => Promise<Result>): Promise<Result> =>
  connected(connectTo(url), async (client) => {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${LOCK})`);
    const result = await work();
    await client.query('commit');
    return result;
  });
