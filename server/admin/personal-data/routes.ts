import { PersonalData } from '#contract/admin/personal-data.ts';
import { one } from '#contract/resource.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { exportOf } from './holdings.ts';

/** The own data. Data of others are in their lists (`people.ts`). */
export const ownDataEndpoint: Endpoint = endpoint({
  method: 'get',
  path: '/auth/me/export',
  summary: 'All that is held about the caller',
  scope: 'account',
  response: one(PersonalData),
  costly: true,
  handle: (context) => exportOf(context, accountOf(context.principal).id),
});
