import { PaperContent, papers } from '#contract/reports/papers.ts';
import { one } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { contentOfPaper } from './kept.ts';
import { issueNewVersion } from './new-version.ts';
import { paperTable } from './table.ts';

export const paperEndpoints: Endpoint[] = [
  ...resourceEndpoints(paperTable, ['create', 'update']),
  endpoint({
    method: 'get',
    path: '/manager/papers/{id}/content',
    summary: 'All that a version of a paper prints: figures, names, headings, accounts, heads and signers',
    need: { item: 'blanks', action: 'view' },
    response: one(PaperContent),
    handle: async (context, { id }) => ({ data: await contentOfPaper(context, id) }),
  }),
  endpoint({
    method: 'post',
    path: '/manager/papers',
    summary: 'Issue a new version of a closed month’s paper by today’s names, headings, accounts and signers, with a reason',
    need: { item: 'blanks', action: 'change' },
    body: papers.create,
    status: 201,
    response: one(papers.row),
    handle: async (context, { body }) => ({ data: await issueNewVersion(context, body) }),
  }),
];
