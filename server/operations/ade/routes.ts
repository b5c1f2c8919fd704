import type { z } from 'zod';
import { AdeEventQuery, AdeQuery, describeCollection } from '#contract/ade.ts';
import { AdeAnimalSet, AdeDevice, AdeFeed, AdeFeedStorage, AdeFeedTransaction, AdeRation } from '#contract/operations/ade.ts';
import type { Item } from '#contract/rights.ts';
import { findLocation } from '#server/domain/ade/location.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { adeEventEndpoints } from './event-routes.ts';
import { type Listing, listAnimalSets, listDevices, listFeedStorages, listFeeds, listRations } from './lists.ts';
import { listTransactions } from './transactions.ts';

const LOCATION = '/ade/locations/{scheme}/{location}';

const serveList = (name: string, what: string, item: Item, member: z.ZodObject, list: Listing): Endpoint =>
  endpoint({
    method: 'get',
    path: `${LOCATION}/${name}`,
    summary: `${what} of a farm, in the fields of ICAR ADE`,
    need: { item, action: 'view' },
    query: AdeQuery,
    response: describeCollection(member),
    handle: async (context, { params, query }) => list(context, await findLocation(context, params), query),
  });

export const adeEndpoints: Endpoint[] = [
  serveList('feeds', 'Feeds', 'ingredient', AdeFeed, listFeeds),
  serveList('rations', 'Rations', 'ration', AdeRation, listRations),
  serveList('feed-storages', 'Stores by feed', 'stock', AdeFeedStorage, listFeedStorages),
  serveList('devices', 'Mixer wagons', 'mixer', AdeDevice, listDevices),
  serveList('animal-sets', 'Groups of animals', 'group', AdeAnimalSet, listAnimalSets),
  endpoint({
    method: 'get',
    path: `${LOCATION}/feed-inventory-transactions`,
    summary: 'Moves of stock of a farm, in the fields of ICAR ADE',
    need: { item: 'inout', action: 'view' },
    query: AdeEventQuery,
    response: describeCollection(AdeFeedTransaction),
    costly: true,
    handle: async (context, { params, query }) => listTransactions(context, await findLocation(context, params), query),
  }),
  ...adeEventEndpoints,
];
