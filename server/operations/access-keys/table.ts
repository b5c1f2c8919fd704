import { accessKeys } from '#contract/operations/access-keys.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { secretHash } from '#server/platform/auth/access-key.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';

/** The columns of a new key in addition to the caller's fields. */
export interface WithSecret {
  secret: string;
}

/** A revoked key remains as a deleted row, so that history can name it. */
export const accessKeyTable: TableOf<typeof accessKeys, 'access_key'> = {
  contract: accessKeys,
  table: 'access_key',
  joins: 'join farm on farm.client_id = t.client_id and farm.id = t.farm_id',
  fields: {
    ...named('farm'),
    created_by_name: `coalesce((select h.user_name from history h
      where h.client_id = t.client_id and h.resource = 'access_keys' and h.resource_id = t.id and h.type = 'create' limit 1), '')`,
  },
  references: { farm: farmTable },
  farm: 't.farm_id',
  search: ['t.name', 'farm.name'],
  order: 'farm.name, t.name',
  remove: 'soft',
  changesAccess: true,
  // History stores the creator itself.
  historic: ({ last_used_at: _, created_by_name: __, ...row }) => row,
  prepare: oneByOne(async (_tx, context, { input }) => {
    return { secret_hash: secretHash((input as unknown as WithSecret).secret), created_at: context.services.now().toISOString() };
  }),
};
