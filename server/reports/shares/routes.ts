import { SharedLook, SharedReport } from '#contract/reports/shared-report.ts';
import { one } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import type { Servers } from '#server/reports/kit/endpoints.ts';
import { lookAtShare } from './look.ts';
import { shareTable } from './table.ts';

/** Reports as pages to read without signing in. */
export const shareEndpoints = (servers: Servers): Endpoint[] => [
  ...resourceEndpoints(shareTable),
  endpoint({
    scope: 'public',
    method: 'post',
    path: '/report/shared/look',
    summary: 'What the page of a shared report shows',
    body: SharedLook,
    response: one(SharedReport),
    handle: async (context, { body }) => ({ data: await lookAtShare(context, servers, body.secret, body.language) }),
  }),
];
