import { z } from 'zod';
import { Permission } from '#contract/access.ts';
import { Id, Name } from '#contract/kinds.ts';
import { defineResource, Version } from '#contract/resource.ts';

/** Rights of employees, and their farms; without farms, all of the client. */
export const accessGroups = defineResource({
  id: 'accessgroups',
  final: true,
  path: 'perm/groups',
  permission: 'access_group',
  row: z
    .object({ id: Id, name: z.string(), farms: z.array(Id), permissions: z.array(Permission), version: Version })
    .meta({ id: 'AccessGroup' }),
  create: z.object({
    name: Name,
    farms: z.array(Id).max(500).default([]),
    permissions: z
      .array(Permission.extend({ label: z.string().default('') }))
      .max(100)
      .default([]),
  }),
  filters: {},
  ordering: ['name'],
});
