import { z } from 'zod';
import { KEY_SCOPES, type KeyScope } from '#contract/key-scopes.ts';
import { Day, Id, Name } from '#contract/kinds.ts';
import { defineResource, IdList, named } from '#contract/resource.ts';

const Scope = z.enum(KEY_SCOPES);
/** Each scope once, in the order of the screen. */
const listScopes = (scopes: readonly KeyScope[]) => KEY_SCOPES.filter((scope) => scopes.includes(scope));

/**
 * Keys for terminals and scripts, which send `Authorization: Bearer <secret>`. A key does the work of its `scopes` and nothing else, at its
 * farm and the further `farms` or, with `all_farms`, at all farms of the client, also future ones. `expires_on` is its last day, in the farm's
 * time. A delete revokes it at once and for good. `last_used_at` is exact to a minute.
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
      scopes: z.array(Scope),
      all_farms: z.boolean(),
      farms: z.array(Id),
      expires_on: z.string().nullable(),
      created_at: z.string(),
      created_by_name: z.string(),
      last_used_at: z.string().nullable(),
    })
    .meta({ id: 'AccessKey' }),
  create: z.object({
    farm: Id,
    name: Name,
    scopes: z.array(Scope).min(1).max(KEY_SCOPES.length).transform(listScopes).default(['record_loads']),
    all_farms: z.boolean().default(false),
    /** Further farms of the key. Empty with `all_farms`. */
    farms: z.array(Id).max(1000).default([]),
    expires_on: Day.nullable().default(null),
  }),
  filters: { farm: IdList },
  ordering: ['name', 'farm_name', 'created_at', 'last_used_at'],
});

/** A new key with its secret, which is shown only once. */
export const NewAccessKey = accessKeys.row.extend({ secret: z.string() }).meta({ id: 'NewAccessKey' });
