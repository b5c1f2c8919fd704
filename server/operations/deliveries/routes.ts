import { UsualDelivery, usualDeliveryQuery } from '#contract/operations/deliveries.ts';
import { one } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { usualDeliveries } from './usual.ts';

export const deliveryEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/manager/deliveries/usual',
    summary: 'What the last deliveries of a feed usually were, to ask about one that is far off',
    need: [
      { item: 'delivery', action: 'view' },
      { item: 'delivery', action: 'add' },
      { item: 'delivery', action: 'change' },
    ],
    query: usualDeliveryQuery,
    response: one(UsualDelivery),
    handle: async (context, { query }) => {
      const [usual] = await usualDeliveries(context.db, context, [query]);
      return { data: usual ?? { value: null, price: null } };
    },
  }),
];
