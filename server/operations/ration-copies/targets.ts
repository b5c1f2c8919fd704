import { sql } from 'kysely';
import type { CopyTarget } from '#contract/operations/ration-copies.ts';
import { DEFAULT_MODULE } from '#contract/rights.ts';
import { type ClientContext, inClient } from '#server/platform/context.ts';
import { visibleClients } from '#server/platform/resource/visible-to.ts';
import { readCopyRights } from './grant.ts';

type Farm = Pick<CopyTarget, 'farm' | 'farm_name' | 'company_name'>;

async function readFarms({ db, client, principal }: ClientContext): Promise<Farm[]> {
  const { rows } = await sql<Farm>`
    select f.id as farm, f.name as farm_name, c.name as company_name
    from farm f join company c on c.client_id = f.client_id and c.id = f.company_id
    where f.client_id = ${client} and ${principal.farms ? sql`f.id = any(${[...principal.farms]})` : sql`true`}
    order by c.name, f.name, f.id`.execute(db);
  return rows;
}

/** The farms that the caller sees: of all clients that the caller serves, or of the current client if the caller reaches every client. */
export async function listCopyTargets(context: ClientContext): Promise<CopyTarget[]> {
  const clients = await visibleClients(context, DEFAULT_MODULE, context.principal.clients ? [] : [context.client]);
  const targets: CopyTarget[] = [];
  for (const { id, name } of clients) {
    const inside = id === context.client ? context : await inClient(context, id, undefined);
    const rights = await readCopyRights(inside.db, inside);
    const farms = await readFarms(inside);
    targets.push(...farms.map((farm) => ({ client: id, client_name: name, ...farm, may_copy: rights.add || rights.change })));
  }
  return targets;
}
