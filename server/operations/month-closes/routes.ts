import { MonthReopen, monthCloses } from '../../../contract/operations/month-closes.ts';
import { one } from '../../../contract/resource.ts';
import { type Endpoint, endpoint } from '../../core/endpoint.ts';
import { resourceEndpoints } from '../../core/resource.ts';
import { closeMonth, reopenMonth } from './close.ts';
import { monthCloseTable } from './table.ts';

export const monthCloseEndpoints: Endpoint[] = [
  ...resourceEndpoints(monthCloseTable, ['create', 'update']),
  endpoint({
    method: 'post',
    path: '/manager/months',
    summary: "Close a farm's month that is over",
    scope: 'client',
    need: { item: 'additional', action: 'change' },
    body: monthCloses.create,
    status: 201,
    response: one(monthCloses.row),
    handle: async (context, { body }) => ({ data: await closeMonth(context, body) }),
  }),
  endpoint({
    method: 'post',
    path: '/manager/months/reopen',
    summary: 'Open a closed month again, with a reason',
    scope: 'client',
    need: { item: 'additional', action: 'change' },
    body: MonthReopen,
    response: one(monthCloses.row),
    handle: async (context, { body }) => ({ data: await reopenMonth(context, body) }),
  }),
];
