import { AdeEventQuery, describeCollection } from '#contract/ade.ts';
import { AdeGroupFeeding } from '#contract/reports/ade.ts';
import { findLocation } from '#server/domain/ade/location.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { listGroupFeedings } from './group-feedings.ts';

export const adeFeedingEndpoint: Endpoint = endpoint({
  method: 'get',
  path: '/ade/locations/{scheme}/{location}/group-feeding',
  summary: 'Feedings of a farm’s groups with plan, delivered and eaten feed, in the fields of ICAR ADE',
  need: { item: 'planfeed', action: 'view' },
  query: AdeEventQuery,
  response: describeCollection(AdeGroupFeeding),
  costly: true,
  handle: async (context, { params, query }) => listGroupFeedings(context, await findLocation(context, params), query),
});
