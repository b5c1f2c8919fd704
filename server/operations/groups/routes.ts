import { sql } from 'kysely';
import { ImportBody, Imported } from '#contract/imports.ts';
import { HeadCount, HeadMove, HeadMoved, headCounts } from '#contract/operations/groups.ts';
import { ListQuery, many, one } from '#contract/resource.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { endpoint } from '#server/platform/http/endpoint.ts';
import { get } from '#server/platform/resource/crud.ts';
import { importColumnEndpoints } from '#server/platform/resource/import/columns.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { importHeads } from './import-heads.ts';
import { moveHeads } from './move-heads.ts';
import { groupTable } from './table.ts';

const headsQuery = ListQuery.omit({ ordering: true, search: true }).extend(headCounts.filters);

async function listHeads(context: ClientContext, query: ReturnType<typeof headsQuery.parse>) {
  const farms = farmsInScope(context, query.farm);
  const from = sql`
    from head_count h
    join animal_group g on g.client_id = h.client_id and g.id = h.group_id and not g.deleted
    join farm f on f.client_id = g.client_id and f.id = g.farm_id
    where h.client_id = ${context.client}
      ${farms ? sql`and g.farm_id = any(${farms})` : sql``} ${query.group.length > 0 ? sql`and g.id = any(${query.group})` : sql``}`;
  const { rows } = await sql<ReturnType<typeof headCounts.row.parse>>`
    select f.id as farm, f.name as farm_name, g.id as group, g.name as group_name, h.day, h.heads ${from}
    order by h.day desc, g.name, g.id limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`.execute(context.db);
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count ${from}`.execute(context.db);
  return { data: rows, count: counted[0]?.count ?? 0 };
}

export const groupEndpoints = [
  endpoint({
    method: 'get',
    path: '/manager/groups/{id}/heads',
    summary: 'Every head count of a group, newest first',
    need: { item: 'group', action: 'view' },
    response: many(HeadCount),
    async handle(context, { id }) {
      await get(context.db, anyTable(groupTable), context, id);
      const { rows } = await sql<HeadCount>`
        select day, heads from head_count where client_id = ${context.client} and group_id = ${id} order by day desc`.execute(context.db);
      return { data: rows, count: rows.length };
    },
  }),
  endpoint({
    method: 'get',
    path: `/${headCounts.path}`,
    summary: 'Every head count of every group, newest first',
    need: { item: 'group', action: 'view' },
    query: headsQuery,
    response: many(headCounts.row),
    handle: (context, { query }) => listHeads(context, query),
  }),
  endpoint({
    method: 'post',
    path: `/${headCounts.path}/import`,
    summary: 'Take head counts of a file in, all or nothing',
    need: { item: 'group', action: 'change' },
    body: ImportBody,
    response: one(Imported),
    handle: async (context, { body }) => ({ data: await importHeads(context, body) }),
  }),
  ...importColumnEndpoints(headCounts.path, { item: 'group', action: 'change' }),
  endpoint({
    method: 'post',
    path: `/${headCounts.path}/move`,
    summary: 'Move animals from one group to another, from a day on',
    need: { item: 'group', action: 'change' },
    body: HeadMove,
    status: 200,
    response: one(HeadMoved),
    handle: async (context, { body }) => ({ data: await moveHeads(context, body) }),
  }),
];
