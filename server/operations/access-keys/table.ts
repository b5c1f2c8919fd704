import { sql } from 'kysely';
import { accessKeys } from '#contract/operations/access-keys.ts';
import type { Tx } from '#server/db/database.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { secretHash } from '#server/platform/auth/access-key.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { demandFound, invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { type AnyRow, named, type TableOf } from '#server/platform/resource/table.ts';

/** The further farms of a key, each once. 400 at a farm that the caller doesn't reach, and at `all_farms` for a caller of some farms. */
async function findFurtherFarms(tx: Tx, context: ClientContext, { farm, farms, all_farms }: AnyRow): Promise<number[]> {
  const { principal, client } = context;
  if (all_farms && principal.farms !== null) throw invalid('all_farms', 'invalid_value');
  if (all_farms) return [];
  const wanted: number[] = farms ?? [];
  const known = await tx
    .selectFrom('farm')
    .select('id')
    .where('client_id', '=', client)
    .where('id', '=', sql<number>`any(${wanted})`)
    .execute();
  const reached = known.filter(({ id }) => principal.farms === null || principal.farms.has(id));
  demandFound(wanted, reached, 'farms.*');
  return [...new Set(wanted)].filter((id) => id !== farm).toSorted((a, b) => a - b);
}

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
  prepare: oneByOne(async (tx, context, { input, after }) => {
    return {
      farms: await findFurtherFarms(tx, context, after),
      secret_hash: secretHash((input as unknown as WithSecret).secret),
      created_at: context.services.now().toISOString(),
    };
  }),
};
