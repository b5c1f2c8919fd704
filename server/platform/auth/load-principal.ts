import { sql } from 'kysely';
import { MODULES, type Module, type Permission, rightsOf, USER_TYPES } from '#contract/access.ts';
import { DEFAULT_LANGUAGE, type Language } from '#contract/kinds.ts';
import type { Db } from '#server/db/database.ts';
import { notFound, notSignedIn } from '#server/platform/errors.ts';
import type { Principal } from './principal.ts';
import type { Claims } from './tokens.ts';

interface AccountRow {
  id: number;
  client_id: number | null;
  user_type: string;
  is_superadmin: boolean;
  first_name: string;
  last_name: string;
  email: string;
  language: string;
  token_version: number;
  locked: boolean;
  modules: string[] | null;
  permissions: Permission[] | null;
  farms: number[] | null;
  clients: number[];
  viewer_id: number | null;
  viewer_name: string | null;
  /** True if the session doesn't exist, has ended, or its viewer lost the right. */
  ended: boolean;
  must_change_password: boolean;
  lacks_second_factor: boolean;
}

/** Setting with a list of the user types that need a second factor. */
export const SECOND_FACTOR_SETTING = 'second_factor';

export async function modulesOf(db: Db, client: number): Promise<readonly Module[]> {
  const { rows } = await sql<{ modules: string[] }>`select modules from client where id = ${client}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return MODULES.filter((module) => row.modules.includes(module));
}

/** With claims, their session must be valid too. */
export async function loadPrincipal(db: Db, account: number, claims: Claims | null): Promise<Principal> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.client_id, a.user_type, a.is_superadmin, a.first_name, a.last_name, a.email, a.language, a.token_version,
           a.locked or coalesce(c.locked, false) as locked, c.modules, g.permissions, g.farms,
           array(select ac.client_id from account_client ac where ac.account_id = a.id) as clients,
           s.viewer_id, trim(v.first_name || ' ' || v.last_name) as viewer_name,
           s.id is null or s.ended_at is not null or (s.viewer_id is not null and (v.locked or v.deleted or not v.is_superadmin
             or v.token_version <> s.viewer_token_version or vs.id is null or vs.ended_at is not null)) as ended,
           a.must_change_password,
           not a.second_factor_on and coalesce((select value ? a.user_type from setting where name = ${SECOND_FACTOR_SETTING}), false) as lacks_second_factor
    from account a
    left join session s on s.account_id = a.id and s.id = ${claims?.sid ?? null}
    left join account v on v.id = s.viewer_id
    left join session vs on vs.id = s.viewer_session and vs.account_id = s.viewer_id
    left join client c on c.id = a.client_id
    left join access_group g on g.client_id = a.client_id and g.id = a.access_group_id
    where a.id = ${account} and not a.deleted`.execute(db);
  const [row] = rows;
  if (!row || row.locked || (claims && (row.ended || row.token_version !== claims.tv))) throw notSignedIn();
  const userType = USER_TYPES.find((type) => type === row.user_type) ?? 'consultant';
  const modules = row.client_id === null ? MODULES : MODULES.filter((module) => row.modules?.includes(module));
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim() || row.email,
    userType,
    isSuperadmin: row.is_superadmin,
    language: (row.language || DEFAULT_LANGUAGE) as Language,
    client: row.client_id,
    clients: findVisibleClients(row, userType),
    modules,
    rights: rightsOf(userType, row.is_superadmin, modules, row.permissions ?? []),
    scopes: null,
    farms: userType === 'employee' && row.farms?.length ? new Set(row.farms) : null,
    claims,
    viewer: row.viewer_id === null ? null : { id: row.viewer_id, name: row.viewer_name ?? '' },
    duty: findDuty(row),
  };
}

/** null: all clients. */
function findVisibleClients({ client_id, clients }: AccountRow, userType: Principal['userType']): Principal['clients'] {
  if (client_id !== null) return new Set([client_id]);
  return userType === 'admin' ? null : new Set(clients);
}

/** Returns the step that the person must do before any other request. A viewer does nothing for the person. */
function findDuty({ viewer_id, must_change_password, lacks_second_factor }: AccountRow): Principal['duty'] {
  if (viewer_id !== null) return null;
  if (must_change_password) return 'password';
  return lacks_second_factor ? 'second_factor' : null;
}
