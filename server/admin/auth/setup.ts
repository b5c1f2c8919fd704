import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { Session } from '#contract/admin/auth.ts';
import { Setup, SetupState } from '#contract/admin/setup.ts';
import { one } from '#contract/resource.ts';
import { inStrangersTurn, reserveAttempt } from '#server/admin/people/sign-in-limits.ts';
import type { Database } from '#server/db/database.ts';
import { demandGoodPassword, readPasswordLength } from '#server/platform/auth/password-rules.ts';
import { hashPassword } from '#server/platform/auth/passwords.ts';
import type { PublicContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { endpoint } from '#server/platform/http/endpoint.ts';
import { openSession } from '#server/platform/http/sessions.ts';
import { transact } from '#server/platform/transact.ts';
import { DEMONSTRATION_PASSWORD, demonstrationSignIns } from './demonstration.ts';

const SETTING = 'setup_code';
const digest = (code: string) => createHash('sha256').update(code.trim().toUpperCase()).digest('hex');
const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

async function isNeeded(database: Database): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select exists (select from account) as taken`.execute(database.acrossClients());
  return !rows[0]?.taken;
}

/** Max valid codes, because servers that start together print one each. */
const MAX_CODES = 8;

/** A new one-time code if no account exists; undefined otherwise. Only its digest is stored, with those of other starts. */
export async function newSetupCode(database: Database): Promise<string | undefined> {
  if (!(await isNeeded(database))) return undefined;
  const code = randomBytes(6).toString('hex').toUpperCase();
  await sql`insert into setting (name, value) values (${SETTING}, ${JSON.stringify([digest(code)])}::jsonb)
    on conflict (name) do update set value = (
      select jsonb_agg(one order by turn desc) from (
        select one, turn from jsonb_array_elements(excluded.value || jsonb_path_query_array(setting.value, '$[*]')) with ordinality as c (one, turn)
        order by turn limit ${MAX_CODES}) kept)`.execute(database.acrossClients());
  return code;
}

/** Creates the first super administrator for the holder of the code. */
async function setUp(context: PublicContext, body: z.infer<typeof Setup>): Promise<{ data: z.infer<typeof Session> }> {
  const { services, ip } = context;
  const db = services.database.acrossClients();
  const attempt = await reserveAttempt(services, { login: 'setup' }, ip);
  await demandGoodPassword(db, body.password, body);
  const passwordHash = await hashPassword(body.password);
  const id = await transact(db, async (tx) => {
    const { rows } = await sql<{ value: string[] }>`select value from setting where name = ${SETTING} for update`.execute(tx);
    const { rows: accounts } = await sql<{ taken: boolean }>`select exists (select from account) as taken`.execute(tx);
    if (accounts[0]?.taken || !rows[0]?.value.some((kept) => isSame(kept, digest(body.code)))) return undefined;
    const account = await tx
      .insertInto('account')
      .values({
        user_type: 'admin',
        is_superadmin: true,
        first_name: body.first_name,
        last_name: body.last_name,
        phone: body.phone,
        email: body.email,
        password_hash: passwordHash,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`delete from setting where name = ${SETTING}`.execute(tx);
    return account.id;
  });
  if (id === undefined) throw invalid('code', 'invalid_value');
  await attempt.succeed();
  const token = await openSession(context, { id, token_version: 1 });
  return { data: { token, user_type: 'admin', is_superadmin: true, modules: ['manger', 'animalfeed'] } };
}

export const setupEndpoints = [
  endpoint({
    method: 'get',
    path: '/setup',
    summary:
      'Whether the first super administrator is still to be made, the minimum length of a password, and the sign-ins of demonstration data',
    scope: 'public',
    response: one(SetupState),
    async handle({ services }) {
      const signIns = await demonstrationSignIns(services);
      const demonstration = signIns.length > 0 ? { password: DEMONSTRATION_PASSWORD, sign_ins: signIns } : null;
      const password_length = await readPasswordLength(services.database.acrossClients());
      const forgotten = services.mailer !== null && services.publicUrl !== '';
      return { data: { needed: await isNeeded(services.database), password_length, forgotten, demonstration } };
    },
  }),
  endpoint({
    method: 'post',
    path: '/setup',
    summary: 'Make the first super administrator, with the code of the log',
    scope: 'public',
    body: Setup,
    status: 201,
    response: one(Session),
    handle: (context, { body }) => inStrangersTurn(context.ip, () => setUp(context, body)),
  }),
];
