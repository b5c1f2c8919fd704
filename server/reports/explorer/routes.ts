import { sql } from 'kysely';
import { ExplorerOffers } from '#contract/reports/explorer-offers.ts';
import { EXPLORER_OFFERS_PATH, RECORD_KINDS, type RecordKind } from '#contract/reports/explorer-view.ts';
import { one } from '#contract/resource.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';

/** Rows that a kind of record has. Dry matter alone is stored without any analysis. */
const TABLES: Record<RecordKind, string> = {
  milk: 'milk where true',
  refed: 'carried_feed where true',
  nutrients: 'nutrient_day where nutrient_id > 0',
};

async function readOffers(context: ClientContext): Promise<ExplorerOffers> {
  const farms = farmsInScope(context);
  const bound = farms ? sql`and farm_id = any(${farms})` : sql``;
  const recorded = RECORD_KINDS.map(
    (kind) => sql`exists (select from ${sql.raw(TABLES[kind])} and client_id = ${context.client} ${bound}) as ${sql.ref(kind)}`,
  );
  const { rows } = await sql<Record<RecordKind, boolean>>`select ${sql.join(recorded)}`.execute(context.db);
  return { missing: RECORD_KINDS.filter((kind) => !rows[0]?.[kind]) };
}

export const explorerEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: `/${EXPLORER_OFFERS_PATH}`,
    summary: 'What the caller’s farms have never recorded, so that the explorer offers no measures of it',
    need: { item: 'additional', action: 'view' },
    response: one(ExplorerOffers),
    handle: async (context) => ({ data: await readOffers(context) }),
  }),
];
