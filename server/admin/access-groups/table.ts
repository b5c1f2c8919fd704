import { sql } from 'kysely';
import { isGrantable, withParts } from '#contract/access.ts';
import { accessGroups } from '#contract/admin/access-groups.ts';
import type { Use } from '#contract/errors.ts';
import { demandFound, invalid } from '#server/platform/errors.ts';
import { asJson } from '#server/platform/resource/as-json.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { TableOf } from '#server/platform/resource/table.ts';

interface Entry {
  module: 'manger' | 'animalfeed';
  name: string;
}

export const accessGroupTable: TableOf<typeof accessGroups, 'access_group'> = {
  contract: accessGroups,
  table: 'access_group',
  columns: { permissions: null },
  search: ['t.name'],
  order: 't.name',
  lite: ['id', 'name'],
  changesAccess: true,
  remove: 'hard',
  prepare: oneByOne(async (tx, context, { input }) => {
    const farms = input.farms as number[] | undefined;
    if (farms?.length) {
      const { rows } = await sql<{ id: number }>`select id from farm where client_id = ${context.client} and id = any(${farms})`.execute(
        tx,
      );
      demandFound(farms, rows, 'farms.*');
    }
    const entries = input.permissions as Entry[] | undefined;
    if (!entries) return;
    const unknown = entries.findIndex((entry) => !isGrantable(entry));
    if (unknown !== -1) throw invalid(`permissions.${unknown}.name`, 'invalid_value');
    const labelled = withParts(entries).map((entry) => ({ ...entry, label: `access.${entry.module}.${entry.name}` }));
    return { permissions: asJson(labelled) };
  }),
  async uses(tx, context, id) {
    const { rows } = await sql<Use>`
      select 'employees' as resource, id, email as name from account where client_id = ${context.client} and access_group_id = ${id} and not deleted order by email`.execute(
      tx,
    );
    return rows;
  },
  async beforeRemove(tx, context, before) {
    // Deleted people lose the group, too.
    await sql`update account set access_group_id = null where client_id = ${context.client} and access_group_id = ${before.id}`.execute(tx);
  },
};
