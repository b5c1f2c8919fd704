import { sql } from 'kysely';
import { HistoryUser } from '#contract/operations/history.ts';
import { many } from '#contract/resource.ts';
import { farmsInScope } from '#server/platform/context.ts';
import { endpoint } from '#server/platform/http/endpoint.ts';

/** People who changed anything on the visible farms. */
export const historyUsers = endpoint({
  method: 'get',
  path: '/history/users',
  summary: 'Who has changed anything, for the filter of the history lists',
  need: { item: 'history', action: 'view' },
  response: many(HistoryUser),
  async handle(context) {
    const farms = farmsInScope(context);
    const bound = farms ? sql`farm_id = any(${farms})` : sql`true`;
    const { rows } = await sql<HistoryUser>`
      select user_id as id, (array_agg(user_name order by id desc))[1] as name
      from history where client_id = ${context.client} and user_id is not null and ${bound}
      group by user_id order by name, user_id`.execute(context.db);
    return { data: rows, count: rows.length };
  },
});
