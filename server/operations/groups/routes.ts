import { sql } from 'kysely';
import { HeadCount } from '../../../contract/operations/groups.ts';
import { many } from '../../../contract/resource.ts';
import { get } from '../../core/crud.ts';
import { endpoint } from '../../core/endpoint.ts';
import { anyTable } from '../../core/table.ts';
import { groupTable } from './table.ts';

export const groupEndpoints = [
  endpoint({
    scope: 'client',
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
];
