import { z } from 'zod';
import { COPY_TARGETS_PATH, CopyBody, CopyResult, CopyTargets } from '#contract/operations/ration-copies.ts';
import { rations } from '#contract/operations/rations.ts';
import { Flag, many } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';
import { copyRation } from './copy.ts';
import { listCopyTargets } from './targets.ts';

/** A copy to fifty farms plans their feedings again. */
const turns = createTurns({ ofEach: 1, ofAll: 4, waiting: 2, wait: 5 });

export const rationCopyEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: `/${COPY_TARGETS_PATH}`,
    summary: 'The farms that a ration can be copied to, of each client that the caller serves',
    need: needsOf(rations, 'view'),
    response: CopyTargets,
    handle: async (context) => {
      const data = await listCopyTargets(context);
      return { data, count: data.length };
    },
  }),
  endpoint({
    method: 'post',
    path: `/${rations.path}/{id}/copy`,
    summary:
      'Copy a ration to farms, with an answer for each farm; a dry run writes nothing. Writing needs the right, or the client’s grant',
    need: needsOf(rations, 'view'),
    query: z.object({ dry_run: Flag.optional() }),
    body: CopyBody,
    status: 200,
    response: many(CopyResult),
    handle: async (context, { id, body, query }) => {
      const owner = context.principal.id ?? context.client;
      const data = await turns.during(`account ${owner}`, () => copyRation(context, id, body, query.dry_run ?? false));
      return { data, count: data.length };
    },
  }),
];
