import { sql } from 'kysely';
import { OPERATORS_PATH, Operator, OperatorQuery } from '#contract/operations/feedings.ts';
import { many } from '#contract/resource.ts';
import { farmsInScope } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { endpoint } from '#server/platform/http/endpoint.ts';

/** Owners, and employees whose access group lets them record on the farm, without locked users. */
export const operatorsEndpoint = endpoint({
  method: 'get',
  path: `/${OPERATORS_PATH}`,
  summary: 'Who may record loads on a farm, to choose the operator from',
  need: [
    { item: 'load_schedule', action: 'add' },
    { item: 'schedule', action: 'add' },
    { item: 'schedule', action: 'change' },
  ],
  query: OperatorQuery,
  response: many(Operator),
  async handle(context, { query: { farm } }) {
    const visibleFarms = farmsInScope(context, [farm]);
    const { rows: farms } = await sql`select from farm where client_id = ${context.client} and id = any(${visibleFarms})`.execute(
      context.db,
    );
    if (farms.length === 0) throw invalid('farm', 'invalid_value');
    const { rows } = await sql<Operator>`
      select a.id, coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) as name
      from account a left join access_group g on g.client_id = a.client_id and g.id = a.access_group_id
      where a.client_id = ${context.client} and not a.deleted and not a.locked and (a.user_type = 'client' or (
        a.user_type = 'employee' and (g.farms = '{}' or ${farm} = any(g.farms))
        and g.permissions @> '[{"module": "manger", "name": "load_schedule", "add": true}]'))
      order by 2, 1`.execute(context.db);
    return { data: rows, count: rows.length };
  },
});
