import { SharedLook, SharedReport } from '#contract/reports/shared-report.ts';
import { one } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { lookAtShare, type MakersOfShared } from './look.ts';
import { shareTable } from './table.ts';

/** Reports as pages to read without signing in. */
export const shareEndpoints = (makers: MakersOfShared): Endpoint[] => [
  ...resourceEndpoints(shareTable),
  endpoint({
    scope: 'public',
    method: 'post',
    path: '/report/shared/look',
    summary: 'What the page of a shared report shows',
    body: SharedLook,
    response: one(SharedReport),
    handle: async (context, { body }) => ({ data: await lookAtShare(context, makers, body.secret, body.language) }),
  }),
];
