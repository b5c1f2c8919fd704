import { sql } from 'kysely';
import { FeedWorth, offers, WORTH_PATH, worthQuery } from '#contract/operations/offers.ts';
import { many } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import { findRemembered } from '#server/domain/least-cost/remembered.ts';
import { valueRations } from '#server/domain/least-cost/value-rations.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { get } from '#server/platform/resource/crud.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { offerImport, offerTable } from './table.ts';

/** The worth of a feed in each ration with remembered limits that the caller sees. */
async function readWorth(context: ClientContext, ingredient: number): Promise<FeedWorth[]> {
  await get(context.db, anyTable(ingredientTable), context, ingredient);
  const farms = farmsInScope(context);
  const rations = await findRemembered(
    { ...context, now: context.services.now().toISOString() },
    farms ? sql`r.farm_id = any(${farms})` : sql`true`,
  );
  const valued = await valueRations(context, rations, { findDay: ({ today }) => today, offers: [], only: ingredient });
  return valued.map(({ ration, price, value: { state, worth } }) => ({
    ration: ration.id,
    ration_name: ration.name,
    state,
    price: Number(price),
    worth,
  }));
}

const worthEndpoint = endpoint({
  method: 'get',
  path: `/${WORTH_PATH}`,
  summary: 'The price up to which a feed pays, by ration with remembered limits',
  need: needsOf(offers, 'view'),
  query: worthQuery,
  response: many(FeedWorth),
  handle: async (context, { query: { ingredient } }) => {
    const data = await readWorth(context, ingredient);
    return { data, count: data.length };
  },
});

// The worth comes first: its path would otherwise be read as an id.
export const offerEndpoints: Endpoint[] = [worthEndpoint, ...resourceEndpoints(offerTable), ...importEndpoints(offerImport)];
