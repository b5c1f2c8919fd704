import { BatchReport, BatchRow } from '../../../contract/operations/animal-feed.ts';
import { Reset } from '../../../contract/operations/schedules.ts';
import { one } from '../../../contract/resource.ts';
import { type Endpoint, endpoint } from '../../core/endpoint.ts';
import { resourceEndpoints } from '../../core/resource.ts';
import { loadBatch, resetBatch } from './record.ts';
import { batchTable } from './table.ts';

const PATH = '/animalfeed/schedules';

export const batchEndpoints: Endpoint[] = [
  ...resourceEndpoints(batchTable),
  endpoint({
    method: 'post',
    path: `${PATH}/{id}/load`,
    summary: 'Report the making of a batch; the same report again changes nothing',
    scope: 'client',
    need: { item: 'load', action: 'add', module: 'animalfeed' },
    body: BatchReport,
    response: one(BatchRow),
    handle: async (context, { id, body }) => ({ data: await loadBatch(context, id, body) }),
  }),
  endpoint({
    method: 'post',
    path: `${PATH}/{id}/reset`,
    summary: 'Take the making of a batch back: facts are cleared, stock is put back',
    scope: 'client',
    need: { item: 'schedule', action: 'change', module: 'animalfeed' },
    body: Reset,
    response: one(BatchRow),
    handle: async (context, { id, body }) => ({ data: await resetBatch(context, id, body) }),
  }),
];
