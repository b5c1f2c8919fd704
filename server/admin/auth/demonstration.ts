import { sql } from 'kysely';
import type { DemonstrationSignIn } from '#contract/admin/setup.ts';
import { isPassword } from '#server/platform/auth/passwords.ts';
import type { Services } from '#server/platform/context.ts';

/** Password of all sign-ins of the demonstration data. */
export const DEMONSTRATION_PASSWORD = 'feed-the-herd-1';

/** The demonstration's sign-ins: those of each client, then those of the installation. */
export const DEMONSTRATION_SIGN_INS: readonly Omit<DemonstrationSignIn, 'client_name'>[] = [
  { login: 'owner@manger.test', role: 'owner', language: 'uk' },
  { login: 'accountant@manger.test', role: 'accountant', language: 'uk' },
  { login: 'feeder@manger.test', role: 'feeder', language: 'uk' },
  { login: 'owner2@manger.test', role: 'owner', language: 'de' },
  { login: 'accountant2@manger.test', role: 'accountant', language: 'de' },
  { login: 'feeder2@manger.test', role: 'feeder', language: 'de' },
  { login: 'owner3@manger.test', role: 'owner', language: 'us' },
  { login: 'accountant3@manger.test', role: 'accountant', language: 'us' },
  { login: 'feeder3@manger.test', role: 'feeder', language: 'us' },
  { login: 'consultant@manger.test', role: 'consultant', language: null },
  { login: 'staff@manger.test', role: 'staff', language: null },
  { login: 'admin@manger.test', role: 'admin', language: null },
  { login: 'root@manger.test', role: 'superadmin', language: null },
];

/** Cached by hash, because the answer to a hash never changes and the demonstration's accounts share one. */
const judged = new Map<string, Promise<boolean>>();
function hasDemonstrationPassword(hash: string): Promise<boolean> {
  const answer = judged.get(hash) ?? isPassword(DEMONSTRATION_PASSWORD, hash);
  if (judged.size > DEMONSTRATION_SIGN_INS.length) judged.clear();
  judged.set(hash, answer);
  return answer;
}

/** The working sign-ins of the demonstration data; none in other installations. */
export async function demonstrationSignIns({ database }: Services): Promise<DemonstrationSignIn[]> {
  const { rows } = await sql<{ email: string; password_hash: string; client_name: string | null }>`
    select a.email, a.password_hash, c.company_name as client_name from account a left join client c on c.id = a.client_id
    where exists (select from setting where name = 'origin' and value in ('"demo"', '"tiny"'))
      and a.email = any(${DEMONSTRATION_SIGN_INS.map(({ login }) => login)})
      and not a.deleted and not a.locked and not coalesce(c.locked, false) and not a.second_factor_on`.execute(database.acrossClients());
  const open = new Map<string, string | null>();
  for (const { email, password_hash, client_name } of rows) if (await hasDemonstrationPassword(password_hash)) open.set(email, client_name);
  return DEMONSTRATION_SIGN_INS.filter(({ login }) => open.has(login)).map((one) => ({ ...one, client_name: open.get(one.login) ?? null }));
}
