import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { TestServer } from './global-setup.ts';
import { asAdmin, createTemplate, type Template, templateName, urlOf } from './templates.ts';

let outside: TestServer | undefined;
/** Names the server for databases outside vitest, which knows its own. */
export const workOn = (server: TestServer) => {
  outside = server;
};

export interface FreshDatabase {
  url: string;
  /** The data that the template's maker returned. */
  told: string;
  /** Drops the database and ends its open connections. */
  drop(): Promise<void>;
}

/** A database for one test, copied from a template in some 30 ms. */
export async function freshDatabase(template: Template = 'empty'): Promise<FreshDatabase> {
  const server = outside ?? inject('testServer');
  const told = template === 'empty' ? '' : await createTemplate(server, template);
  const name = `${server.prefix}_${randomBytes(5).toString('hex')}`;
  await asAdmin(server, (admin) =>
    admin.query(`create database ${name} owner ${server.role} template ${templateName(server, template)} strategy ${server.strategy}`),
  );
  return {
    url: urlOf(server, name),
    told,
    drop: () => asAdmin(server, async (admin) => void (await admin.query(`drop database if exists ${name} with (force)`))),
  };
}
