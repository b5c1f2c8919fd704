import { BatchReport, BatchRow } from '#contract/operations/batches.ts';
import { Reset } from '#contract/operations/feedings.ts';
import { one } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { loadBatch, resetBatch } from './record.ts';
import { batchTable } from './table.ts';

const PATH = '/animalfeed/schedules';

export const batchEndpoints: Endpoint[] = [
  ...resourceEndpoints(batchTable),
  endpoint({
    method: 'post',
    path: `${PATH}/{id}/load`,
    summary: 'Report the making of a batch; the same report again changes nothing',
    need: { item: 'load', action: 'add', module: 'animalfeed' },
    body: BatchReport,
    response: one(BatchRow),
    handle: async (context, { id, body }) => ({ data: await loadBatch(context, id, body) }),
  }),
  endpoint({
    method: 'post',
    path: `${PATH}/{id}/reset`,
    summary: 'Take the making of a batch back: facts are cleared, stock is put back',
    need: { item: 'schedule', action: 'change', module: 'animalfeed' },
    body: Reset,
    response: one(BatchRow),
    handle: async (context, { id, body }) => ({ data: await resetBatch(context, id, body) }),
  }),
];
