import { z } from 'zod';
import { Id, Name } from '#contract/kinds.ts';
import { defineResource, IdList, named } from '#contract/resource.ts';

/**
 * Keys of one farm for a terminal or a script, which sends `Authorization: Key <secret>`. A key reads the farm's plan and reports loads and
 * unloads, nothing else. A delete revokes it at once and for good. `last_used_at` is exact to a minute.
 */
export const accessKeys = defineResource({
  id: 'access_keys',
  path: 'manager/keys',
  permission: 'farm',
  final: true,
  row: z
    .object({
      id: Id,
      ...named('farm'),
      name: z.string(),
      created_at: z.string(),
      created_by_name: z.string(),
      last_used_at: z.string().nullable(),
    })
    .meta({ id: 'AccessKey' }),
  create: z.object({ farm: Id, name: Name }),
  filters: { farm: IdList },
  ordering: ['name', 'farm_name', 'created_at', 'last_used_at'],
});

/** A new key with its secret, which is shown only once. */
export const NewAccessKey = accessKeys.row.extend({ secret: z.string() }).meta({ id: 'NewAccessKey' });
