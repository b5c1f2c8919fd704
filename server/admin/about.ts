import { About } from '#contract/admin/about.ts';
import { one } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';

/** The installation's data for the help page. */
export const aboutEndpoint = (about: About): Endpoint =>
  endpoint({
    method: 'get',
    path: '/about',
    summary: "The installation's version, and how to reach its operator",
    scope: 'public',
    response: one(About),
    handle: async () => ({ data: about }),
  });
