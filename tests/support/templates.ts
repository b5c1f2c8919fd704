import pg from 'pg';
import { migrate } from '#server/db/migrate.ts';
import type { TestServer } from './global-setup.ts';

export type Template = 'empty' | 'tiny';

export const templateName = ({ prefix }: TestServer, template: Template) => `${prefix}_t_${template}`;

/** The same server, another database, as the tests' role. */
export function urlOf({ adminUrl, role, password }: TestServer, database: string): string {
  // A URL of a socket has no host, which URL refuses.
  return adminUrl.replace(/^(postgres(?:ql)?):\/\/[^@/]*@?([^/?]*)\/?[^?]*/, `$1://${role}:${password}@$2/${database}`);
}

/** Made once, however many workers ask at the same time: the first makes it aside and renames it when it is whole. */
export async function createTemplate(server: TestServer, template: Template): Promise<void> {
  await asAdmin(server, async (admin) => {
    const name = templateName(server, template);
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rows.length > 0) return;
    const draft = `${name}_draft`;
    await admin.query(`drop database if exists ${draft} with (force)`);
    const from = template === 'empty' ? 'template0' : templateName(server, 'empty');
    await admin.query(`create database ${draft} owner ${server.role} template ${from}`);
    const url = urlOf(server, draft);
    if (template === 'empty') await migrate(url);
    else {
      const { seed } = await import('#fixtures/seed.ts');
      await seed(url, 'tiny', new Date());
    }
    await admin.query(`alter database ${draft} rename to ${name}`);
  });
}

export async function asAdmin<Result>({ adminUrl }: TestServer, work: (admin: pg.Client) => Promise<Result>): Promise<Result> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
