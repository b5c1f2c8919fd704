import pg from 'pg';
import { migrate } from '#server/db/migrate.ts';
import type { TestServer } from './global-setup.ts';

/** `empty` is migrated, `tiny` is filled with the small demonstration data too, `dice` with the reports' two farms (`reports/world.ts`). */
export type Template = 'empty' | 'tiny' | 'dice';

export const templateName = ({ prefix }: TestServer, template: Template) => `${prefix}_t_${template}`;

/** The same server, another database, as the tests' role. */
export function urlOf({ adminUrl, role, password }: TestServer, database: string): string {
  // A URL of a socket has no host, which URL refuses.
  return adminUrl.replace(/^(postgres(?:ql)?):\/\/[^@/]*@?([^/?]*)\/?[^?]*/, `$1://${role}:${password}@$2/${database}`);
}

/**
 * Made once, however many workers ask at the same time: the first makes it aside and renames it when it is whole. Gives what its maker
 * tells of it.
 */
export async function createTemplate(server: TestServer, template: Template): Promise<string> {
  return asAdmin(server, async (admin) => {
    const name = templateName(server, template);
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await admin.query<{ told: string | null }>(
      "select shobj_description(oid, 'pg_database') as told from pg_database where datname = $1",
      [name],
    );
    if (rows[0]) return rows[0].told ?? '';
    const draft = `${name}_draft`;
    await admin.query(`drop database if exists ${draft} with (force)`);
    const from = template === 'empty' ? 'template0' : templateName(server, 'empty');
    await admin.query(`create database ${draft} owner ${server.role} template ${from} strategy ${server.strategy}`);
    const url = urlOf(server, draft);
    const told = await FILLERS[template](url);
    if (template !== 'empty') await analyze(url);
    await admin.query(`comment on database ${draft} is ${admin.escapeLiteral(told)}`);
    await admin.query(`alter database ${draft} rename to ${name}`);
    return told;
  });
}

/** Tests go without autovacuum. A planner that knows nothing of the rows takes tables for nearly empty, and reads one whole for each row of another. */
async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('analyze');
  await client.end();
}

/** Fills a template; what it tells stands beside it, for whoever works on a copy. */
const FILLERS: Record<Template, (url: string) => Promise<string>> = {
  async empty(url) {
    await migrate(url);
    return '';
  },
  async tiny(url) {
    const { seed } = await import('#fixtures/seed.ts');
    await seed(url, 'tiny', new Date());
    return '';
  },
  async dice(url) {
    const [{ throwWorld }, { numberedApart }] = await Promise.all([import('./reports/world.ts'), import('./factories.ts')]);
    return JSON.stringify(await numberedApart(() => throwWorld(url)));
  },
};

export async function asAdmin<Result>({ adminUrl }: TestServer, work: (admin: pg.Client) => Promise<Result>): Promise<Result> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
