import { type RawBuilder, sql } from 'kysely';
import type { FilterOption, OptionsQuery } from '#contract/options.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { type TableBasics, tableOfFilter } from '#server/platform/table-basics.ts';
import { onFarms } from './conditions.ts';

/** Returns the ids and names that a filter offers on the caller's farms. A person who may see the filtered rows may see them. */
export async function optionsOf(
  context: ClientContext,
  query: OptionsQuery,
  report: string | null = null,
): Promise<{ data: FilterOption[]; count: number }> {
  const farms = farmsInScope(context, query.farm);
  const options = query.filter === 'worker' ? workers(context, farms) : selectOptions(context, query, farms, report);
  const { rows } = await options.execute(context.db);
  return { data: rows, count: rows.length };
}

function selectOptions(
  context: ClientContext,
  query: OptionsQuery,
  farms: number[] | null,
  report: string | null,
): RawBuilder<FilterOption> {
  const table = tableOfFilter(context.services.tables, query.filter);
  const reached = farms ? onFarms(table, farms) : sql`true`;
  return sql<FilterOption>`
    select t.id, t.name from ${sql.table(table.table)} t
    where t.client_id = ${context.client} and ${reached} and ${isThere(table, query)} and ${table.choices?.serving?.(report) ?? sql`true`}
    order by t.name, t.id`;
}

/** SQL condition: not deleted, or used in the days asked for. */
function isThere({ remove, choices }: TableBasics, { planned_on_after: from, planned_on_before: to }: OptionsQuery): RawBuilder<unknown> {
  if (remove !== 'soft') return sql`true`;
  return choices?.lasting && from && to ? sql`(not t.deleted or ${choices.lasting(from, to)})` : sql`not t.deleted`;
}

/** People in schedules and batches, including those who no longer work here. */
function workers({ client }: ClientContext, farms: number[] | null): RawBuilder<FilterOption> {
  const within = farms ? sql`and farm_id = any(${farms})` : sql``;
  return sql<FilterOption>`
    select a.id, coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) as name
    from (
      select operator_id as id from schedule where client_id = ${client} ${within}
      union
      select operator_id from batch where client_id = ${client} ${within}
    ) o
    join account a on a.id = o.id order by name, a.id`;
}
