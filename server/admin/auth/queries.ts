import { sql } from 'kysely';
import { MODULES, permissionsOf } from '#contract/access.ts';
import type { Me } from '#contract/admin/auth.ts';
import type { Db } from '#server/db/database.ts';
import { readPasswordLength } from '#server/platform/auth/password-rules.ts';
import { accountOf, type Principal } from '#server/platform/auth/principal.ts';
import { notSignedIn } from '#server/platform/errors.ts';

export interface AccountOfLogin {
  id: number;
  name: string;
  client_id: number | null;
  password_hash: string;
  locked: boolean;
  token_version: number;
  is_superadmin: boolean;
  second_factor: Buffer | null;
  second_factor_on: boolean;
  second_factor_step: number;
}

const columns = sql`a.id, coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) as name, a.client_id, a.password_hash,
  a.locked or coalesce(c.locked, false) as locked, a.token_version, a.is_superadmin,
  a.second_factor, a.second_factor_on, a.second_factor_step`;

/** Finds an account by email, or by phone in the spelling of `loginOf`. */
export async function accountByLogin(db: Db, login: string): Promise<AccountOfLogin | undefined> {
  const { rows } = await sql<AccountOfLogin>`
    select ${columns} from account a left join client c on c.id = a.client_id
    where not a.deleted and (lower(a.email) = lower(${login}) or (a.phone <> '' and a.phone = ${login}))
    order by (lower(a.email) = lower(${login})) desc limit 1`.execute(db);
  return rows[0];
}

/** Finds an account by id. */
export async function accountById(db: Db, id: number): Promise<AccountOfLogin | undefined> {
  const { rows } = await sql<AccountOfLogin>`
    select ${columns} from account a left join client c on c.id = a.client_id
    where not a.deleted and a.id = ${id}`.execute(db);
  return rows[0];
}

/** The account of a session that may be renewed: neither ended nor impersonated. */
export async function accountOfSession(db: Db, id: number, session: string): Promise<AccountOfLogin | undefined> {
  const { rows } = await sql<AccountOfLogin>`
    select ${columns} from account a left join client c on c.id = a.client_id
    join session s on s.account_id = a.id and s.id = ${session} and s.ended_at is null and s.viewer_id is null
    where not a.deleted and a.id = ${id}`.execute(db);
  return rows[0];
}

/** `principal` belongs to the account itself. */
export async function meOf(db: Db, principal: Principal): Promise<Me> {
  const { id } = accountOf(principal);
  const { rows } = await sql<
    Omit<Me, 'permissions' | 'modules' | 'farms' | 'duty' | 'viewer' | 'password_length'> & {
      modules: string[] | null;
      farms: number[] | null;
    }
  >`
    select a.id, a.first_name, a.last_name, a.phone, a.email, a.language, a.about, a.user_type, a.is_superadmin, a.second_factor_on as second_factor,
           a.units, a.clock, a.week_start, a.pins, a.client_id as client, c.company_name as client_name, c.currency, coalesce(c.units = 'lb', false) as weighs_in_pounds,
           case when c.id is not null then json_build_object('units', c.units, 'clock', c.clock, 'week_start', c.week_start) end as client_conventions,
           c.modules, g.farms
    from account a left join client c on c.id = a.client_id
    left join access_group g on g.client_id = a.client_id and g.id = a.access_group_id
    where a.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw notSignedIn();
  return {
    ...row,
    modules: row.client === null ? [...MODULES] : MODULES.filter((module) => row.modules?.includes(module)),
    farms: row.user_type === 'employee' ? (row.farms ?? []) : [],
    permissions: permissionsOf(principal.rights),
    duty: principal.duty,
    password_length: await readPasswordLength(db),
    viewer: principal.viewer?.name ?? null,
  };
}
