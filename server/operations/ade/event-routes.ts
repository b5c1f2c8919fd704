import type { z } from 'zod';
import { AdeBatchResults, AdeGroupWeight, AdeMilkAverage, AdeMovement, describeBatch } from '#contract/operations/ade-events.ts';
import type { Item } from '#contract/rights.ts';
import { type AdeLocation, findLocation } from '#server/domain/ade/location.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { takeMilk, takeMovements, takeWeights } from './incoming.ts';

interface Taking<Event extends z.ZodObject> {
  item: Item;
  event: Event;
  take: (context: ClientContext, location: AdeLocation, events: z.output<Event>[]) => Promise<AdeBatchResults>;
}

const serveBatch = <Event extends z.ZodObject>(name: string, what: string, { item, event, take }: Taking<Event>): Endpoint =>
  endpoint({
    method: 'post',
    path: `/ade/batches/locations/{scheme}/{location}/${name}`,
    summary: `Take ${what}, in the fields of ICAR ADE, all or nothing`,
    need: { item, action: 'change' },
    body: describeBatch(event),
    status: 200,
    response: AdeBatchResults,
    handle: async (context, { params, body }) => take(context, await findLocation(context, params), body as z.output<Event>[]),
  });

const serveMovements = (name: string, what: string, direction: 'in' | 'out') =>
  serveBatch(name, what, {
    item: 'group',
    event: AdeMovement,
    take: (context, location, events) => takeMovements(context, location, direction, events),
  });

export const adeEventEndpoints: Endpoint[] = [
  serveBatch('daily-milking-averages', 'milk of animals or groups', { item: 'schedule', event: AdeMilkAverage, take: takeMilk }),
  serveMovements('group-arrivals', 'animals that join groups', 'in'),
  serveMovements('group-births', 'animals born into groups', 'in'),
  serveMovements('group-departures', 'animals that leave groups', 'out'),
  serveMovements('group-deaths', 'animals that died', 'out'),
  serveBatch('group-weights', 'weighings of groups', { item: 'group', event: AdeGroupWeight, take: takeWeights }),
];
