import { sql } from 'kysely';
import { MODULES, rightsOf } from '#contract/access.ts';
import { addDays } from '#contract/days.ts';
import { allReports } from '#contract/reports/index.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
import { type Context, inClient, type Services } from '#server/platform/context.ts';
import { ApiError } from '#server/platform/errors.ts';
import { makeNamed, type Servers } from './endpoints.ts';

/** All reports of a client are seen by the operator's own command, which no account signs in for. */
const OPERATOR: Principal = {
  ...{ id: null, name: '', userType: 'admin', isSuperadmin: true, language: 'uk', client: null, clients: null, modules: MODULES },
  ...{ rights: rightsOf('admin', true, MODULES), farms: null, claims: null, viewer: null, duty: null },
};
const DAYS = 31;

/** The reports of the client's last days whose answers differ between two servers: over all farms, and for each where a farm has to be named. `among`: only of these. */
export async function differingReports(
  servers: Servers,
  client: number,
  ends: readonly [Services, Services],
  among?: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ last: string | null; farms: number[] }>`
    select (select max(day)::text from feed_day) as last, array(select id from farm order by id) as farms`.execute(
    ends[0].database.forClient(client),
  );
  // Answers say when they were made.
  const at = new Date();
  const atOnce = ends.map((services): Services => ({ ...services, now: () => at }));
  const last = rows[0]?.last ?? at.toISOString().slice(0, 10);
  const days = { planned_on_after: addDays(last, 1 - DAYS), planned_on_before: last, language: 'uk' as const };
  const ofFarms = (rows[0]?.farms ?? []).map((farm) => ({ ...days, farm: String(farm) }));
  const differing: string[] = [];
  for (const { id, required } of allReports) {
    if (among && !among.includes(id)) continue;
    for (const query of required?.includes('farm') ? ofFarms : [days]) {
      const [one, other] = await Promise.all(atOnce.map((services) => answerOf(services, servers, client, id, query)));
      if (one !== other) differing.push(id);
    }
  }
  return [...new Set(differing)];
}

/** As text; of a report that can't be made so, its refusal. */
async function answerOf(services: Services, servers: Servers, client: number, report: string, query: object): Promise<string> {
  const account: Context = { services, ip: '', log: services.log, header: () => undefined, principal: OPERATOR, token: '', language: 'uk' };
  try {
    return JSON.stringify(await makeNamed(await inClient(account, client, undefined), servers, report, query));
  } catch (error) {
    if (error instanceof ApiError) return JSON.stringify(error.errors);
    throw error;
  }
}
