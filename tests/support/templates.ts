import pg from 'pg';
import { migrate } from '#server/db/migrate.ts';
import type { TestServer } from './global-setup.ts';

/** `empty` is migrated, `tiny` also has the small demonstration data, `dice` the reports' two farms (`reports/world.ts`). */
export type Template = 'empty' | 'tiny' | 'dice';

export const templateName = ({ prefix }: TestServer, template: Template) => `${prefix}_t_${template}`;

/** The address of another database of the same server, for the tests' role. */
export function urlOf({ adminUrl, role, password }: TestServer, database: string): string {
  // A URL of a socket has no host, which the class URL refuses.
  return adminUrl.replace(/^(postgres(?:ql)?):\/\/[^@/]*@?([^/?]*)\/?[^?]*/, `$1://${role}:${password}@$2/${database}`);
}

/**
 * Creates a template once, also for concurrent workers: the first one creates it under another name and renames it when complete. Returns
 * the maker's data.
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

/** Tests run without autovacuum. A planner without statistics takes tables for nearly empty, and scans one for each row of another. */
async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('analyze');
  await client.end();
}

/** Fills a template. The returned data is stored with the template, for users of its copies. */
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
