import { sql } from 'kysely';
import { RationLimits, RememberedLimits } from '#contract/least-cost.ts';
import { rations } from '#contract/operations/rations.ts';
import { one } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import { countPlannedHeads, findRemembered } from '#server/domain/least-cost/remembered.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { get, lockAndGet } from '#server/platform/resource/crud.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { demandLimits } from './read-optimisation.ts';
import { rationTable } from './table.ts';

const table = anyTable(rationTable);

/** The limits of the last run; feeds that the farm no longer has are left out. */
async function readLimits(context: ClientContext, id: number): Promise<RememberedLimits> {
  await get(context.db, table, context, id);
  const [found] = await findRemembered({ ...context, now: context.services.now().toISOString() }, sql`r.id = ${id}`);
  if (!found) return { feeds: [], limits: [], head: null, planned_heads: await countPlannedHeads(context, id) };
  const { rows } = await sql<{ id: number }>`
    select id from ingredient where client_id = ${context.client} and not deleted and id = any(${found.feeds.map(({ ingredient }) => ingredient)})`.execute(
    context.db,
  );
  const known = new Set(rows.map((row) => row.id));
  const { feeds, limits, head, planned_heads } = found;
  return { feeds: feeds.filter(({ ingredient }) => known.has(ingredient)), limits, head, planned_heads };
}

/** Replaces the remembered limits. Two people who save at once: the later save counts. */
async function writeLimits(context: ClientContext, id: number, body: RationLimits): Promise<RememberedLimits> {
  await context.write(async (tx) => {
    const ration = await lockAndGet(tx, table, context, id);
    await demandLimits({ ...context, db: tx }, ration.farm as number, body);
    await sql`
      insert into ration_limits (client_id, ration_id, head, feeds, limits)
      values (${context.client}, ${id}, ${body.head}, ${JSON.stringify(body.feeds)}::jsonb, ${JSON.stringify(body.limits)}::jsonb)
      on conflict (client_id, ration_id) do update set head = excluded.head, feeds = excluded.feeds, limits = excluded.limits`.execute(tx);
  });
  return readLimits(context, id);
}

const PATH = `/${rations.path}/{id}/limits`;

export const limitEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: PATH,
    summary: 'Feeds, limits and heads of the last optimisation of a ration',
    need: needsOf(rations, 'view'),
    response: one(RememberedLimits),
    handle: async (context, { id }) => ({ data: await readLimits(context, id) }),
  }),
  endpoint({
    method: 'put',
    path: PATH,
    summary: 'Remembers feeds, limits and heads for the next optimisation and for the worth of feeds',
    need: needsOf(rations, 'change'),
    body: RationLimits,
    response: one(RememberedLimits),
    handle: async (context, { id, body }) => ({ data: await writeLimits(context, id, body) }),
  }),
];
