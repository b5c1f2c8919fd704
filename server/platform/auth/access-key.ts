import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { MODULES } from '#contract/access.ts';
import { KEY_SCOPES, rightsOfKey } from '#contract/key-scopes.ts';
import { DEFAULT_LANGUAGE, type Language } from '#contract/kinds.ts';
import type { Db } from '#server/db/database.ts';
import { notSignedIn } from '#server/platform/errors.ts';
import type { Principal } from './principal.ts';

const SECRET_START = 'mk_';

/** 256 random bits. No guess finds them, so a plain hash is enough. */
export const newSecret = (): string => SECRET_START + randomBytes(32).toString('base64url');

/** True for the secret of an access key, false for an account's token. */
export const isSecret = (token: string): boolean => token.startsWith(SECRET_START);

/** The stored form of a secret. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export interface KeyPrincipal extends Principal {
  key: number;
  /** When its use was last recorded, in ms. */
  usedAt: number;
  /** When it expires, in ms; null for never. */
  expiresAt: number | null;
}

interface KeyRow {
  id: number;
  client_id: number;
  farm_id: number;
  all_farms: boolean;
  farms: number[];
  name: string;
  scopes: string[];
  expires_at: string | null;
  modules: string[];
  language: string | null;
  last_used_at: string | null;
}

/** The principal of a key by its hash; 401 without a valid one. */
export async function loadKey(db: Db, hash: Buffer): Promise<KeyPrincipal> {
  const { rows } = await sql<KeyRow>`
    select k.id, k.client_id, k.farm_id, k.all_farms, k.farms, k.name, k.scopes, k.last_used_at, c.modules,
           (k.expires_on + 1)::timestamp at time zone f.timezone as expires_at,
           (select a.language from account a where a.client_id = c.id and a.user_type = 'client' and not a.deleted order by a.id limit 1) as language
    from access_key k join client c on c.id = k.client_id join farm f on f.client_id = k.client_id and f.id = k.farm_id
    where k.secret_hash = ${hash} and not k.deleted and not c.locked`.execute(db);
  const [row] = rows;
  if (!row) throw notSignedIn();
  const modules = MODULES.filter((module) => row.modules.includes(module));
  const scopes = KEY_SCOPES.filter((scope) => row.scopes.includes(scope));
  return {
    id: null,
    key: row.id,
    expiresAt: row.expires_at ? Date.parse(row.expires_at) : null,
    usedAt: row.last_used_at ? Date.parse(row.last_used_at) : 0,
    name: `key: ${row.name}`,
    userType: 'employee',
    isSuperadmin: false,
    // In the language of the client's owner.
    language: (row.language || DEFAULT_LANGUAGE) as Language,
    client: row.client_id,
    clients: new Set([row.client_id]),
    modules,
    rights: rightsOfKey(scopes, modules),
    scopes,
    farms: row.all_farms ? null : new Set([row.farm_id, ...row.farms]),
    claims: null,
    viewer: null,
    duty: null,
  };
}

/** Interval of recording a key's use in ms. */
const USE_MS = 60_000;

/** Records a key's use, at most once per interval. */
export async function noteUse(db: Db, key: KeyPrincipal, now: number): Promise<void> {
  if (now - key.usedAt < USE_MS) return;
  key.usedAt = now;
  await sql`
    update access_key set last_used_at = ${new Date(now).toISOString()} where client_id = ${key.client} and id = ${key.key}`.execute(db);
}
