import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { BI_SCHEMA } from './bi-views.ts';
import type { Db, Tx } from './database.ts';

/** Connections of one role at once. */
const MAX_CONNECTIONS = 5;
/** Settings at the start of a role's sessions. They spare the database and keep nobody out: the rights do. */
const SETTINGS = {
  search_path: BI_SCHEMA,
  default_transaction_read_only: 'on',
  statement_timeout: '120s',
  idle_in_transaction_session_timeout: '60s',
  enable_nestloop: 'off',
  jit: 'off',
} as const;

const ROUNDS = 4096;
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** PostgreSQL's stored form of a password (SCRAM-SHA-256), so that no log of statements contains the password. */
function toVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const stored = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${hmac(salted, 'Server Key').toString('base64')}`;
}

/** 192 random bits, of letters, digits, `-` and `_`. */
export const newDatabasePassword = (): string => randomBytes(24).toString('base64url');
/** The database binds a session to the client in its role's name (migration 350). */
export const newRoleName = (client: number): string => `manger_bi_${client}_${randomBytes(4).toString('hex')}`;

const identifier = (role: string) => sql.id(role);

/** Whether the views exist, the application may create roles, and the role has the right to the views. */
export async function readBiState(db: Db, role: string | null): Promise<{ views: boolean; creates: boolean; works: boolean }> {
  const { rows } = await sql<{ views: boolean; creates: boolean; works: boolean }>`
    select to_regnamespace(${BI_SCHEMA}) is not null as views,
      (select rolcreaterole from pg_roles where rolname = current_user) as creates,
      coalesce((select has_schema_privilege(r.oid, to_regnamespace(${BI_SCHEMA})::oid, 'usage') and r.rolcanlogin
        from pg_roles r where r.rolname = ${role}), false) as works`.execute(db);
  return rows[0] as { views: boolean; creates: boolean; works: boolean };
}

/** Creates a role that may only read the views. The application becomes a member, so that it can end sessions and drop the role. */
export async function createBiRole(tx: Tx, role: string, password: string): Promise<void> {
  const name = identifier(role);
  await sql`create role ${name} login password ${sql.lit(toVerifier(password))} connection limit ${sql.lit(MAX_CONNECTIONS)}`.execute(tx);
  await sql`grant ${name} to current_user`.execute(tx);
  for (const [setting, value] of Object.entries(SETTINGS)) {
    await sql`alter role ${name} set ${sql.id(setting)} = ${sql.lit(value)}`.execute(tx);
  }
  await sql`grant usage on schema ${sql.id(BI_SCHEMA)} to ${name}`.execute(tx);
  // Rights that databases give to everybody. PostgreSQL only warns if they belong to somebody else.
  const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(tx);
  await sql`revoke temporary on database ${sql.id(rows[0]?.database ?? '')} from public`.execute(tx);
  await sql`revoke create on schema public from public`.execute(tx);
}

/** Replaces the password and ends the role's sessions. */
export async function changeBiPassword(tx: Tx, role: string, password: string): Promise<void> {
  await sql`alter role ${identifier(role)} password ${sql.lit(toVerifier(password))}`.execute(tx);
  await endSessions(tx, role);
}

/** Drops the role with everything that it owns here, and ends its sessions. A session that survives has no rights. No effect on an unknown role. */
export async function dropBiRole(tx: Tx, role: string): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(tx);
  if (rows.length === 0) return;
  await endSessions(tx, role);
  await sql`drop owned by ${identifier(role)}`.execute(tx);
  await sql`drop role ${identifier(role)}`.execute(tx);
}

const endSessions = (tx: Tx, role: string) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`.execute(tx);
