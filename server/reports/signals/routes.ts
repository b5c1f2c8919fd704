import { SignalChart, SignalsClosed, SignalsClosing, signals } from '#contract/reports/signals.ts';
import { one } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { get } from '#server/platform/resource/crud.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { chartOf } from './chart.ts';
import { closeSignals } from './close.ts';
import { signalTable } from './table.ts';

export const signalEndpoints: Endpoint[] = [
  ...resourceEndpoints(signalTable, ['create']),
  endpoint({
    method: 'get',
    path: `/${signals.path}/{id}/chart`,
    summary: 'The values around a signal, with the mean that forgets and its limits',
    need: needsOf(signals, 'view'),
    response: one(SignalChart),
    handle: async (context, { id }) => ({ data: await chartOf(context, await get(context.db, anyTable(signalTable), context, id)) }),
  }),
  endpoint({
    method: 'post',
    path: `/${signals.path}/close`,
    summary: 'Closes several signals for the same reason; gives how many',
    need: needsOf(signals, 'change'),
    body: SignalsClosing,
    response: one(SignalsClosed),
    handle: async (context, { body }) => ({ data: { closed: await closeSignals(context, body) } }),
  }),
];
