import { Permission, permissionsOf, type Rights } from '#contract/access.ts';
import { many } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { accessGroupTable } from './table.ts';

const NOTHING: Rights = {};

export const accessGroupEndpoints: Endpoint[] = [
  ...resourceEndpoints(accessGroupTable),
  endpoint({
    method: 'get',
    path: '/perm/permissions',
    summary: "The caller's own rights",
    scope: 'account',
    response: many(Permission),
    async handle({ principal }) {
      const data = permissionsOf(principal.rights);
      return { data, count: data.length };
    },
  }),
  endpoint({
    method: 'get',
    path: '/perm/groupsettings',
    summary: 'All rights that an access group can grant, none granted',
    scope: 'account',
    response: many(Permission),
    async handle() {
      const data = permissionsOf(NOTHING);
      return { data, count: data.length };
    },
  }),
];
