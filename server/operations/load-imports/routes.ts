import { LoadImportBody, LoadImported } from '#contract/operations/load-imports.ts';
import { one } from '#contract/resource.ts';
import { demand } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { isBehind } from '#server/platform/runtime/lateness.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';
import { importLoads } from './import.ts';

const turns = createTurns({ ofEach: 1, ofAll: 2, waiting: 2, wait: 30, isBehind });

export const loadImportEndpoints: Endpoint[] = [
  endpoint({
    method: 'post',
    path: '/schedule/schedules/import',
    summary: 'Take loads of the past in as finished feedings, all or nothing; the same load again changes nothing',
    need: [
      { item: 'schedule', action: 'add' },
      { item: 'load_schedule', action: 'add' },
    ],
    // Recording loads is enough for a device; a person adds feedings.
    judge(context) {
      if (context.principal.id !== null) demand(context, 'schedule', 'add');
    },
    body: LoadImportBody,
    response: one(LoadImported),
    long: true,
    handle: async (context, { body, work }) => ({
      data: await turns.during(context.client, () => importLoads(context, body, work)),
    }),
  }),
];
